import { afterAll, beforeAll, expect, it } from 'vitest';
import { balanceHistory } from '../../../lib/protocol/balances';
import type { CallContext } from '../../http/register-call';
import type { Database } from '../../platform/db';
import { createPrints } from '../../../tests/helpers/prints';
import { createTestDatabase } from '../../platform/test-database';
import { postJournals } from '../ledger/ledger';
import { createBalanceHistoryModule, CHUNK_USERS } from './balance-history.module';

const DAY_MS = 86_400_000;
const NOON = Date.UTC(2026, 2, 1, 12);
const clock = { at: NOON, now: () => clock.at };
/** Two accounts have something in books: one beside coins, one nothing else. */
const hosted = [
  { userId: '1', mode: 'real' as const, worth: 5_000_000_000n },
  { userId: '1100', mode: 'demo' as const, worth: 700_000_000n },
];
let areBooksOpen = false;
const listHosted = async (_tx: unknown, { after, last }: { after: string; last: string | null }) =>
  hosted.filter(
    ({ userId }) => areBooksOpen && Number(userId) > Number(after) && Number(userId) <= Number(last ?? Number.POSITIVE_INFINITY),
  );
let db: Database;
let built: ReturnType<typeof createBalanceHistoryModule>;

beforeAll(async () => {
  db = await createTestDatabase();
  prints = createPrints(db);
  built = createBalanceHistoryModule({ db, clock }, { listHosted });
});
afterAll(() => db.close());

const grant = (userId: number, asset: string, amount: bigint) => ({
  code: 'FAUCET',
  reference: `${userId}:${asset}`,
  at: 1,
  postings: [
    { address: `outside:demo:issuance:${asset}`, amount: -amount },
    { address: `user:${userId}:demo:${asset}:available`, amount },
  ],
});
/** Runs the whole job of one time; returns how many chunks it took. */
async function runJob(at: number): Promise<number> {
  const [job] = built.jobs;
  let cursor: { after: string } | null = null;
  for (let pieces = 1; ; pieces += 1) {
    cursor = await db.transaction((tx) => job!.run(tx, { key: 'k', payload: {}, cursor, dueAt: at, attempts: 0 }));
    if (cursor === null) return pieces;
  }
}
async function read(userId: string, range: '1d' | '1w' | '1m' | '1y' | 'all', mode: 'real' | 'demo' = 'demo') {
  const session = { userId, username: 'ada', mode, sessionId: 's' };
  const context: CallContext = { session, actor: null, ip: '1.2.3.4', isBff: true, setSession: () => undefined };
  return balanceHistory.answer.parse(await built.calls[0]!.run({ range }, context)).points;
}
let prints: ReturnType<typeof createPrints>;

it('writes nothing before there is a price', async () => {
  await db.transaction((tx) => postJournals(tx, [grant(1, 'USDT', 100n * 10n ** 8n), grant(1, 'ETH', 2n * 10n ** 8n)]));
  expect(await runJob(NOON)).toBe(1);
  expect(await read('1', 'all')).toEqual([]);
});

it('values each account at the last print, the same time once, and shows everybody their own', async () => {
  await prints.print(NOON, '2000', false);
  await runJob(NOON);
  await prints.print(NOON + 1_000, '3000', false);
  await runJob(NOON);
  expect(await read('1', '1d')).toEqual([{ time: NOON, value: '4100' }]);
  await runJob(NOON + 15 * 60_000);
  expect((await read('1', '1d')).map(({ value }) => value)).toEqual(['4100', '6100']);
  expect(await read('1', '1w'), 'whole hours').toHaveLength(1);
  expect(await read('2', '1d')).toEqual([]);
  expect(await read('1', '1d', 'real')).toEqual([]);
});

it('goes through users in pieces, each once', async () => {
  const users = Array.from({ length: CHUNK_USERS + 5 }, (_, index) => grant(1_000 + index, 'USDT', 10n ** 8n));
  await db.transaction((tx) => postJournals(tx, users));
  expect(await runJob(NOON + 30 * 60_000)).toBe(2);
  const { rows } = await db.read.query('SELECT 1 FROM balance_points WHERE at = $1', [String(NOON + 30 * 60_000)]);
  expect(rows).toHaveLength(CHUNK_USERS + 6);
});

it('counts what is hosted beside the balances, each account once', async () => {
  areBooksOpen = true;
  await runJob(NOON + 45 * 60_000);
  expect((await read('1', '1d', 'real')).map(({ value }) => value)).toEqual(['50']);
  expect((await read('1100', '1d')).at(-1)).toMatchObject({ value: '8' });
  areBooksOpen = false;
});

it('keeps quarters of hours, then hours, then days; a range has the steps that it is drawn with', async () => {
  await db.read.query('DELETE FROM balance_points');
  for (let day = 0; day < 3; day += 1) for (const quarter of [0, 1, 4]) await runJob(day * DAY_MS + quarter * 15 * 60_000 + DAY_MS);
  const [quarters, hours] = built.retention;
  const before = 2 * DAY_MS;
  expect(await db.transaction((tx) => quarters!.remove(tx, { before, limit: 1_000 }))).toBe(CHUNK_USERS + 6);
  expect(await db.transaction((tx) => hours!.remove(tx, { before, limit: 10 }))).toBe(10);
  clock.at = 4 * DAY_MS;
  expect((await read('1', '1w')).map(({ time }) => time / 3_600_000)).toEqual([24, 48, 49, 72, 73]);
  expect((await read('1', 'all')).map(({ time }) => time / DAY_MS)).toEqual([1, 2, 3]);
});
