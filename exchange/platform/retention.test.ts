import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Database } from './db';
import { requestRetention, REQUESTS_KEPT_MS } from './idempotency';
import { JobRunner } from './job-runner';
import { openPeriodic } from './jobs.repository';
import { createRetentionJobs, CHUNK_ROWS, type RetentionRule } from './retention';
import { createTestDatabase } from './test-database';
import { createTestPlatform } from './test-platform';

const HOUR_MS = 3_600_000;
let db: Database;
beforeAll(async () => {
  db = await createTestDatabase();
});
afterAll(() => db.close());

const countKeys = async () => Number((await db.read.query('SELECT count(*) AS n FROM idempotency_keys')).rows[0]?.n);

/** Starts the jobs and lets the time of their first round come. */
async function runRound(rules: RetentionRule[]) {
  const { platform, time } = createTestPlatform(db);
  const kinds = createRetentionJobs({ ...platform, rules });
  await db.transaction((tx) => openPeriodic(tx, kinds, time.now));
  time.now += HOUR_MS;
  await new JobRunner({ ...platform, kinds }).round();
}

it('forgets answers after a week, a thousand at a time, and none before', async () => {
  const { platform, time } = createTestPlatform(db);
  const now = time.now + HOUR_MS;
  const pieces: number[] = [];
  const counting: RetentionRule = {
    ...requestRetention,
    async remove(tx, input) {
      pieces.push(await requestRetention.remove(tx, input));
      return pieces.at(-1) ?? 0;
    },
  };
  const add = (call: string, count: number, at: number) =>
    platform.db.read.query(
      `INSERT INTO idempotency_keys (user_id, mode, call, request_id, input_hash, answer, created_at)
       SELECT 7, 'real', $1, n::text, repeat('a', 64), '{}', to_timestamp($3::int8 / 1000.0) FROM generate_series(1, $2::int) n`,
      [call, count, at],
    );
  await add('old', 2 * CHUNK_ROWS + 1, now - REQUESTS_KEPT_MS - 1);
  await add('young', 10, now - REQUESTS_KEPT_MS + 1);
  await runRound([counting]);
  expect(await countKeys()).toBe(10);
  expect(pieces).toEqual([CHUNK_ROWS, CHUNK_ROWS, 1]);
});

it('goes on with the other rules when one fails', async () => {
  const done: string[] = [];
  const failing = { name: 'failing', keptMs: 0, remove: () => Promise.reject(new Error('a test')) };
  const working = { name: 'working', keptMs: 0, remove: async () => done.push('working') - 1 };
  await runRound([failing, working]);
  expect(done).toEqual(['working']);
});
