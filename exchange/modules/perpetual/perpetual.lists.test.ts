import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CallContext } from '../../http/register-call';
import type { Database, Tx } from '../../platform/db';
import { createTestDatabase } from '../../platform/test-database';
import { SCAN_ROWS_MAX } from '../../platform/keyset-pages';
import { listClosedRange } from './perpetual.queries';
import { listLiquidationRows, listPayments } from './perpetual.records';
import { createRecordCalls } from './perpetual.records.handlers';

const NOON = Date.UTC(2026, 2, 1, 12);
const MINUTE_MS = 60_000;
const PAGE = { from: null, to: null, before: null, limit: 20, market: null, kind: null };
const OWNER = { userId: '1', mode: 'real' as const };
const POSITIONS = SCAN_ROWS_MAX + 500;

let db: Database;
const at = (minute: number) => NOON + minute * MINUTE_MS;

/** Position n was closed at minute `POSITIONS - n`: the one that was opened first ended last. Odd ones belong to the user; number 1 was in ETH-USDT. */
beforeAll(async () => {
  db = await createTestDatabase();
  await db.read.query(
    `INSERT INTO perpetual_positions (id, user_id, mode, market, side, quantity, cost, margin, leverage, realized, fees, funding, opened_quantity, opened_cost,
       closed_quantity, closed_value, margin_most, opened_at, updated_at, closed_at, close_origin)
     SELECT n, CASE WHEN n % 2 = 1 THEN 1 ELSE 2 END, 'real', CASE WHEN n = 1 THEN 'ETH-USDT' ELSE 'BTC-USDT' END, 'long', 0, 0, 0, 10, 0, 0, 0, 10, 1000,
            10, 1000, 100, to_timestamp($2::int8 / 1000.0), to_timestamp(($2::int8 + ($1::int4 * 2 - n) * $3::int8) / 1000.0),
            to_timestamp(($2::int8 + ($1::int4 * 2 - n) * $3::int8) / 1000.0), CASE WHEN n = $1::int4 * 2 - 1 THEN 'stop_loss' ELSE 'user' END
       FROM generate_series(1, $1::int4 * 2) n`,
    [POSITIONS, NOON, MINUTE_MS],
  );
  await db.read.query(
    `INSERT INTO perpetual_fundings (market, mode, instant, rate, premium, samples, mark, print_seq, paid, received, by_fund, missing, skipped, settled_at, phase)
     SELECT CASE WHEN n = 3 THEN 'ETH-USDT' ELSE 'BTC-USDT' END, 'real', $1::int8 + n * $2::int8, 10000, 0, 1, 100, 1, 0, 0, 0, 0, NULL, $1::int8, 'done' FROM generate_series(1, 3) n`,
    [NOON, MINUTE_MS],
  );
  await db.read.query(
    `INSERT INTO perpetual_funding_payments (funding_id, user_id, mode, market, position_id, side, quantity, amount, journal_id)
     SELECT id, 1, mode, market, 1, 'long', 10, -5, id FROM perpetual_fundings ORDER BY id`,
  );
  await db.read.query(
    `INSERT INTO perpetual_liquidations (user_id, mode, market, position_id, order_id, side, quantity_before, cost_before, margin_before, closed, by_book, by_book_value,
       by_fund, by_others, mark, index_price, print_seq, liquidation_price, bankruptcy_price, fee, lost, returned, created_at)
     SELECT 1, 'real', CASE WHEN n = 3 THEN 'ETH-USDT' ELSE 'BTC-USDT' END, n, n, 'long', 10, 1000, 100, 10, 10, 1000, 0, 0, 100, 100, 1, 90, 89, 1, 9, 0,
            to_timestamp(($1::int8 + n * $2::int8) / 1000.0) FROM generate_series(1, 3) n`,
    [NOON, MINUTE_MS],
  );
});
afterAll(() => db.close());

describe('closed positions', () => {
  const list = (input: Partial<Parameters<typeof listClosedRange>[1]>) => listClosedRange(db.read, { ...OWNER, ...PAGE, ...input });
  const numbersOf = ({ rows }: Awaited<ReturnType<typeof list>>) => rows.map(({ position }) => Number(position.identity.id));

  it('come in the order in which they were closed, each page from where the one before ended', async () => {
    const first = await list({ limit: 2 });
    expect(numbersOf(first)).toEqual([1, 3]);
    expect(numbersOf(await list({ limit: 2, before: first.next }))).toEqual([5, 7]);
  });
  it('are narrowed by the time of their end to the millisecond, by market and by what closed them', async () => {
    expect(numbersOf(await list({ from: at(3), to: at(5) }))).toEqual([POSITIONS * 2 - 3]);
    expect(numbersOf(await list({ from: at(3), to: at(5) + 1 }))).toEqual([POSITIONS * 2 - 5, POSITIONS * 2 - 3]);
    expect(numbersOf(await list({ market: 'ETH-USDT' }))).toEqual([1]);
    expect(numbersOf(await list({ market: 'SOL-USDT' }))).toEqual([]);
  });
  it('find what lies beyond one look, and belong to their account alone', async () => {
    expect(numbersOf(await list({ kind: 'stop_loss' }))).toEqual([POSITIONS * 2 - 1]);
    expect(await listClosedRange(db.read, { ...OWNER, ...PAGE, mode: 'demo' })).toEqual({ rows: [], next: null });
    expect(numbersOf(await list({ limit: 1, before: '2' })), "another owner's number is no place in this list").toEqual([]);
  });
});

describe('lists that count pages', () => {
  const behind: Tx = {
    async query() {
      throw new Error('an older state has other rows at the same places');
    },
  };
  const context = { session: { ...OWNER, username: 'one', sessionId: 's' }, isBff: true, ip: '' } as unknown as CallContext;

  it('read each page where they read the first one', async () => {
    const calls = createRecordCalls({ ...db, past: behind }, () => undefined);
    for (const id of ['x.fundingRates', 'x.fundingPayments', 'x.liquidations']) {
      const found = calls.find(({ call }) => call.id === id);
      expect(await found?.run({ market: 'BTC-USDT', is_cs: '0', page: '2' }, context), id).toEqual([]);
    }
  });
});

describe('funding payments and liquidations', () => {
  it('are narrowed by time and market, newest first', async () => {
    const times = ({ rows }: { rows: readonly { time: number }[] }) => rows.map(({ time }) => time);
    for (const list of [listPayments, listLiquidationRows]) {
      expect(times(await list(db.read, { ...OWNER, ...PAGE }))).toEqual([at(3), at(2), at(1)]);
      expect(times(await list(db.read, { ...OWNER, ...PAGE, from: at(2), to: at(3) }))).toEqual([at(2)]);
      expect(times(await list(db.read, { ...OWNER, ...PAGE, market: 'ETH-USDT' }))).toEqual([at(3)]);
      const first = await list(db.read, { ...OWNER, ...PAGE, limit: 2 });
      expect(times(await list(db.read, { ...OWNER, ...PAGE, limit: 2, before: first.next }))).toEqual([at(1)]);
    }
  });
});
