import { expect, it } from 'vitest';
import type { WithdrawalTerms } from '@/lib/dto/withdrawals';
import { chooseFor, findChannel } from './choose-channel';

const TERMS = {
  isOffered: true,
  decimals: 6,
  feeRate: '0.03',
  min: '10',
  max: '1000',
  reviewAbove: '500',
  dayOutflowMax: null,
  paused: null,
};
const CHANNELS: WithdrawalTerms['channels'] = [
  { ...TERMS, channel: 'USDT_ERC20', coin: 'USDT', network: 'ERC20' },
  { ...TERMS, channel: 'USDT_TRC20', coin: 'USDT', network: 'TRC20' },
  { ...TERMS, channel: 'BTC_BTC', coin: 'BTC', network: 'BTC' },
];
const nameOf = (coin: string | null, network: string | null) => findChannel(CHANNELS, { coin, network })?.channel;

it('a coin that an address names is chosen, and the first one where it can not be withdrawn', () => {
  expect([nameOf('BTC', null), nameOf('SOL', null), nameOf(null, null)]).toEqual(['BTC_BTC', 'USDT_ERC20', 'USDT_ERC20']);
  expect([nameOf('USDT', 'TRC20'), nameOf('BTC', 'TRC20')]).toEqual(['USDT_TRC20', 'BTC_BTC']);
});

it('a kept address brings its network, and another coin only where the chosen one does not go over it', () => {
  const before = { coin: 'USDT', network: 'ERC20' };
  expect(chooseFor(CHANNELS, before, 'TRC20')).toEqual({ coin: 'USDT', network: 'TRC20' });
  expect(chooseFor(CHANNELS, before, 'BTC')).toEqual({ coin: 'BTC', network: 'BTC' });
  expect(chooseFor(CHANNELS, before, 'SOLANA')).toEqual(before);
});
