import type { ErrorCode } from '../../lib/protocol/errors';
import { addressOf, type LegacyClient, newRequestId } from './legacy-client';

type Example = { fields?: Record<string, string>; refusal?: ErrorCode };

const ADDRESS = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
const LINK_TOKEN = `${'a'.repeat(32)}.${'a'.repeat(43)}`;

/** One valid request for each call about withdrawals. */
export const WITHDRAWAL_EXAMPLES: Record<string, Example | ((client: LegacyClient) => Promise<Example>)> = {
  'withdrawals.options': {},
  'withdrawals.apply': async (client) => ({
    fields: { amount: '100', addr: ADDRESS, qianbao: ADDRESS, tbchannel: 'USDT_ERC20', request_id: await withTestMoney(client) },
    refusal: 'STEP_UP_REQUIRED',
  }),
  'x.withdraw': async (client) => ({
    fields: { amount: '100', arrives: '97', address: ADDRESS, channel: 'USDC_ERC20', request_id: await withTestMoney(client) },
    refusal: 'INSUFFICIENT_BALANCE',
  }),
  'x.withdrawalTerms': onReal({}),
  'x.withdrawals': onReal({}),
  'x.withdrawal': onReal({ fields: { id: '1' }, refusal: 'WITHDRAWAL_NOT_FOUND' }),
  'x.withdrawalCancel': onReal({ fields: { id: '1' }, refusal: 'WITHDRAWAL_NOT_FOUND' }),
  'x.withdrawalCancelByLink': { fields: { token: LINK_TOKEN }, refusal: 'LINK_INVALID' },
  'x.addressBook': onReal({}),
  'x.addressKeep': onReal({ fields: { network: 'ERC20', address: ADDRESS, name: 'Savings' }, refusal: 'STEP_UP_REQUIRED' }),
  'x.addressForget': onReal({ fields: { id: '1' } }),
  'x.addressOnlyKept': onReal({ fields: { on: '0' } }),
};

/** The demo account has no withdrawals. */
function onReal(example: Example): (client: LegacyClient) => Promise<Example> {
  return async (client) => {
    await client.signIn(addressOf(0xc0ffee), 'real');
    return example;
  };
}

/** Signs in a real account with test money and returns a request number. */
async function withTestMoney(client: LegacyClient): Promise<string> {
  await client.signIn(addressOf(0xc0ffee), 'real');
  // The faucet gives a few times a day.
  const { info } = await client.send('GET', '/user/getbanlance', { coin: 'USDT' });
  if (Number((info as { available: string }).available) < 1_000) {
    await client.send('POST', '/x/faucet', { coin: 'USDT', request_id: newRequestId() });
  }
  return newRequestId();
}
