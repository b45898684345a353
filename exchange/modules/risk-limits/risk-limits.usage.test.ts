import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Database, Tx } from '../../platform/db';
import { createTestDatabase } from '../../platform/test-database';
import { optionRisk } from '../options/options';
import { perpetualRisk } from '../perpetual/perpetual';
import { startsOf } from './risk-limits.math';

const DAY_MS = 86_400_000;
const NOW = Date.UTC(2026, 2, 18, 12);
const owner = { userId: '1', mode: 'real' as const };
let db: Database;
beforeEach(async () => {
  db = await createTestDatabase();
});
afterEach(() => db.close());

/** A month of trading: 40 contracts a day, each a lost stake of 5, as old rows that nobody has to read again. */
async function tradeFor(days: number): Promise<void> {
  await db.read.query(
    `INSERT INTO option_contracts (user_id, mode, market, direction, stake, profit, ratio, duration_ms, state, accepted_at)
     SELECT 1, 'real', 'BTC-USDT', 'up', 5, 4, '0.8', 60000, 'pending', $1::int8 - day::int8 * ${DAY_MS} + n
       FROM generate_series(0, $2::int - 1) AS day, generate_series(1, 40) AS n`,
    [NOW, days],
  );
  await db.read.query(
    `UPDATE option_contracts SET state = 'lost', strike = 1, strike_at = accepted_at + 1, delivers_at = accepted_at + 60001, delivery = 1,
            settled_at = accepted_at + 60001`,
  );
}

it('what an account used is read from a row a day, however much it traded: day, week from Monday, month', async () => {
  await tradeFor(60);
  const { rows } = await db.read.query<{ count: string }>('SELECT count(*) AS count FROM risk_usage');
  expect(rows[0]?.count).toBe('60');
  expect(await optionRisk.sumUsage(db.read, owner, startsOf(NOW))).toEqual({
    atRisk: 0n,
    restingMost: 0n,
    stake_day: 200n,
    stake_week: 600n,
    stake_month: 3_600n,
    loss_day: 200n,
    loss_week: 600n,
    loss_month: 3_600n,
  });
});

it.each([
  { product: 'option', risk: optionRisk },
  { product: 'perpetual', risk: perpetualRisk },
])('reads of $product ask two statements and no table of history', async ({ risk }) => {
  const asked: string[] = [];
  const noting: Tx = {
    query(text, params) {
      asked.push(text);
      return db.read.query(text, params);
    },
  };
  await risk.sumUsage(noting, owner, startsOf(NOW));
  expect(asked).toHaveLength(2);
  for (const text of asked) expect(text).not.toMatch(/perpetual_fills|perpetual_liquidations|perpetual_funding|accepted_at/);
});

it('a stake that came back is none: neither that day nor that week', async () => {
  await db.read.query(
    `INSERT INTO option_contracts (user_id, mode, market, direction, stake, profit, ratio, duration_ms, state, accepted_at)
     VALUES (1, 'real', 'BTC-USDT', 'up', 5, 4, '0.8', 60000, 'pending', $1), (1, 'real', 'BTC-USDT', 'up', 7, 4, '0.8', 60000, 'pending', $1)`,
    [NOW],
  );
  expect(await optionRisk.sumUsage(db.read, owner, startsOf(NOW))).toMatchObject({ atRisk: 12n, stake_day: 12n });
  await db.read.query(`UPDATE option_contracts SET state = 'refunded', reason = 'no_strike', settled_at = $1 WHERE stake = 5`, [
    NOW + DAY_MS,
  ]);
  expect(await optionRisk.sumUsage(db.read, owner, startsOf(NOW))).toMatchObject({ atRisk: 7n, stake_day: 7n, loss_day: 0n });
});
