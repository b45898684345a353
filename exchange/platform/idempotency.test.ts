import { afterAll, beforeAll, expect, it } from 'vitest';
import { monotonicNow } from './clock';
import { CommitOutcomeUnknown, type Database, DeadlineExceeded, RetryTransaction } from './db';
import { barRequest, findStored, hashInput, readOutcome, type RequestKey, runOnce, store, transactOnce } from './idempotency';
import { createTestDatabase } from './test-database';
import { WRITE_DEADLINE_MS } from './work-limits';

let db: Database;
beforeAll(async () => {
  db = await createTestDatabase();
});
afterAll(() => db.close());

const key = (requestId: string, change: Partial<RequestKey> = {}): RequestKey => ({
  userId: '7',
  mode: 'real',
  call: 'spot.place',
  requestId,
  ...change,
});
const run = (request: RequestKey, input: unknown, answer: unknown) =>
  db.transaction((tx) => runOnce(tx, { ...request, input }, async () => answer));

it('answers a repeated request as the first time, whatever the order of its fields', async () => {
  expect(await run(key('a'), { price: '1', num: '2' }, { id: '1', b: 1, a: 2 })).toEqual({ id: '1', b: 1, a: 2 });
  const again = await run(key('a'), { num: '2', price: '1' }, { id: '2' });
  expect(JSON.stringify(again)).toBe('{"id":"1","b":1,"a":2}');
});

it('refuses the same number with other input', async () => {
  await expect(run(key('a'), { price: '1', num: '3' }, {})).rejects.toMatchObject({ code: 'DUPLICATE_REQUEST' });
});

it.each([{ userId: '8' }, { mode: 'demo' as const }, { call: 'spot.cancel' }])(
  'counts apart per user, mode and call: %j',
  async (change) => {
    expect(await run(key('a', change), {}, 'new')).toBe('new');
  },
);

it('forgets a request whose effect failed, so that it can be repeated', async () => {
  const failing = db.transaction((tx) => runOnce(tx, { ...key('b'), input: {} }, () => Promise.reject(new Error('no'))));
  await expect(failing).rejects.toThrow('no');
  expect(await run(key('b'), {}, 'done')).toBe('done');
});

it('finds many at once in the order asked, null for new ones', async () => {
  const found = await findStored(db.read, [key('new'), key('b'), key('a')]);
  expect(found.map((stored) => stored?.answer ?? null)).toEqual([null, 'done', { id: '1', b: 1, a: 2 }]);
});

it('asks for another run when a number was stored meanwhile', async () => {
  await expect(store(db.read, [{ ...key('b'), inputHash: hashInput({}), answer: 1 }])).rejects.toBeInstanceOf(RetryTransaction);
});

it.each([
  ['NOT_DONE_IN_TIME', new DeadlineExceeded('outage')],
  ['REQUEST_PENDING', new CommitOutcomeUnknown(new Error('the line is cut'))],
])('error: a write that the database could not do, or whose end is unknown, is answered with %s', async (code, error) => {
  const failing: Database = { ...db, transaction: () => Promise.reject(error) };
  await expect(transactOnce(failing, { ...key('late'), input: {} }, () => Promise.resolve(1))).rejects.toMatchObject({ code });
});

it("a user's write waits for the database no longer than its deadline", async () => {
  const deadlines: (number | undefined)[] = [];
  const noting: Database = {
    ...db,
    transaction: (run, options) => {
      deadlines.push(options?.deadline);
      return db.transaction(run, options);
    },
  };
  const before = monotonicNow();
  expect(await transactOnce(noting, { ...key('in time'), input: {} }, () => Promise.resolve(1))).toBe(1);
  expect(deadlines).toHaveLength(1);
  expect(deadlines[0]).toBeGreaterThanOrEqual(before + WRITE_DEADLINE_MS);
  expect(deadlines[0]).toBeLessThanOrEqual(monotonicNow() + WRITE_DEADLINE_MS);
});

it('bars the number of a request that comes later, and leaves one that was done', async () => {
  expect([await barRequest(db, key('barred')), await barRequest(db, key('b'))]).toEqual(['barred', 'done']);
  await expect(run(key('barred'), {}, 'late')).rejects.toMatchObject({ code: 'DUPLICATE_REQUEST' });
  expect(await Promise.all(['barred', 'b', 'other'].map((id) => readOutcome(db.read, key(id))))).toEqual(['barred', 'done', 'none']);
});
