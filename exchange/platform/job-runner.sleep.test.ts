import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { watchCommits } from './after-commit';
import type { Database } from './db';
import { defineJob } from './job-kinds';
import { JobRunner } from './job-runner';
import { scheduleJob } from './jobs.repository';
import { createLogger } from './logger';
import { createMetrics } from './metrics';
import { createTestDatabase } from './test-database';

const START = Date.UTC(2026, 5, 1);
const MINUTE_MS = 60_000;
const log = createLogger('silent');
let db: Database;
beforeEach(async () => {
  db = watchCommits(await createTestDatabase());
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
});
afterEach(async () => {
  vi.useRealTimers();
  await db.close();
});

it('a machine that slept does what fell due meanwhile within a minute of waking, and asks nothing of the database before anything is due', async () => {
  let now = START;
  const done: string[] = [];
  const kind = defineJob({
    name: 'test',
    payload: z.object({}),
    cursor: z.null(),
    run(_, { key }) {
      done.push(key);
      return Promise.resolve(null);
    },
  });
  const asked = vi.spyOn(db.read, 'query');
  const runner = new JobRunner({ db, clock: { now: () => now }, log, metrics: createMetrics(log), kinds: [kind] });
  await db.transaction((tx) => scheduleJob(tx, kind, { key: 'a', dueAt: START + 40 * MINUTE_MS, payload: {} }));
  await runner.start();
  await expect.poll(() => asked.mock.calls.length).toBe(1);
  await asked.mock.results[0]?.value;
  const before = asked.mock.calls.length;
  for (let minute = 1; minute <= 5; minute += 1) {
    now += MINUTE_MS;
    await vi.advanceTimersByTimeAsync(MINUTE_MS);
  }
  expect(asked.mock.calls.length).toBe(before);
  // Timers stand still while it sleeps.
  now += 8 * 60 * MINUTE_MS;
  // The timer that finds it due at the end of its minute takes another millisecond.
  await vi.advanceTimersByTimeAsync(MINUTE_MS + 1);
  vi.useRealTimers();
  await expect.poll(() => done).toEqual(['a']);
  await runner.stop();
});
