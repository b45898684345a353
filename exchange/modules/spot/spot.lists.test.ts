import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readRows } from '../../../tests/helpers/read-rows';
import { SCAN_ROWS_MAX, SCANS_MAX } from '../../platform/keyset-pages';
import type { Database } from '../../platform/db';
import { createTestDatabase } from '../../platform/test-database';
import { listClosedOrders, listOwnFills } from '../matching/matching';
import { SPOT_ORDERS } from './spot.repository';

const NOON = Date.UTC(2026, 2, 1, 12);
const MINUTE_MS = 60_000;
/** More than one page of looks passes by. */
const ORDERS = SCAN_ROWS_MAX * SCANS_MAX + 3_000;
const PAGE = { from: null, to: null, before: null, limit: 20, market: null, kind: null };
const OWNER = { userId: '1', mode: 'real' as const };

let db: Database;
/** One order a minute, from noon on: every other one belongs to the user; the user's first is the only market order, the last 20 are of ETH-USDT. */
beforeAll(async () => {
  db = await createTestDatabase();
  await db.read.query(
    `INSERT INTO spot_orders (id, user_id, mode, market, side, kind, time_in_force, price, quantity, rested, filled, filled_value, fee, status, rank, created_at, updated_at)
     SELECT n, CASE WHEN n % 2 = 1 THEN 1 ELSE 2 END, 'real', CASE WHEN n > $1::int4 * 2 - 40 THEN 'ETH-USDT' ELSE 'BTC-USDT' END, 'buy',
            CASE WHEN n = 1 THEN 'market' ELSE 'limit' END, CASE WHEN n = 1 THEN 'IOC' ELSE 'GTC' END, CASE WHEN n = 1 THEN NULL ELSE 100 END, 10, 0,
            10, 1000, 0, 'filled', n, to_timestamp(($2::int8 + n * $3::int8) / 1000.0), to_timestamp(($2::int8 + n * $3::int8) / 1000.0)
       FROM generate_series(1, $1::int4 * 2) n`,
    [ORDERS, NOON, MINUTE_MS],
  );
  await db.read.query(
    `INSERT INTO spot_fills (id, market, mode, price, quantity, value, taker_side, maker_order_id, taker_order_id, maker_fee, taker_fee, journal_id, created_at)
     SELECT id, market, mode, 100, 10, 1000, 'buy', id + 1, id, 0, 0, id, created_at FROM spot_orders WHERE user_id = 1 AND (id = 1 OR id > $1::int4 * 2 - 40)`,
    [ORDERS],
  );
  await db.read.query('ANALYZE spot_orders');
  await db.read.query('ANALYZE spot_fills');
});
afterAll(() => db.close());

const list = (input: Partial<Parameters<typeof listClosedOrders>[2]>) =>
  listClosedOrders(db.read, SPOT_ORDERS, { ...OWNER, ...PAGE, ...input });
const numbersOf = ({ rows }: { rows: { id: number }[] }) => rows.map(({ id }) => id);
const NEWEST = ORDERS * 2 - 1;

describe('orders that are over', () => {
  it('come newest first, each page from where the one before ended', async () => {
    const first = await list({ limit: 3 });
    expect(numbersOf(first)).toEqual([NEWEST, NEWEST - 2, NEWEST - 4]);
    expect(numbersOf(await list({ limit: 2, before: first.next }))).toEqual([NEWEST - 6, NEWEST - 8]);
  });
  it('leave out those that are open, and another account', async () => {
    await db.read.query("UPDATE spot_orders SET status = 'open', filled = 0 WHERE id = $1", [NEWEST]);
    expect(numbersOf(await list({ limit: 1 }))).toEqual([NEWEST - 2]);
    await db.read.query("UPDATE spot_orders SET status = 'filled', filled = 10 WHERE id = $1", [NEWEST]);
    expect(await list({ mode: 'demo' })).toEqual({ rows: [], next: null });
  });
  it('are narrowed to a time to the millisecond: from, and before', async () => {
    const at = (number: number) => NOON + number * MINUTE_MS;
    expect(numbersOf(await list({ from: at(101), to: at(105) }))).toEqual([103, 101]);
    expect(numbersOf(await list({ from: at(101) + 1, to: at(105) + 1 }))).toEqual([105, 103]);
    expect(await list({ from: at(NEWEST) + MINUTE_MS })).toEqual({ rows: [], next: null });
    expect(await list({ to: NOON })).toEqual({ rows: [], next: null });
  });
  it('read no more than a page and its looks, wherever the time is and however many orders there are', async () => {
    for (const middle of [100, ORDERS, NEWEST - 100]) {
      const range = { from: NOON + middle * MINUTE_MS, to: NOON + (middle + 100) * MINUTE_MS };
      const read = await readRows(db.read, (tx) => listClosedOrders(tx, SPOT_ORDERS, { ...OWNER, ...PAGE, ...range }));
      expect(read).toBeLessThan(500);
    }
  });
  it('pass by a bounded number of others to find a rare one, and go on from there', async () => {
    const input = { ...OWNER, ...PAGE, kind: 'market' };
    const first = await listClosedOrders(db.read, SPOT_ORDERS, input);
    expect(first).toEqual({ rows: [], next: String(NEWEST - 2 * (SCAN_ROWS_MAX * SCANS_MAX - 1)) });
    const page = await list({ kind: 'market', before: first.next });
    expect([numbersOf(page), page.next]).toEqual([[1], null]);
  });
});

describe('fills', () => {
  const fills = (input: Partial<Parameters<typeof listOwnFills>[2]>) =>
    listOwnFills(db.read, SPOT_ORDERS, { ...OWNER, ...PAGE, after: null, ...input });
  it('are narrowed by market, kind and time', async () => {
    expect((await fills({ market: 'ETH-USDT', limit: 100 })).rows).toHaveLength(20);
    const one = { from: NOON + NEWEST * MINUTE_MS, to: NOON + NEWEST * MINUTE_MS + 1 };
    expect((await fills(one)).rows.map(({ id }) => id)).toEqual([String(NEWEST)]);
  });
  it('go on where a look ended, until there are no more orders', async () => {
    const found: string[] = [];
    let after: { orderId: string; fillId: string } | null = null;
    let pages = 0;
    do {
      const page = await fills({ kind: 'market', after });
      found.push(...page.rows.map(({ id }) => id));
      after = page.next;
      pages += 1;
    } while (after !== null);
    expect(found).toEqual(['1']);
    expect(pages).toBeGreaterThan(SCANS_MAX);
    const read = await readRows(db.read, (tx) => listOwnFills(tx, SPOT_ORDERS, { ...OWNER, ...PAGE, kind: 'market', after: null }));
    expect(read).toBeLessThanOrEqual(4 * SCAN_ROWS_MAX);
  });
});
