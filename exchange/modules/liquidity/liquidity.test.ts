import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Mode } from '../../../lib/protocol/wire';
import { createLocalBus } from '../../platform/bus';
import type { Platform } from '../../platform/app';
import type { Database } from '../../platform/db';
import { DomainError } from '../../platform/domain-error';
import { createEventHub } from '../../platform/events';
import { createLogger } from '../../platform/logger';
import { createMetrics } from '../../platform/metrics';
import { createTestDatabase } from '../../platform/test-database';
import { auditLedger, getBalances, postJournals } from '../ledger/ledger';
import { MARKETS } from '../market-data/markets';
import { createSpotModule } from '../spot/spot.module';
import { createLiquidityModule } from './liquidity.module';
import { FORGET_AT, LOOK_MS } from './liquidity.service';

let db: Database;
let world: ReturnType<typeof build>;

function build(sandbox: boolean) {
  const clock = { at: Date.UTC(2026, 2, 1), now: () => clock.at };
  const index = { price: '2000' };
  const log = createLogger('silent');
  const platform: Platform = {
    db,
    clock,
    log,
    events: createEventHub(log),
    bus: createLocalBus(),
    metrics: createMetrics(log),
    env: { sandbox } as Platform['env'],
  };
  const marketData = {
    listMarkets: () => MARKETS,
    onPrint: () => () => undefined,
    getIndex: () => ({ price: index.price, at: clock.at, state: 'fresh' }),
  };
  const spot = createSpotModule(platform, { marketData });
  /** While another process writes the market every order and every cancellation is refused. */
  const line = { isElsewhere: false };
  const busyOr = <T>(ask: () => Promise<T>): Promise<T> => (line.isElsewhere ? Promise.reject(new DomainError('MARKET_BUSY')) : ask());
  const door: typeof spot = {
    ...spot,
    isHere: (market) => !line.isElsewhere && spot.isHere(market),
    placeOrder: (...input) => busyOr(() => spot.placeOrder(...input)),
    cancelOrder: (...input) => busyOr(() => spot.cancelOrder(...input)),
  };
  const liquidity = createLiquidityModule(platform, { spot: door, marketData });
  const quotes = async (mode: Mode = 'real') => {
    const { bids, asks } = await spot.getBook('ETH-USDT', mode);
    return { bids: bids.length, asks: asks.length, bid: bids[0]?.[0], ask: asks[0]?.[0] };
  };
  const look = async (mode: Mode = 'real') => {
    await spot.look('ETH-USDT', mode);
    return quotes(mode);
  };
  return { clock, index, line, spot, liquidity, quotes, look };
}

beforeEach(async () => {
  db = await createTestDatabase();
  world = build(true);
  await world.spot.start();
  await world.liquidity.start();
});
afterEach(async () => {
  await world.liquidity.stop();
  expect((await db.read.query("SELECT 1 FROM spot_orders WHERE status IN ('open', 'partially_filled')")).rows).toHaveLength(0);
  expect((await auditLedger(db)).isClean).toBe(true);
  await world.spot.stop();
  await db.close();
});

describe('liquidity provider', () => {
  it('quotes six levels a side in a book from the first look on, and in no other', async () => {
    expect(await world.quotes()).toMatchObject({ bids: 0, asks: 0 });
    expect(await world.look()).toEqual({ bids: 6, asks: 6, bid: '1999.6', ask: '2000.4' });
    expect(await world.quotes('demo')).toMatchObject({ bids: 0, asks: 0 });
  });

  it('follows the index beyond 8 hundredths of a percent and stays where it is within', async () => {
    await world.look();
    world.index.price = '2001.6';
    await world.liquidity.check();
    expect(await world.quotes()).toMatchObject({ bid: '1999.6' });
    world.index.price = '2010';
    await world.liquidity.check();
    expect(await world.quotes()).toEqual({ bids: 6, asks: 6, bid: '2009.59', ask: '2010.41' });
  });

  it('takes out what it quoted before another process had the market', async () => {
    await world.look();
    world.line.isElsewhere = true;
    world.index.price = '2200';
    await world.liquidity.check();
    expect(await world.quotes()).toMatchObject({ bid: '1999.6', ask: '2000.4' });
    world.line.isElsewhere = false;
    await world.liquidity.check();
    expect(await world.quotes()).toEqual({ bids: 6, asks: 6, bid: '2199.56', ask: '2200.44' });
  });

  it('fills up what was bought from it, and fills an order that the index moved through', async () => {
    await db.transaction((tx) =>
      postJournals(tx, [
        {
          code: 'FAUCET',
          reference: 'one',
          at: 1,
          postings: [
            { address: 'outside:real:issuance:USDT', amount: -(10n ** 13n) },
            { address: 'user:77:real:USDT:available', amount: 10n ** 13n },
          ],
        },
      ]),
    );
    await world.look();
    const base = { market: 'ETH-USDT', side: 'buy', quantity: '1' } as const;
    const caller = { userId: '77', mode: 'real' } as const;
    const market = await world.spot.placeOrder(caller, {
      ...base,
      kind: 'market',
      price: null,
      timeInForce: 'IOC',
      requestId: 'a'.repeat(16),
    });
    expect(market.state).toBe('filled');
    await world.liquidity.check();
    expect(await world.quotes()).toMatchObject({ asks: 6, ask: '2000.4' });
    const below = await world.spot.placeOrder(caller, {
      ...base,
      kind: 'limit',
      price: '1995',
      timeInForce: 'GTC',
      requestId: 'b'.repeat(16),
    });
    expect(below.state).toBe('open');
    world.index.price = '1990';
    await world.liquidity.check();
    expect(await world.spot.listOpenOrders(caller, 'ETH-USDT')).toEqual([]);
    const eth = (await getBalances(db.read, caller)).find((row) => row.asset === 'ETH');
    expect(eth?.available).toBe(199_820_000n);
  });

  it('replaces after a trade only the quote that was met, and keeps neither request numbers nor its old quotes', async () => {
    const funds = [
      { address: 'outside:real:issuance:USDT', amount: -(10n ** 13n) },
      { address: 'user:77:real:USDT:available', amount: 10n ** 13n },
    ];
    await db.transaction((tx) => postJournals(tx, [{ code: 'FAUCET', reference: 'one', at: 1, postings: funds }]));
    await world.look();
    const ids = async () => {
      const { rows } = await db.read.query<{ id: string }>(
        "SELECT id FROM spot_orders WHERE user_id <> 77 AND status <> 'filled' ORDER BY id",
      );
      return rows.map(({ id }) => id);
    };
    const before = await ids();
    expect(before).toHaveLength(12);
    const order = { market: 'ETH-USDT', side: 'buy', quantity: '0.7', kind: 'market', price: null, timeInForce: 'IOC' } as const;
    await world.spot.placeOrder({ userId: '77', mode: 'real' }, { ...order, requestId: 'c'.repeat(16) });
    await world.liquidity.check();
    const after = await ids();
    expect(
      after.filter((id) => before.includes(id)),
      'the quote that was met stays in the records, eleven stay in the book',
    ).toHaveLength(12);
    expect(after).toHaveLength(13);
    for (let round = 1; round <= 2 * Math.ceil(FORGET_AT / 12); round += 1) {
      world.index.price = String(2000 + (round % 2) * 10);
      await world.liquidity.check();
    }
    expect((await ids()).length).toBeLessThan(FORGET_AT + 14);
    const { rows } = await db.read.query('SELECT DISTINCT user_id FROM idempotency_keys');
    expect(rows).toEqual([{ user_id: '77' }]);
  });

  it('takes its quotes back when nobody has looked for two minutes', async () => {
    await world.look();
    world.clock.at += LOOK_MS + 1;
    await world.liquidity.check();
    expect(await world.quotes()).toMatchObject({ bids: 0, asks: 0 });
    expect(await world.look()).toMatchObject({ bids: 6, asks: 6 });
  });

  it('is granted its inventory once, however often it starts', async () => {
    await world.liquidity.stop();
    await world.liquidity.start();
    const { rows } = await db.read.query("SELECT 1 FROM ledger_journals WHERE code = 'LIQUIDITY_FUNDING'");
    expect(rows).toHaveLength(28);
  });

  it('quotes demo books alone outside the sandbox', async () => {
    await world.liquidity.stop();
    await world.spot.stop();
    world = build(false);
    await world.spot.start();
    await world.liquidity.start();
    world.spot.touch('ETH-USDT', 'real');
    expect(await world.look('demo')).toMatchObject({ bids: 6, asks: 6 });
    expect(await world.quotes('real')).toMatchObject({ bids: 0, asks: 0 });
  });
});
