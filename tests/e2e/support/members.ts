import type { BrowserContext } from '@playwright/test';
import { makeStakingMember } from './staking-member';
import { makeSecuredMember } from './secured-member';
import { makeTransfersMember } from './transfers-member';
import { newId, RawClient } from './raw-client';

const LOOKS_MAX = 600;
const LOOK_MS = 100;

export const VIEWERS = ['visitor', 'newcomer', 'trader', 'real', 'earner', 'guarded', 'payer'] as const;
/** Who looks: nobody, a member who did nothing yet, one with orders, positions and contracts, one on an empty real account, one who stakes, hosts, borrows and wrote to support, one whose account has all that protects one, and one with money in, out and exchanged. */
export type Viewer = (typeof VIEWERS)[number];
export type Member = { cookies: ReadonlyMap<string, string>; ids: Readonly<Record<string, string>> };

const TEST_ANSWERS = { option: [true, true, false, true, false], perpetual: [true, false, true, false, true] } as const;
const made = new Map<Viewer, Promise<Member>>();

/** Returns the cookies of a viewer and the ids of what belongs to them; each is made once per worker. */
export function getMember(viewer: Viewer): Promise<Member> {
  const member = made.get(viewer) ?? MAKERS[viewer]();
  made.set(viewer, member);
  return member;
}

/** Makes the browser that of `viewer`, with this look. */
export async function becomeViewer(context: BrowserContext, viewer: Viewer, look: { theme: string; locale: string }): Promise<Member> {
  const member = await getMember(viewer);
  await context.clearCookies();
  const all = { ...Object.fromEntries(member.cookies), candor_theme: look.theme, candor_locale: look.locale };
  await context.addCookies(Object.entries(all).map(([name, value]) => ({ name, value, url: process.env.E2E_ORIGIN ?? '' })));
  return member;
}

const MAKERS: Record<Viewer, () => Promise<Member>> = {
  visitor: async () => ({ cookies: (await openWallet()).cookies, ids: {} }),
  newcomer: async () => ({ cookies: (await signIn()).cookies, ids: {} }),
  real: async () => {
    const client = await signIn();
    await client.must('/api/session/mode', { mode: 'real' });
    return { cookies: client.cookies, ids: {} };
  },
  trader: makeTrader,
  earner: makeStakingMember,
  guarded: makeSecuredMember,
  payer: makeTransfersMember,
};

/** A browser that was seen with a wallet, as pages for members ask for. */
async function openWallet(): Promise<RawClient> {
  const client = new RawClient();
  await client.must('/api/wallet-found', {});
  return client;
}

async function signIn(): Promise<RawClient> {
  const client = await openWallet();
  await client.signIn();
  return client;
}

/** Makes a member with orders, positions, contracts, records and a notification, on the demo account. */
export async function makeTrader(): Promise<Member> {
  const client = await signIn();
  for (const product of ['option', 'perpetual'] as const) {
    await client.must('/api/risk-limits/consent', { product, requestId: newId() });
    await client.must('/api/risk-limits/test', { product, answers: TEST_ANSWERS[product], requestId: newId() });
  }
  const { data: book } = await client.get<{ bids: [string, string][] }>('/api/markets/book?symbol=BTC-USDT');
  const market = Number(book.bids[0]?.[0]);
  const at = (share: number) => (market * share).toFixed(2);
  await client.must('/api/options/contracts', { symbol: 'ETH-USDT', direction: 'up', stake: '50', seconds: 30, requestId: newId() });
  const spot = (order: object) =>
    client.must<{ order: { id: string } }>('/api/spot/orders', { symbol: 'BTC-USDT', side: 'buy', requestId: newId(), ...order });
  const filled = await spot({ kind: 'market', quantity: '0.012345' });
  const resting = await spot({
    kind: 'limit',
    quantity: '0.01',
    price: at(0.95),
    takeProfit: at(1.2),
    stopLoss: at(0.8),
    stopLossLimit: at(0.79),
  });
  await spot({ kind: 'stop_limit', quantity: '0.01', stop: at(1.1), price: at(1.11) });
  const perpetual = (order: object) =>
    client.must<{ order: { id: string }; position: { id: string } }>('/api/perpetual/orders', {
      leverage: 20,
      requestId: newId(),
      ...order,
    });
  const short = await perpetual({ symbol: 'ETH-USDT', side: 'short', kind: 'market', quantity: '0.5' });
  await client.must('/api/perpetual/closings', { positionId: short.position.id, requestId: newId() });
  const long = await perpetual({
    symbol: 'BTC-USDT',
    side: 'long',
    kind: 'market',
    quantity: '0.05',
    takeProfit: at(1.2),
    stopLoss: at(0.97),
  });
  await perpetual({ symbol: 'BTC-USDT', side: 'long', kind: 'limit', quantity: '0.01', price: at(0.95) });
  const { data: records } = await client.get<{ entries: { reference: string; type: string }[] }>('/api/records');
  // Orders of both books are counted from one: without its book beside it a reference is that of spot.
  const ofSpot = records.entries.find(({ type }) => type.startsWith('SPOT_'));
  const reference = encodeURIComponent(ofSpot?.reference ?? '');
  return {
    cookies: client.cookies,
    ids: {
      notification: await waitForNotification(client),
      filled: filled.order.id,
      resting: resting.order.id,
      perpetual: long.order.id,
      reference,
    },
  };
}

/** Returns the newest notification; events are read a moment after their commit. */
async function waitForNotification(client: RawClient): Promise<string> {
  for (let look = 0; look < LOOKS_MAX; look += 1) {
    const { data } = await client.get<{ notifications: { id: string }[] }>('/api/notifications');
    const [first] = data.notifications;
    if (first !== undefined) return first.id;
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
  }
  throw new Error('no notification came');
}
