import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Database } from '../../platform/db';
import { createTestDatabase } from '../../platform/test-database';

/** As the version before asks, by the names that its tables had: it runs beside this one until it is restarted. */
let db: Database;
beforeEach(async () => {
  db = await createTestDatabase();
});
afterEach(() => db.close());
const read = async (sql: string) => (await db.read.query(sql)).rows;

it('a process of the version before writes and reads the same rows by their old names', async () => {
  await db.transaction(async (tx) => {
    await tx.query('INSERT INTO guard_people (user_id) VALUES ($1) ON CONFLICT (user_id) DO NOTHING', ['1']);
    await tx.query('SELECT 1 FROM guard_people WHERE user_id = $1 FOR UPDATE', ['1']);
    await tx.query('UPDATE guard_people SET paused_until = $2 WHERE user_id = $1', ['1', '5000']);
    await tx.query(`INSERT INTO guard_consents (user_id, mode, product, accepted_at, accepted_share) VALUES (1, 'real', 'option', 1, '0.5')
      ON CONFLICT (user_id, mode, product) DO NOTHING`);
    for (const passed of [10, 20]) {
      await tx.query(
        `INSERT INTO guard_tests (user_id, product, passed_at) VALUES (1, 'option', $1) ON CONFLICT (user_id, product) DO UPDATE SET passed_at = excluded.passed_at`,
        [passed],
      );
    }
    for (const amount of ['7', '8']) {
      await tx.query(
        `INSERT INTO guard_limits (user_id, mode, kind, amount) VALUES (1, 'real', 'stake', $1) ON CONFLICT (user_id, mode, kind) DO UPDATE SET amount = excluded.amount`,
        [amount],
      );
    }
    for (const reason of ['ORDER_ENDED_BY_LIMIT', 'ORDER_ENDED_BY_BREAK']) {
      await tx.query(
        `INSERT INTO guard_order_ends (user_id, mode, seq, orders_until, reason)
         SELECT 1, 'real', coalesce((SELECT max(seq) FROM guard_order_ends), 0) + 1, 3, $1
         ON CONFLICT (user_id, mode) DO UPDATE SET seq = excluded.seq, orders_until = excluded.orders_until, reason = excluded.reason`,
        [reason],
      );
    }
  });
  expect(await read('SELECT paused_until FROM risk_people')).toEqual([{ paused_until: '5000' }]);
  expect(await read('SELECT product FROM risk_consents')).toEqual([{ product: 'option' }]);
  expect(await read('SELECT passed_at FROM risk_tests')).toEqual([{ passed_at: '20' }]);
  expect(await read('SELECT amount FROM risk_limits')).toEqual([{ amount: '8' }]);
  expect(await read('SELECT seq, reason FROM risk_order_ends')).toEqual([{ seq: '2', reason: 'ORDER_ENDED_BY_BREAK' }]);
  await expect(db.read.query('UPDATE guard_people SET paused_until = NULL')).rejects.toThrow('not shortened');
  await expect(db.read.query("UPDATE guard_order_ends SET reason = 'OTHER'")).rejects.toThrow('risk_order_ends');
});
