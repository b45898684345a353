import { beforeEach, expect, it } from 'vitest';
import { monotonicNow } from '../../platform/clock';
import { CommitOutcomeUnknown, type Database, DeadlineExceeded, type ScriptTx } from '../../platform/db';
import { createLogger } from '../../platform/logger';
import { createMetrics, type Metrics } from '../../platform/metrics';
import type { Outcome } from './matching.commands';
import { COMMAND_COST_MAX } from './matching.budget';
import { USERS_BESIDE_LONG_MAX, USERS_WITH_CHUNK_MAX } from './matching.lanes';
import { BATCH_MAX, MarketWriter } from './matching.writer';

type Command = { kind: string; id: number; deadline?: number };
type Result = { outcomes: Outcome<number>[] };

const log = createLogger('silent');
/** What the database does with each transaction, and what was committed, batch by batch. */
const database = { transactions: 0, patienceMs: 0, fail: (_ids: readonly number[], _deadline: number): Promise<void> => Promise.resolve() };
let committed: number[][];
let diverged: (string[] | null)[];
let isProven: boolean;
let metrics: Metrics;
let writer: MarketWriter<Command, number, Result, void>;

beforeEach(() => {
  Object.assign(database, { transactions: 0, patienceMs: 0, fail: () => Promise.resolve() });
  committed = [];
  diverged = [];
  isProven = true;
  metrics = createMetrics(log);
  let ids: number[] = [];
  const db = {
    get patienceMs() {
      return database.patienceMs;
    },
    async transaction<T>(run: (tx: ScriptTx) => Promise<T>, options?: { deadline?: number }): Promise<T> {
      database.transactions += 1;
      const result = await run(null as never);
      await database.fail(ids, options?.deadline ?? Number.NaN);
      committed.push(ids);
      return result;
    },
  } as Database;
  writer = new MarketWriter({
    db,
    log,
    metrics,
    name: 'test',
    state: { house: new Set<number>(), rollback: () => undefined, commit: () => undefined },
    mayWrite: () => isProven,
    nameOf: ({ kind, id }) => `${kind} ${id}`,
    run: (_tx, commands) => {
      ids = commands.map(({ id }) => id);
      return Promise.resolve({ outcomes: ids.map((answer) => ({ kind: 'answer', answer })) });
    },
    onCommit: () => undefined,
    onDiverged: (markets) => void diverged.push(markets),
  });
  writer.start();
});

const RISK = 1_000_000;
const risk = (count: number) => Array.from({ length: count }, (_, index) => writer.submit({ kind: 'due', id: RISK + index }));
const users = (count: number, leftMs = 60_000) =>
  Array.from({ length: count }, (_, index) => writer.submit({ kind: 'place', id: index, deadline: monotonicNow() + leftMs }));
const codeOf = (outcome: Outcome<number>) => (outcome.kind === 'refusal' ? outcome.code : outcome.kind);
const countOf = async (works: Promise<Outcome<number>>[]) => {
  const counts: Record<string, number> = {};
  for (const outcome of await Promise.all(works)) counts[codeOf(outcome)] = (counts[codeOf(outcome)] ?? 0) + 1;
  return counts;
};
const show = async (line: string) => expect((await metrics.render()).body).toContain(line);
/** As the database in an outage: it says so at the deadline that it was given. */
const outage = async (_ids: readonly number[], deadline: number) => {
  await new Promise((resolve) => setTimeout(resolve, deadline - monotonicNow()));
  throw new DeadlineExceeded('outage');
};

it('what moves risk goes before the commands of users that came first', async () => {
  const works = [...users(10), ...risk(3)];
  await Promise.all(works);
  expect(committed).toEqual([
    [RISK, RISK + 1, RISK + 2, 0, 1, 2, 3, 4, 5],
    [6, 7, 8, 9],
  ]);
});

it('a flood of due work leaves users every second transaction, a flood of orders leaves due work the other', async () => {
  const works = [...users(300), ...risk(2_000)];
  await Promise.all(works);
  const shares = committed.map((ids) => ids.filter((id) => id < RISK).length);
  const [few, some] = [USERS_WITH_CHUNK_MAX, USERS_BESIDE_LONG_MAX];
  expect(shares.slice(0, 5)).toEqual([few, some, few, some, few]);
  expect(committed.flat().filter((id) => id < RISK)).toEqual(Array.from({ length: 300 }, (_, index) => index));
  for (const ids of committed) expect(ids.length).toBeLessThanOrEqual(BATCH_MAX);

  committed = [];
  await Promise.all([...users(2_000), ...risk(200)]);
  expect(committed.map((ids) => ids.filter((id) => id >= RISK).length).slice(0, 2)).toEqual([0, COMMAND_COST_MAX]);
});

it('an outage is waited out together: every command is refused at its deadline, none of a batch of 300 waits for another', async () => {
  database.fail = outage;
  expect(await countOf(users(300, 200))).toEqual({ NOT_DONE_IN_TIME: 300 });
  // Two batches: no halves that wait again.
  expect(database.transactions).toBeLessThanOrEqual(2);
  expect(committed).toEqual([]);
  await show('exchange_writer_failures_total{books="test",reason="outage"} 1');
  await show('exchange_writer_refusals_total{books="test",code="NOT_DONE_IN_TIME"} 300');
});

it("what moves risk survives the outage that users' commands do not", async () => {
  database.fail = outage;
  const [due, asked] = [risk(1), users(1, 100)];
  expect(await countOf(asked)).toEqual({ NOT_DONE_IN_TIME: 1 });
  database.fail = () => Promise.resolve();
  expect(await countOf(due)).toEqual({ answer: 1 });
  expect(committed.flat()).toEqual([RISK]);
  await show('exchange_alarms_total{kind="risk_delayed"}');
});

it('a command whose deadline has passed is never begun', async () => {
  expect(await countOf(users(3, -1))).toEqual({ NOT_DONE_IN_TIME: 3 });
  expect(database.transactions).toBe(0);
  await show('exchange_writer_expired_total{books="test"} 3');
});

it('where the database is patient, as in tests, a command is begun later than its deadline', async () => {
  database.patienceMs = 60_000;
  expect(await countOf(users(3, -1))).toEqual({ answer: 3 });
});

it('a command that waits behind a long batch is refused at its deadline, while that one still runs', async () => {
  let end = (): void => undefined;
  database.fail = () => new Promise((resolve) => (end = resolve));
  const first = users(1);
  await expect.poll(() => database.transactions).toBe(1);
  expect(await countOf([writer.submit({ kind: 'place', id: 7, deadline: monotonicNow() + 50 })])).toEqual({ NOT_DONE_IN_TIME: 1 });
  database.fail = () => Promise.resolve();
  end();
  expect(await countOf(first)).toEqual({ answer: 1 });
  expect(committed.flat()).toEqual([0]);
});

it('finds the one command of 256 that fails, in at most 17 transactions, and refuses it alone', async () => {
  database.fail = (ids) => (ids.includes(100) ? Promise.reject(new Error('a fault')) : Promise.resolve());
  expect(await countOf(users(256))).toEqual({ answer: 255, MARKET_BUSY: 1 });
  expect(database.transactions).toBeLessThanOrEqual(17);
  expect(committed.flat()).toEqual(Array.from({ length: 256 }, (_, index) => index).filter((id) => id !== 100));
});

it('what moves risk and fails alone is alarmed, held back for a while, and never takes others along again', async () => {
  database.fail = (ids) => (ids.includes(RISK) ? Promise.reject(new Error('a fault')) : Promise.resolve());
  expect(await countOf([...risk(8), ...users(8)])).toEqual({ answer: 15, MARKET_BUSY: 1 });
  await show('exchange_alarms_total{kind="risk_failed"} 1');
  const before = database.transactions;
  expect(await countOf(risk(8))).toEqual({ answer: 7, MARKET_BUSY: 1 });
  expect(database.transactions).toBe(before + 1);
  // A second later it is tried again, alone.
  await new Promise((resolve) => setTimeout(resolve, 1_050));
  committed = [];
  database.fail = () => Promise.resolve();
  expect(await countOf(risk(4))).toEqual({ answer: 4 });
  expect(committed).toEqual([[RISK], [RISK + 1, RISK + 2, RISK + 3]]);
});

it('a command that takes too long alone is not done, and the same of its owner is held back', async () => {
  database.fail = (ids) => (ids.includes(0) ? Promise.reject(new DeadlineExceeded('slow')) : Promise.resolve());
  expect(await countOf(users(2))).toEqual({ answer: 1, NOT_DONE_IN_TIME: 1 });
  const before = database.transactions;
  expect(await countOf(users(1))).toEqual({ MARKET_BUSY: 1 });
  expect(database.transactions).toBe(before);
});

it('of a commit whose end is unknown nobody is told that it was not done', async () => {
  database.fail = () => Promise.reject(new CommitOutcomeUnknown(new Error('the line is cut')));
  expect(await countOf(users(2))).toEqual({ REQUEST_PENDING: 2 });
  expect(diverged).toEqual([null]);
});

it('begins nothing while the leases are unproven, and does not hold commands beyond their deadline', async () => {
  isProven = false;
  const [short, long] = [users(1, 100), users(1)];
  expect(await countOf(short)).toEqual({ NOT_DONE_IN_TIME: 1 });
  expect(database.transactions).toBe(0);
  isProven = true;
  expect(await countOf(long)).toEqual({ answer: 1 });
});
