import { addressOf, type LegacyClient, newRequestId } from './legacy-client';

const NETWORK = { network: 'ERC20', address_network: 'ERC20', coin: 'USDT', num: '5' };

/** One valid request for each call of deposits: addresses belong to the real account, and the demo account is refused them. */
export const DEPOSIT_EXAMPLES = {
  'deposits.addresses': async (client: LegacyClient) => {
    await client.signIn(addressOf(0xc0ffee), 'real');
    return {};
  },
  'account.allowance': { fields: { coin: 'USDT', auth: '0' } },
  'x.allowances': {},
  'x.wires': async (client: LegacyClient) => {
    await client.signIn(addressOf(0xc0ffee), 'real');
    return {};
  },
  'x.wireStart': async (client: LegacyClient) => {
    await client.signIn(addressOf(0xc0ffee), 'real');
    return { fields: { num: '500', request_id: newRequestId() } };
  },
  'x.wireCancel': async (client: LegacyClient) => {
    await client.signIn(addressOf(0xc0ffee), 'real');
    return { fields: { id: '999999' }, refusal: 'WIRE_NOT_FOUND' as const };
  },
  'x.networks': {},
  'x.deposits': {},
  'x.findDeposit': { fields: { hash: `0x${'a'.repeat(64)}` } },
  'x.outsideWallet': async (client: LegacyClient) => {
    await client.signIn(addressOf(0xc0ffee), 'real');
    return {};
  },
  'x.outsideWalletSend': async (client: LegacyClient) => {
    await client.signIn(addressOf(0xc0ffee), 'demo');
    return { fields: { ...NETWORK, request_id: newRequestId() }, refusal: 'REAL_ACCOUNT_ONLY' as const };
  },
};
