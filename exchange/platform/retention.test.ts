import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Database } from './db';
import { requestRetention, REQUESTS_KEPT_MS } from './idempotency';
import { createRetention, PIECE_ROWS } from './retention';
import { createTestDatabase } from './test-database';
import { createTestPlatform } from './test-platform';

let db: Database;
beforeAll(async () => {
  db = await createTestDatabase();
});
afterAll(() => db.close());

const countKeys = async () => Number((await db.read.query('SELECT count(*) AS n FROM idempotency_keys')).rows[0]?.n);

it('forgets answers after a week, a thousand at a time, and none before', async () => {
  const { platform, time } = createTestPlatform(db);
  let transactions = 0;
  const counting: Database = {
    ...db,
    transaction: (run) => {
      transactions += 1;
      return db.transaction(run);
    },
  };
  const add = (call: string, count: number, at: number) =>
    db.read.query(
      `INSERT INTO idempotency_keys (user_id, mode, call, request_id, input_hash, answer, created_at)
       SELECT 7, 'real', $1, n::text, repeat('a', 64), '{}', to_timestamp($3::int8 / 1000.0) FROM generate_series(1, $2::int) n`,
      [call, count, at],
    );
  await add('old', 2 * PIECE_ROWS + 1, time.now - REQUESTS_KEPT_MS - 1);
  await add('young', 10, time.now - REQUESTS_KEPT_MS + 1);
  await createRetention({ ...platform, db: counting, rules: [requestRetention] }).round();
  expect(await countKeys()).toBe(10);
  expect(transactions).toBe(3);
});

it('goes on with the other rules when one fails', async () => {
  const { platform } = createTestPlatform(db);
  const done: string[] = [];
  const failing = { name: 'failing', keptMs: 0, remove: () => Promise.reject(new Error('a test')) };
  const working = { name: 'working', keptMs: 0, remove: async () => done.push('working') - 1 };
  await createRetention({ ...platform, rules: [failing, working] }).round();
  expect(done).toEqual(['working']);
});
