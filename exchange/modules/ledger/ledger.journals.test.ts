import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readRows } from '../../../tests/helpers/read-rows';
import type { Database } from '../../platform/db';
import { createTestDatabase } from '../../platform/test-database';
import { type Journal, listOwnJournals, postJournals } from './ledger';

const NOON = Date.UTC(2026, 2, 1, 12);
const MINUTE_MS = 60_000;
const COUNT = 3_000;
const OWNER = { userId: '1', mode: 'demo' as const };
const PAGE = { from: null, to: null, before: null, limit: 20, asset: null, codes: null, feeNames: new Map([['SPOT_FILL', 'fees-spot-']]) };
const own = (asset: string, part = 'available') => `user:1:demo:${asset}:${part}`;

let db: Database;
/** A journal a minute: money in, a purchase of 10 that costs 200 with a fee of 1, then many holds. */
beforeAll(async () => {
  db = await createTestDatabase();
  const post = (journals: Journal[]) => db.transaction((tx) => postJournals(tx, journals));
  const grant = [
    { address: 'outside:demo:grants:USDT', amount: -10_000n },
    { address: own('USDT'), amount: 10_000n },
  ];
  const stock = [
    { address: 'outside:demo:grants:BTC', amount: -10n },
    { address: 'user:2:demo:BTC:available', amount: 10n },
  ];
  await post([
    { code: 'DEMO_GRANT', reference: 'user:1', at: NOON, postings: grant },
    { code: 'DEMO_GRANT', reference: 'user:2', at: NOON, postings: stock },
  ]);
  const purchase = [
    { address: own('USDT'), amount: -200n },
    { address: own('BTC'), amount: 9n },
    { address: 'house:demo:fees-spot-BTC-USDT:BTC', amount: 1n },
    { address: 'user:2:demo:BTC:available', amount: -10n },
    { address: 'user:2:demo:USDT:available', amount: 198n },
    { address: 'house:demo:fees-spot-BTC-USDT:USDT', amount: 2n },
  ];
  await post([{ code: 'SPOT_FILL', reference: 'fill:1', at: NOON + MINUTE_MS, postings: purchase }]);
  await post(
    Array.from({ length: COUNT }, (_, index) => ({
      code: 'SPOT_HOLD',
      reference: `order:${index + 1}`,
      at: NOON + (index + 2) * MINUTE_MS,
      postings: [
        { address: own('USDT'), amount: -1n },
        { address: own('USDT', 'locked'), amount: 1n },
      ],
    })),
  );
  for (const table of ['accounts', 'journals', 'postings']) await db.read.query(`ANALYZE ledger_${table}`);
});
afterAll(() => db.close());

type Input = Parameters<typeof listOwnJournals>[1];
const list = (input: Partial<Input> = {}) => listOwnJournals(db.read, { ...OWNER, ...PAGE, ...input });
const referencesOf = ({ rows }: Awaited<ReturnType<typeof list>>) => rows.map(({ reference }) => reference);

describe('journals of an account', () => {
  it('come newest first, one row with all lines of the owner, each page from where the one before ended', async () => {
    const first = await list({ limit: 2 });
    expect(referencesOf(first)).toEqual([`order:${COUNT}`, `order:${COUNT - 1}`]);
    expect(first.rows[0]?.entries.map(({ part, amount }) => [part, amount])).toEqual([
      ['available', -1n],
      ['locked', 1n],
    ]);
    expect(referencesOf(await list({ limit: 1, before: first.next }))).toEqual([`order:${COUNT - 2}`]);
  });
  it('tell the fee that was kept from what came in, not that of the other side', async () => {
    const [fill] = (await list({ codes: ['SPOT_FILL'], to: NOON + 10 * MINUTE_MS })).rows;
    expect(fill?.fee).toEqual({ asset: 'BTC', scale: 8, amount: 1n });
    expect(fill?.entries.map(({ asset, amount }) => [asset, amount])).toEqual([
      ['USDT', -200n],
      ['BTC', 9n],
    ]);
    const [sale] = (await list({ userId: '2', codes: ['SPOT_FILL'] })).rows;
    expect(sale?.fee).toMatchObject({ asset: 'USDT', amount: 2n });
  });
  it('are narrowed by coin and time', async () => {
    expect(referencesOf(await list({ asset: 'BTC' }))).toEqual(['fill:1']);
    expect(referencesOf(await list({ from: NOON + 2 * MINUTE_MS, to: NOON + 4 * MINUTE_MS }))).toEqual(['order:2', 'order:1']);
    expect(await list({ mode: 'real' as never })).toEqual({ rows: [], next: null });
  });
  it('of a rare code are found by going on, each page with a bounded look back', async () => {
    const input = { ...OWNER, ...PAGE, codes: ['DEMO_GRANT'] };
    const first = await listOwnJournals(db.read, input);
    expect(first).toMatchObject({ rows: [], next: expect.any(String) });
    expect(referencesOf(await list({ codes: ['DEMO_GRANT'], before: first.next }))).toEqual(['user:1']);
  });
  it('are read a page at a time, however many there are', async () => {
    expect(await readRows(db.read, (tx) => listOwnJournals(tx, { ...OWNER, ...PAGE }))).toBeLessThan(500);
    const range = { from: NOON + 1_000 * MINUTE_MS, to: NOON + 1_050 * MINUTE_MS };
    expect(await readRows(db.read, (tx) => listOwnJournals(tx, { ...OWNER, ...PAGE, ...range }))).toBeLessThan(1_000);
  });
});
