import { addressOf, type LegacyClient, newRequestId } from './legacy-client';

/** What the smallest amount of the first term takes, in the demo account. */
async function stakedAmount(client: LegacyClient): Promise<Record<string, string>> {
  await client.signIn(addressOf(0xc0ffee), 'demo');
  return { id: '1', price: '100', coin: 'USDT', request_id: newRequestId() };
}

async function stake(client: LegacyClient): Promise<string> {
  await client.send('POST', '/Mobile/Financing/index', await stakedAmount(client));
  const { info } = await client.send('GET', '/home/Financing/log', { state: 'open' });
  return (info as { id: string }[])[0]?.id ?? '';
}

/** One valid request for each call of staking. */
export const STAKING_EXAMPLES = {
  'staking.terms': {},
  'staking.subscribe': async (client: LegacyClient) => ({ fields: await stakedAmount(client) }),
  'staking.records': {},
  'staking.totals': {},
  'staking.redeem': async (client: LegacyClient) => ({ fields: { id: await stake(client), request_id: newRequestId() } }),
  'x.stakingRenewal': async (client: LegacyClient) => ({ fields: { id: await stake(client), renew: '1', request_id: newRequestId() } }),
};
