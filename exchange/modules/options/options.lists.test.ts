import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '../../platform/db';
import { SCAN_ROWS_MAX } from '../../platform/keyset-pages';
import { createTestDatabase } from '../../platform/test-database';
import { listSettled } from './options.repository';

const NOON = Date.UTC(2026, 2, 1, 12);
const MINUTE_MS = 60_000;
const PAGE = { from: null, to: null, before: null, limit: 20, market: null, kind: null };
const OWNER = { userId: '1', mode: 'demo' as const };
const CONTRACTS = SCAN_ROWS_MAX + 100;

let db: Database;
const at = (minute: number) => NOON + minute * MINUTE_MS;
const list = (input: Partial<Parameters<typeof listSettled>[1]>) => listSettled(db.read, { ...OWNER, ...PAGE, ...input });
const numbersOf = ({ rows }: Awaited<ReturnType<typeof list>>) => rows.map(({ id }) => Number(id));

/** Contract n was bought at minute n: the first was won, the second was in BTC-USDT, the last but one still runs, and the last is of another account. */
beforeAll(async () => {
  db = await createTestDatabase();
  await db.read.query(
    `INSERT INTO option_contracts (id, user_id, mode, market, direction, stake, profit, ratio, duration_ms, state, accepted_at, strike, strike_at,
       strike_from_seq, strike_seq, delivers_at, delivery, delivery_from_seq, delivery_to_seq, settled_at) OVERRIDING SYSTEM VALUE
     SELECT n, 1, CASE WHEN n = $1 THEN 'real' ELSE 'demo' END, CASE WHEN n = 2 THEN 'BTC-USDT' ELSE 'ETH-USDT' END, 'up', 10000000, 8200000, 0.82, 30000,
            CASE WHEN n = 1 THEN 'won' WHEN n = $1 - 1 THEN 'running' ELSE 'lost' END, $2::int8 + n * $3::int8, 100, $2::int8 + n * $3::int8 + 1000, 1, 2,
            $2::int8 + n * $3::int8 + 31000, CASE WHEN n = $1 - 1 THEN NULL ELSE 101 END, CASE WHEN n = $1 - 1 THEN NULL ELSE 3 END,
            CASE WHEN n = $1 - 1 THEN NULL ELSE 8 END, CASE WHEN n = $1 - 1 THEN NULL ELSE $2::int8 + n * $3::int8 + 31000 END
       FROM generate_series(1, $1::int4) n`,
    [CONTRACTS, NOON, MINUTE_MS],
  );
});
afterAll(() => db.close());

describe('settled seconds contracts', () => {
  it('come newest first without what still runs, each page from where the one before ended', async () => {
    const first = await list({ limit: 2 });
    expect(numbersOf(first)).toEqual([CONTRACTS - 2, CONTRACTS - 3]);
    expect(numbersOf(await list({ limit: 2, before: first.next }))).toEqual([CONTRACTS - 4, CONTRACTS - 5]);
  });

  it('are narrowed by the time of their purchase to the millisecond, by market and by result, beyond one look too', async () => {
    expect(numbersOf(await list({ from: at(3), to: at(5) }))).toEqual([4, 3]);
    expect(numbersOf(await list({ from: at(3), to: at(5) + 1 }))).toEqual([5, 4, 3]);
    expect(numbersOf(await list({ market: 'BTC-USDT' }))).toEqual([2]);
    expect(numbersOf(await list({ kind: 'won' }))).toEqual([1]);
    expect(numbersOf(await list({ kind: 'refunded' }))).toEqual([]);
  });

  it('belong to their account alone', async () => {
    expect(numbersOf(await list({ mode: 'real' }))).toEqual([CONTRACTS]);
    expect(await list({ userId: '2' })).toEqual({ rows: [], next: null });
  });
});
