import { afterEach, beforeEach, expect, it } from 'vitest';
import { z } from 'zod';
import { watchCommits } from './after-commit';
import type { Database } from './db';
import { EventRunner } from './event-consumers';
import { defineConsumer, defineEvent } from './event-kinds';
import { appendEvents } from './event-log';
import { createEventRetryJob } from './event-retries';
import { createLogger } from './logger';
import { createMetrics } from './metrics';
import { createTestDatabase } from './test-database';

const given = defineEvent('gift.given', z.object({ amount: z.string().max(20) }));
const log = createLogger('silent');
const TIMING = { batchMax: 4, triesMax: 2, backoffMs: 1, backoffMaxMs: 1, gapMs: 1 };

let db: Database;
let metrics: ReturnType<typeof createMetrics>;
let bad: Set<string>;
let kept: string[];
beforeEach(async () => {
  db = watchCommits(await createTestDatabase());
  metrics = createMetrics(log);
  bad = new Set();
  kept = [];
});
afterEach(() => db.close());

/** Keeps what it is given as `user:amount`. */
const createKeeper = (isOrdered: boolean) =>
  defineConsumer({
    ...{ name: 'keeper', kinds: [given], startsAt: 'oldest' as const, isOrdered },
    handle(_tx, events) {
      const wrong = events.find(({ payload }) => bad.has(payload.amount));
      if (wrong !== undefined) return Promise.reject(new Error(`cannot keep ${wrong.payload.amount}`));
      kept.push(...events.map(({ userId, payload }) => `${userId}:${payload.amount}`));
      return Promise.resolve();
    },
  });
const write = (...gifts: (readonly [userId: string | null, amount: string])[]) =>
  db.transaction((tx) =>
    appendEvents(
      tx,
      gifts.map(([userId, amount]) => given.create({ userId, mode: 'demo', at: 0, payload: { amount } })),
    ),
  );
type Letter = { id: string; amount: string; attempts: number; error: string };
const listLetters = async () =>
  (await db.read.query<Letter>(`SELECT id, payload->>'amount' AS amount, attempts, error FROM event_dead_letters ORDER BY id`)).rows;

async function run(isOrdered: boolean): Promise<void> {
  const runner = new EventRunner({ db, log, metrics, kinds: [given], consumers: [createKeeper(isOrdered)], timing: TIMING });
  await runner.start();
  const isRead = async () =>
    (await db.read.query(`SELECT 1 FROM event_log e, event_consumers c WHERE c.name = 'keeper' AND (e.xid, e.id) > (c.xid, c.id)`))
      .rowCount === 0;
  await expect.poll(isRead).toBe(true);
  await runner.stop();
}

/** Runs the job of a retry to its end or to a chunk that fails, which is tried again as the runner of jobs does. */
async function retry(id: string, isOrdered = true): Promise<void> {
  const job = createEventRetryJob([createKeeper(isOrdered)]);
  let cursor: unknown = null;
  for (let attempts = 0; attempts < job.tries.triesMax; ) {
    try {
      cursor = await db.transaction((tx) => job.run(tx, { payload: { consumer: 'keeper', id }, cursor, attempts } as never));
      attempts = 0;
      if (cursor === null) return;
    } catch {
      attempts += 1;
    }
  }
}

it('what comes behind an event that was put aside waits for it, of the same user alone, until both are handled in order', async () => {
  bad.add('2');
  await write(['7', '1'], ['7', '2'], ['8', '3'], ['7', '4'], [null, '5']);
  await run(true);
  await write(['7', '6'], ['8', '7'], ['7', '8']);
  await run(true);
  expect(kept).toEqual(['7:1', '8:3', 'null:5', '8:7']);
  const letters = await listLetters();
  const behind = `waits behind event ${letters[0]?.id} of the same user`;
  expect(letters).toMatchObject([
    { amount: '2', attempts: TIMING.triesMax, error: 'cannot keep 2' },
    { amount: '4', attempts: 0, error: behind },
    { amount: '6', attempts: 0, error: behind },
    { amount: '8', attempts: 0, error: behind },
  ]);
  // Once in each of the two processes.
  expect(metrics.countAlarms().get('event_waits')).toBe(2);
  bad.clear();
  await retry(letters[0]?.id ?? '');
  expect(kept.slice(4)).toEqual(['7:2', '7:4', '7:6', '7:8']);
  expect(await listLetters()).toEqual([]);
  await write(['7', '9']);
  await run(true);
  expect(kept.at(-1)).toBe('7:9');
});

it('an event that fails when its turn comes keeps those behind it waiting, and is where the next retry begins', async () => {
  bad.add('1');
  await write(['7', '1'], ['7', '2'], ['7', '3'], ['7', '4'], ['7', '5']);
  await run(true);
  const [first] = await listLetters();
  bad = new Set(['4']);
  await retry(first?.id ?? '');
  expect(kept).toEqual(['7:1', '7:2', '7:3']);
  expect((await listLetters()).map(({ amount }) => amount)).toEqual(['4', '5']);
  bad.clear();
  // Whichever is named, the first comes first.
  await retry((await listLetters())[1]?.id ?? '');
  expect(kept).toEqual(['7:1', '7:2', '7:3', '7:4', '7:5']);
});

it('a consumer that counts in no order goes on without what was put aside', async () => {
  bad.add('1');
  await write(['7', '1'], ['7', '2']);
  await run(false);
  expect(kept).toEqual(['7:2']);
  bad.clear();
  await retry((await listLetters())[0]?.id ?? '', false);
  expect(kept).toEqual(['7:2', '7:1']);
});
