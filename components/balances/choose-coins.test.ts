import { expect, it } from 'vitest';
import { chooseCoins } from './choose-coins';

const coin = (asset: string, total: string, valueUsdt: string) => ({ asset, available: total, locked: '0', margin: '0', total, valueUsdt });
const COINS = [coin('BTC', '1', '60000'), coin('DOGE', '2', '0.3'), coin('ETH', '0', '0'), coin('NEW', '5', '0')];
const nameOf = (asset: string) => ({ BTC: 'Bitcoin', DOGE: 'Dogecoin', ETH: 'Ethereum' })[asset] ?? null;

it.each([
  { search: '', hidesSmall: false, shown: ['BTC', 'DOGE', 'NEW'] },
  { search: ' ', hidesSmall: true, shown: ['BTC'] },
  { search: 'doge', hidesSmall: true, shown: ['DOGE'] },
  { search: ' COIN ', hidesSmall: true, shown: ['BTC', 'DOGE'] },
  { search: 'ethereum', hidesSmall: true, shown: ['ETH'] },
  { search: 'xyz', hidesSmall: false, shown: [] },
])('of a search for "$search" with small balances hidden ($hidesSmall): $shown', ({ search, hidesSmall, shown }) => {
  expect(chooseCoins(COINS, { search, hidesSmall, nameOf }).map(({ asset }) => asset)).toEqual(shown);
});
