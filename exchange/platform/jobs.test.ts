import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { watchCommits } from './after-commit';
import { type Database, DeadlineExceeded } from './db';
import { defineDelivery, defineJob, type JobKind } from './job-kinds';
import { JobRunner } from './job-runner';
import { jobRetention, listJobs, openPeriodic, requeueJob, scheduleJob } from './jobs.repository';
import { createTestDatabase } from './test-database';
import { createTestPlatform } from './test-platform';

const NOON = Date.UTC(2026, 2, 1, 12);
const MINUTE_MS = 60_000;

let db: Database;
let world: ReturnType<typeof createTestPlatform>;
beforeEach(async () => {
  db = watchCommits(await createTestDatabase());
  world = createTestPlatform(db, { now: NOON });
  await db.transaction((tx) => tx.script('CREATE TABLE done (n serial, text text)'));
});
afterEach(() => db.close());

const done = async () => (await db.read.query<{ text: string }>('SELECT text FROM done ORDER BY n')).rows.map(({ text }) => text);
const createRunner = (...kinds: JobKind[]) => new JobRunner({ ...world.platform, kinds });

/** Writes its payload three times, a chunk each; fails where `isBad` says so. */
function createCounter(isBad: (text: string) => boolean = () => false) {
  return defineJob({
    name: 'count',
    payload: z.object({ text: z.string() }),
    cursor: z.number(),
    tries: { triesMax: 3, backoffMs: 1_000, backoffMaxMs: 1_000 },
    async run(tx, { payload, cursor, key }) {
      const piece = (cursor ?? 0) + 1;
      await tx.query('INSERT INTO done (text) VALUES ($1)', [`${key} ${payload.text} ${piece}`]);
      if (isBad(`${payload.text} ${piece}`)) throw new Error(`cannot count ${piece}`);
      return piece === 3 ? null : piece;
    },
  });
}
type Counter = ReturnType<typeof createCounter>;
const plan = (kind: Counter, key: string, dueAt = NOON) =>
  db.transaction((tx) => scheduleJob(tx, kind, { key, dueAt, payload: { text: 'a' } }));

it('a job is done at its time, in pieces, once for each key', async () => {
  const kind = createCounter();
  const runner = createRunner(kind);
  expect(await plan(kind, 'one', NOON + 1)).toBe(true);
  expect(await plan(kind, 'one', NOON + 1)).toBe(false);
  expect(await runner.round()).toBe(NOON + 1);
  expect(await done()).toEqual([]);
  world.time.now += 1;
  expect(await runner.round()).toBe(null);
  expect(await done()).toEqual(['one a 1', 'one a 2', 'one a 3']);
  expect(await plan(kind, 'one')).toBe(false);
  await runner.round();
  expect(await done()).toHaveLength(3);
});

it('a job of a transaction that was rolled back is never done', async () => {
  const kind = createCounter();
  const failed = db.transaction(async (tx) => {
    await scheduleJob(tx, kind, { key: 'one', dueAt: NOON, payload: { text: 'a' } });
    throw new Error('no');
  });
  await expect(failed).rejects.toThrow('no');
  await createRunner(kind).round();
  expect(await done()).toEqual([]);
});

it('the commit that plans a job wakes the runner', async () => {
  const kind = createCounter();
  const runner = createRunner(kind);
  await runner.start();
  await plan(kind, 'one');
  await expect.poll(done).toHaveLength(3);
  await runner.stop();
});

it('a job with many pieces does not keep the others waiting', async () => {
  const kind = createCounter();
  await plan(kind, 'one');
  await plan(kind, 'two');
  const clock = { now: () => (world.time.now += 1) };
  await new JobRunner({ ...world.platform, clock, kinds: [kind] }).round();
  expect((await done()).slice(0, 2).sort()).toEqual(['one a 1', 'two a 1']);
});

it('a piece that fails is tried again from its cursor, later, and what it wrote is gone', async () => {
  let isBad = true;
  const kind = createCounter((piece) => isBad && piece === 'a 2');
  const runner = createRunner(kind);
  await plan(kind, 'one');
  const next = await runner.round();
  expect(await done()).toEqual(['one a 1']);
  expect(next).toBeGreaterThanOrEqual(NOON + 500);
  isBad = false;
  world.time.now += 1_000;
  await runner.round();
  expect(await done()).toEqual(['one a 1', 'one a 2', 'one a 3']);
});

it('a piece that takes too long waits behind what is due, is counted and alarmed, and is never put aside', async () => {
  const slow = defineJob({
    name: 'slow',
    payload: z.object({}),
    cursor: z.null(),
    tries: { triesMax: 2, backoffMs: 1_000, backoffMaxMs: 1_000 },
    run: () => Promise.reject(new DeadlineExceeded('slow')),
  });
  const kind = createCounter();
  const runner = createRunner(slow, kind);
  for (const key of ['x', 'y', 'z']) await db.transaction((tx) => scheduleJob(tx, slow, { key, dueAt: NOON - 1, payload: {} }));
  await plan(kind, 'one');
  expect(await runner.round()).toBeGreaterThan(NOON);
  expect(await done()).toHaveLength(3);
  for (let round = 0; round < 3; round += 1) {
    world.time.now += 1_000;
    await runner.round();
  }
  const slowOnes = (await listJobs(db.read, { limit: 10 })).filter((job) => job.kind === 'slow');
  expect(slowOnes.map(({ state, attempts }) => ({ state, attempts }))).toEqual(Array(3).fill({ state: 'waiting', attempts: 4 }));
  expect((await world.platform.metrics.render()).body).toContain('exchange_alarms_total{kind="job_slow"} 3');
});

it("an outage is nobody's failure", async () => {
  const kind = createCounter();
  const out = defineJob({
    name: 'out',
    payload: z.object({}),
    cursor: z.null(),
    run: () => Promise.reject(new DeadlineExceeded('outage')),
  });
  await db.transaction((tx) => scheduleJob(tx, out, { key: 'x', dueAt: NOON, payload: {} }));
  await expect(createRunner(out, kind).round()).rejects.toThrow('could not be reached');
  expect(await listJobs(db.read, { limit: 10 })).toMatchObject([{ kind: 'out', state: 'waiting', attempts: 0 }]);
});

it('a clock that was ahead puts periodic jobs off until the next look at their times alone', async () => {
  const runs: number[] = [];
  const periodic = defineJob({
    name: 'often',
    payload: z.object({}),
    cursor: z.null(),
    period: { everyMs: MINUTE_MS, missed: 'last' },
    run: (_tx, { dueAt }) => Promise.resolve(runs.push(dueAt)).then(() => null),
  });
  const runner = createRunner(periodic);
  await runner.round();
  world.time.now = NOON + 6 * 60 * MINUTE_MS;
  await runner.round();
  world.time.now = NOON + MINUTE_MS;
  await runner.round();
  world.time.now = NOON + 2 * MINUTE_MS;
  await runner.round();
  expect(runs).toEqual([NOON + 6 * 60 * MINUTE_MS, NOON + 2 * MINUTE_MS]);
});

it('a job that fails too often is put aside, alarmed and listed, and goes on from its cursor when it is revived', async () => {
  let isBad = true;
  const kind = createCounter((piece) => isBad && piece === 'a 2');
  const runner = createRunner(kind);
  await plan(kind, 'one');
  for (let round = 0; round < 4; round += 1) {
    await runner.round();
    world.time.now += 1_000;
  }
  expect(await done()).toEqual(['one a 1']);
  const [dead] = await listJobs(db.read, { limit: 10 });
  expect(dead).toMatchObject({ kind: 'count', key: 'one', state: 'dead', attempts: 3, error: 'cannot count 2' });
  const { body } = await world.platform.metrics.render();
  expect(body).toContain('exchange_job_dead_letters{kind="count"} 1');
  expect(body).toContain('exchange_job_failures_total{kind="count"} 3');
  expect(body).toContain('exchange_alarms_total{kind="job_dead_letter"} 1');
  isBad = false;
  expect(await db.transaction((tx) => requeueJob(tx, dead?.id ?? '', world.time.now))).toEqual({ kind: 'count', key: 'one' });
  expect(await db.transaction((tx) => requeueJob(tx, dead?.id ?? '', world.time.now))).toBe(null);
  await runner.round();
  expect(await done()).toEqual(['one a 1', 'one a 2', 'one a 3']);
});

/** Writes the minute that it stands for. */
function createClockwork(missed: 'each' | 'last', isBad: (time: string) => boolean = () => false) {
  return defineJob({
    name: 'clockwork',
    payload: z.object({}),
    cursor: z.null(),
    period: { everyMs: MINUTE_MS, missed },
    tries: { triesMax: 1 },
    async run(tx, { dueAt }) {
      const time = new Date(dueAt).toISOString().slice(11, 16);
      if (isBad(time)) throw new Error(time);
      await tx.query('INSERT INTO done (text) VALUES ($1)', [time]);
      return null;
    },
  });
}

const openAt = (now: number, kind: JobKind) => db.transaction((tx) => openPeriodic(tx, [kind], now));

it.each([
  ['each', ['12:01', '12:02', '12:03']],
  ['last', ['12:03']],
] as const)('after a standstill a periodic job does %s of the times it missed, in order', async (missed, expected) => {
  const kind = createClockwork(missed);
  await openAt(NOON, kind);
  const runner = createRunner(kind);
  world.time.now += 3 * MINUTE_MS + 10;
  const { body } = await world.platform.metrics.render();
  expect(body).toMatch(/exchange_job_lag_seconds\{kind="clockwork"\} 120/);
  expect(await runner.round()).toBe(NOON + 4 * MINUTE_MS);
  expect(await done()).toEqual(expected);
});

it('a time at which a periodic job fails too often is put aside, and the next ones are done', async () => {
  const kind = createClockwork('each', (time) => time === '12:02');
  await openAt(NOON, kind);
  world.time.now += 3 * MINUTE_MS;
  await createRunner(kind).round();
  expect(await done()).toEqual(['12:01', '12:03']);
  const [dead] = await listJobs(db.read, { limit: 1 });
  expect(dead).toMatchObject({ state: 'dead', key: 'periodic 2026-03-01T12:02:00.000Z', error: '12:02' });
});

it('a periodic job that takes another payload than the one it gets is refused where it is defined', () => {
  const define = () =>
    defineJob({ name: 'never', payload: z.null(), cursor: z.null(), period: { everyMs: 1, missed: 'last' }, run: async () => null });
  expect(define).toThrow('job never is periodic');
});

it('two processes plan one periodic job, also when the second one comes later', async () => {
  const kind = createClockwork('each');
  await openAt(NOON, kind);
  await openAt(NOON + 30_000, kind);
  world.time.now += MINUTE_MS;
  await createRunner(kind).round();
  await createRunner(kind).round();
  expect(await done()).toEqual(['12:01']);
});

it('done jobs keep their keys for 30 days, and those put aside for good', async () => {
  const kind = createCounter();
  await plan(kind, 'one');
  await createRunner(kind).round();
  const dead = createCounter(() => true);
  await plan(dead, 'two');
  for (let round = 0; round < 4; round += 1, world.time.now += 1_000) await createRunner(dead).round();
  const remove = (before: number) => db.transaction((tx) => jobRetention.remove(tx, { before, limit: 10 }));
  expect(await remove(NOON)).toBe(0);
  expect(await remove(NOON + MINUTE_MS)).toBe(1);
  expect(await listJobs(db.read, { limit: 10 })).toHaveLength(1);
});

describe('what leaves the database', () => {
  const waiting = async () => (await db.read.query<{ state: string }>('SELECT state FROM jobs')).rows.map(({ state }) => state);
  const planMail = (kind: ReturnType<typeof createMail>, key = 'one') =>
    db.transaction((tx) => scheduleJob(tx, kind, { key, dueAt: NOON, payload: { text: key } }));
  /** Asks the database while it sends, as a mail does for the phrase of its reader. */
  function createMail(send: (text: string) => Promise<void>) {
    return defineDelivery({
      name: 'mail',
      payload: z.object({ text: z.string() }),
      tries: { triesMax: 3, backoffMs: 1_000, backoffMaxMs: 1_000 },
      prepare: async (_tx, { text }) => ({
        async send() {
          await db.read.query('SELECT 1');
          await send(text);
        },
        settle: async (tx) => void (await tx.query('INSERT INTO done (text) VALUES ($1)', [text])),
      }),
    });
  }

  it('is sent in no transaction, noted once, and over', async () => {
    const sent: string[] = [];
    const kind = createMail(async (text) => void sent.push(text));
    await planMail(kind);
    const runner = createRunner(kind);
    await runner.round();
    world.time.now += 10 * MINUTE_MS;
    await runner.round();
    expect([sent, await done(), await waiting()]).toEqual([['one'], ['one'], ['done']]);
  });

  it('is tried again after a failure, and put aside after the last one', async () => {
    const kind = createMail(() => Promise.reject(new Error('no mail server')));
    await planMail(kind);
    const runner = createRunner(kind);
    for (let turn = 0; turn < 3; turn += 1) {
      await runner.round();
      world.time.now += 1_000;
    }
    expect([await done(), await waiting()]).toEqual([[], ['dead']]);
    expect(await listJobs(db.read, { limit: 10 })).toMatchObject([{ attempts: 3, error: 'no mail server' }]);
  });

  it('is left to the process that sends it, and sent again when that has died over it', async () => {
    const sent: string[] = [];
    const dying = createMail(() => new Promise(() => undefined));
    await planMail(dying);
    void createRunner(dying).round();
    await expect
      .poll(async () => (await db.read.query(`SELECT 1 FROM jobs WHERE run_at > to_timestamp($1::int8 / 1000.0)`, [NOON])).rowCount)
      .toBe(1);
    const other = createRunner(createMail(async (text) => void sent.push(text)));
    await other.round();
    expect(sent).toEqual([]);
    world.time.now += 10 * MINUTE_MS;
    await other.round();
    expect([sent, await done()]).toEqual([['one'], ['one']]);
  });

  it('keeps nothing else waiting while another machine takes its time', async () => {
    const mail = createMail(() => new Promise(() => undefined));
    for (const key of ['one', 'two', 'three']) await planMail(mail, key);
    const counter = createCounter();
    const runner = createRunner(mail, counter);
    await runner.start();
    await plan(counter, 'other');
    await expect.poll(done).toHaveLength(3);
  });
});
