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
import { LEVELS } from './liquidity.math';
import { expectLockedIsExact } from '../../../tests/helpers/expect-locked-exact';
import { LOOK_MS } from './liquidity.desk';
import { GAP_MS } from './liquidity.takers';

let db: Database;
let world: ReturnType<typeof build>;

function build(sandbox: boolean) {
  const clock = { at: Date.UTC(2026, 2, 1), now: () => clock.at };
  const index = { price: '2000' };
  const activity = { minute: 0, volume: '0', turnover: '86400000' };
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
  const liquidity = createLiquidityModule(platform, {
    spot: door,
    marketData: { ...marketData, getActivity: () => ({ ...activity }) },
    isDrivenByHand: true,
  });
  const quotes = async (mode: Mode = 'real', market = 'ETH-USDT') => {
    const { bids, asks } = await spot.getBook(market, mode);
    return { bids: bids.length, asks: asks.length, bid: bids[0]?.[0], ask: asks[0]?.[0] };
  };
  /** Looks until the book is quoted: a first look shows what there is after half a second, which on a busy machine is nothing. */
  const look = async (mode: Mode = 'real', market = 'ETH-USDT') => {
    await spot.look(market, mode);
    if ((await quotes(mode, market)).bids === 0) await liquidity.check();
    return quotes(mode, market);
  };
  return { clock, index, activity, line, spot, liquidity, quotes, look };
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

const fund = (userId: string) =>
  db.transaction((tx) =>
    postJournals(tx, [
      {
        code: 'FAUCET',
        reference: userId,
        at: 1,
        postings: [
          { address: 'outside:real:issuance:USDT', amount: -(10n ** 13n) },
          { address: `user:${userId}:real:USDT:available`, amount: 10n ** 13n },
        ],
      },
    ]),
  );
const fills = async () => {
  const { rows } = await db.read.query<{ price: string; quantity: string; taker_side: string }>(
    'SELECT price::float8::text AS price, (quantity / 100000000)::float8::text AS quantity, taker_side FROM spot_fills ORDER BY id',
  );
  return rows;
};

/** Ids of what the provider of ETH-USDT has resting, in the book alone or also in the database. */
const makerOrders = async () => {
  const { rows } = await db.read.query<{ id: string }>("SELECT id FROM users WHERE username = 'liquidity-provider-spot-ETH-USDT'");
  const orders = await world.spot.listOpenOrders({ userId: rows[0]?.id ?? '', mode: 'real' }, 'ETH-USDT');
  return orders.map(({ id }) => id);
};
/** Rows of what is written for orders and money. */
const written = async () => {
  const tables = ['spot_orders', 'spot_fills', 'ledger_journals', 'ledger_postings', 'event_log', 'idempotency_keys'];
  const counts = tables.map(async (table) => {
    const { rows } = await db.read.query<{ rows: string }>(`SELECT count(*) AS rows FROM ${table}`);
    return [table, Number(rows[0]?.rows)];
  });
  return Object.fromEntries(await Promise.all(counts));
};

describe('liquidity provider', () => {
  it('quotes 22 levels a side around the index in a book from the first look on, and in no other', async () => {
    expect(await world.quotes()).toMatchObject({ bids: 0, asks: 0 });
    const { bid, ask, ...levels } = await world.look();
    expect(levels, 'a book shows 20').toEqual({ bids: 20, asks: 20 });
    expect(await makerOrders()).toHaveLength(2 * LEVELS);
    expect(Number(bid)).toBeLessThan(2000);
    expect(Number(ask)).toBeGreaterThan(2000);
    expect(Number(ask) - Number(bid)).toBeLessThan(2);
    expect(await world.quotes('demo')).toMatchObject({ bids: 0, asks: 0 });
  });

  it('has the index between its best prices after every second, however it goes, and places nothing anew for a small move', async () => {
    await world.look();
    const before = await makerOrders();
    for (const price of ['2000.1', '2000.25', '1999.9', '2000']) {
      world.index.price = price;
      await world.liquidity.check();
    }
    expect(await makerOrders(), 'between the best prices nothing is placed').toEqual(before);
    for (const price of ['2000.8', '2002', '1990', '1991.11', '2100', '2099.5']) {
      world.index.price = price;
      await world.liquidity.check();
      const { bid, ask } = await world.quotes();
      expect(Number(bid), price).toBeLessThan(Number(price));
      expect(Number(ask), price).toBeGreaterThan(Number(price));
    }
  });

  it('writes nothing when it quotes, however the index goes: neither order, hold nor event', async () => {
    await world.look();
    const before = await written();
    for (const price of ['2010', '1950', '2100', '2100.9', '1800', '2000']) {
      world.index.price = price;
      await world.liquidity.check();
    }
    expect(await makerOrders()).toHaveLength(2 * LEVELS);
    expect(await written()).toEqual(before);
    expect(before.spot_orders).toBe(0);
  });

  it('writes of its quotes only what a trade takes: a filled order, and no hold', async () => {
    await fund('77');
    await world.look();
    const before = await written();
    const order = { market: 'ETH-USDT', side: 'buy', quantity: '0.5', kind: 'market', price: null, timeInForce: 'IOC' } as const;
    await world.spot.placeOrder({ userId: '77', mode: 'real' }, { ...order, requestId: 'd'.repeat(16) });
    const after = await written();
    expect({ ...after, event_log: 0 }).toEqual({
      ...before,
      event_log: 0,
      spot_orders: 2,
      spot_fills: 1,
      ledger_journals: before.ledger_journals + 1,
      ledger_postings: before.ledger_postings + 6,
      idempotency_keys: 1,
    });
    await expectLockedIsExact(db);
  });

  it('has money of its own in each market: trades of two markets meet in no balance', async () => {
    await fund('77');
    await fund('78');
    const touchedBy = async (userId: string, market: string) => {
      await world.look('real', market);
      const order = { market, side: 'buy', quantity: '1', kind: 'market', price: null, timeInForce: 'IOC' } as const;
      const { rows: last } = await db.read.query<{ id: string }>('SELECT max(id) AS id FROM ledger_journals');
      const { order: made } = await world.spot.placeOrder({ userId, mode: 'real' }, { ...order, requestId: userId.repeat(8) });
      expect(made.filled, market).toBe('1');
      const { rows } = await db.read.query<{ address: string }>(
        'SELECT DISTINCT address FROM ledger_postings p JOIN ledger_accounts a ON a.id = p.account_id WHERE journal_id > $1',
        [last[0]?.id],
      );
      return rows.map(({ address }) => address);
    };
    const [first, second] = [await touchedBy('77', 'ETH-USDT'), await touchedBy('78', 'BTC-USDT')];
    expect(first.length).toBeGreaterThan(4);
    expect(first.filter((address) => second.includes(address))).toEqual([]);
  });

  it('quotes again in a book that was built anew from the database, though the index stands still', async () => {
    const before = await world.look();
    await world.spot.stop();
    await world.spot.start();
    expect(await world.quotes()).toMatchObject({ bids: 0, asks: 0 });
    await world.liquidity.check();
    expect(await world.quotes()).toEqual(before);
  });

  it('takes out what it quoted before another process had the market', async () => {
    const before = await world.look();
    world.line.isElsewhere = true;
    world.index.price = '2200';
    await world.liquidity.check();
    expect(await world.quotes()).toEqual(before);
    world.line.isElsewhere = false;
    await world.liquidity.check();
    const { bid, ask } = await world.quotes();
    expect([Number(bid) > 2199, Number(ask) < 2201]).toEqual([true, true]);
  });

  it('fills up what was bought from it, and fills an order that the index moved through', async () => {
    await fund('77');
    const first = await world.look();
    const base = { market: 'ETH-USDT', side: 'buy', quantity: '1' } as const;
    const caller = { userId: '77', mode: 'real' } as const;
    const sent = { ...base, quantity: '15', kind: 'market', price: null, timeInForce: 'IOC', requestId: 'a'.repeat(16) } as const;
    expect((await world.spot.placeOrder(caller, sent)).state).toBe('filled');
    await world.liquidity.check();
    expect(await world.quotes()).toEqual(first);
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
    expect(eth?.available).toBe(1_598_420_000n);
  });

  it('replaces after a trade only the quote that was met, and keeps neither request numbers nor its old quotes', async () => {
    await fund('77');
    await world.look();
    const before = await makerOrders();
    expect(before).toHaveLength(2 * LEVELS);
    const [best] = (await world.spot.getBook('ETH-USDT', 'real')).asks;
    const quantity = (Number(best?.[1]) * 0.8).toFixed(5);
    const order = { market: 'ETH-USDT', side: 'buy', quantity, kind: 'market', price: null, timeInForce: 'IOC' } as const;
    await world.spot.placeOrder({ userId: '77', mode: 'real' }, { ...order, requestId: 'c'.repeat(16) });
    await world.liquidity.check();
    const after = await makerOrders();
    expect(
      after.filter((id) => before.includes(id)),
      'all but the quote that was met stay in the book',
    ).toHaveLength(2 * LEVELS - 1);
    expect(after).toHaveLength(2 * LEVELS);
    const { rows: kept } = await db.read.query('SELECT status FROM spot_orders WHERE user_id <> 77');
    expect(kept).toEqual([{ status: 'filled' }]);
    const { rows } = await db.read.query('SELECT DISTINCT user_id FROM idempotency_keys');
    expect(rows).toEqual([{ user_id: '77' }]);
  });

  it('takes its quotes back when nobody has looked for two minutes', async () => {
    await world.look();
    world.clock.at += LOOK_MS + 1;
    await world.liquidity.check();
    expect(await world.quotes()).toMatchObject({ bids: 0, asks: 0 });
    expect(await world.look()).toMatchObject({ bids: 20, asks: 20 });
  });

  it('is granted its inventory once, and so is the taker, when somebody looks at their market, however often they start', async () => {
    await world.look();
    await world.liquidity.stop();
    await world.liquidity.start();
    await world.look();
    const { rows } = await db.read.query("SELECT 1 FROM ledger_journals WHERE code = 'LIQUIDITY_FUNDING'");
    expect(rows, 'two accounts, two modes, what is traded and what it is paid in').toHaveLength(8);
  });

  it('quotes demo books alone outside the sandbox', async () => {
    await world.liquidity.stop();
    await world.spot.stop();
    world = build(false);
    await world.spot.start();
    await world.liquidity.start();
    world.spot.touch('ETH-USDT', 'real');
    expect(await world.look('demo')).toMatchObject({ bids: 20, asks: 20 });
    expect(await world.quotes('real')).toMatchObject({ bids: 0, asks: 0 });
  });
});

describe('the taker', () => {
  it('trades what the market traded, so that the tape sums up to the volume shown', async () => {
    await world.look();
    let traded = 0;
    for (let second = 1; second <= 120; second += 1) {
      world.clock.at += 1_000;
      if (second === 60) Object.assign(world.activity, { minute: 60_000, volume: '0' });
      traded += 0.4;
      world.activity.volume = (Number(world.activity.volume) + 0.4).toFixed(5);
      await world.spot.look('ETH-USDT', 'real');
      await world.liquidity.check();
    }
    const tape = await fills();
    const sum = tape.reduce((total, { quantity }) => total + Number(quantity), 0);
    expect(sum).toBeLessThanOrEqual(traded + 1e-6);
    expect(sum, 'all but what has come up since the last trade').toBeGreaterThan(traded - 0.4 * (GAP_MS.max / 1_000 + 1));
    expect(tape.length).toBeGreaterThanOrEqual(120_000 / (GAP_MS.max + 1_000));
    expect(tape.length).toBeLessThanOrEqual(120_000 / GAP_MS.min + 1);
    expect(new Set(tape.map(({ taker_side }) => taker_side))).toEqual(new Set(['buy', 'sell']));
  });

  it('buys the quotes that the index rises through and sells into those that it falls through: the last trade is inside the spread then', async () => {
    await world.look();
    for (const [price, side] of [
      ['2002.2', 'buy'],
      ['2001', 'sell'],
      ['2005', 'buy'],
    ] as const) {
      world.clock.at += 1_000;
      world.activity.volume = (Number(world.activity.volume) + 4).toFixed(5);
      const before = (await fills()).length;
      world.index.price = price;
      await world.liquidity.check();
      const made = (await fills()).slice(before);
      expect(made.length, price).toBeGreaterThan(0);
      expect(new Set(made.map(({ taker_side }) => taker_side))).toEqual(new Set([side]));
    }
  });

  it('writes one line of the tape for what it trades with the provider: no order, no journal, no balance', async () => {
    await world.look();
    const before = await written();
    world.clock.at += GAP_MS.max;
    world.activity.volume = '0.4';
    await world.spot.look('ETH-USDT', 'real');
    await world.liquidity.check();
    expect(await written()).toEqual({ ...before, spot_fills: 1 });
    await world.liquidity.check();
    expect(await makerOrders(), 'what was traded off a quote is gone from it').toHaveLength(2 * LEVELS);
  });

  it('trades with members for money, and writes of such an order only their part', async () => {
    await fund('77');
    await world.look();
    const base = { market: 'ETH-USDT', side: 'buy', kind: 'limit', timeInForce: 'GTC' } as const;
    const { bids } = await world.spot.getBook('ETH-USDT', 'real');
    const price = (Number(bids[0]?.[0]) + 0.01).toFixed(2);
    await world.spot.placeOrder({ userId: '77', mode: 'real' }, { ...base, price, quantity: '0.2', requestId: 'e'.repeat(16) });
    world.clock.at += 1_000;
    world.activity.volume = '4';
    world.index.price = (Number(bids[2]?.[0]) - 0.3).toFixed(2);
    await world.liquidity.check();
    const { rows } = await db.read.query<{ of_member: boolean; filled: string; fills: string }>(
      `SELECT user_id = 77 AS of_member, (filled / 100000000)::float8::text AS filled,
              (SELECT count(*) FROM spot_fills WHERE taker_order_id = o.id) AS fills FROM spot_orders o ORDER BY id`,
    );
    expect(rows).toEqual([
      { of_member: true, filled: '0.2', fills: '0' },
      { of_member: false, filled: '0.2', fills: '1' },
    ]);
    expect((await fills()).length).toBeGreaterThan(1);
    await expectLockedIsExact(db);
  });

  it('is silent where nothing is traded, and where nobody looks', async () => {
    await world.look();
    world.clock.at += GAP_MS.max;
    await world.liquidity.check();
    world.activity.volume = '5';
    world.clock.at += LOOK_MS;
    await world.liquidity.check();
    await world.liquidity.check();
    expect(await fills()).toEqual([]);
  });

  it('turns round when it has bought a million more than it sold', async () => {
    await world.look();
    for (let price = 2000; price < 2350; price += 10) {
      world.clock.at += 1_000;
      world.activity.volume = (Number(world.activity.volume) + 100).toFixed(5);
      world.index.price = String(price);
      await world.spot.look('ETH-USDT', 'real');
      await world.liquidity.check();
    }
    const net = (await fills()).reduce(
      (sum, { price, quantity, taker_side }) => sum + (taker_side === 'buy' ? 1 : -1) * Number(price) * Number(quantity),
      0,
    );
    expect(net).toBeGreaterThan(500_000);
    expect(net).toBeLessThan(1_600_000);
  });
});
