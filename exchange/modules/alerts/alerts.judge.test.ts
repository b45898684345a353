import { afterAll, beforeAll, expect, it } from 'vitest';
import { countStatements } from '../../../tests/helpers/count-statements';
import { createTestDatabase } from '../../platform/test-database';
import { createJudge } from './alerts.judge';

const EACH = 50;

let db: Awaited<ReturnType<typeof createTestDatabase>>;
beforeAll(async () => {
  db = await createTestDatabase();
  await db.read.query(`INSERT INTO users (id, username, username_key, referral_code, kind)
    SELECT n, 'p' || n, 'p' || n, 'R' || lpad(n::text, 7, '0'), 'person' FROM generate_series(100, 110) AS n`);
  await db.read.query(`INSERT INTO alert_people (user_id, kept) SELECT n, 0 FROM generate_series(100, 110) AS n`);
});
afterAll(() => db.close());

/** Adds `people` times fifty alerts at 110, which wait for a price, for a mark near liquidation, or for a loan; half of the first repeat. */
async function addAlerts(people: number): Promise<void> {
  await db.read.query('UPDATE alert_people SET kept = CASE WHEN user_id < 100 + $1 THEN $2::int ELSE 0 END', [people, EACH]);
  await db.read.query(
    `INSERT INTO alerts (user_id, mode, kind, subject, level, pause_minutes, figure, direction, threshold, state, armed_at, created_at)
     SELECT user_id, 'real', kind, CASE kind WHEN 'loan' THEN '17' ELSE 'BTC-USDT' END, 10, CASE WHEN kind = 'price' AND n % 2 = 0 THEN 15 END,
            CASE kind WHEN 'price' THEN 'price:BTC-USDT' WHEN 'loan' THEN 'time' ELSE 'mark:BTC-USDT:real' END, 'up', 110, 'armed', 0, 0
       FROM alert_people, generate_series(1, $2::int) AS n, LATERAL (SELECT (ARRAY['price', 'liquidation', 'loan'])[1 + n % 3] AS kind) k
      WHERE user_id < 100 + $1`,
    [people, EACH],
  );
}

/** Judges a print that makes all of them due. Returns the statements that it took, and how many were told. */
async function judgeAll(people: number, at: number): Promise<{ sent: string[]; told: number }> {
  await addAlerts(people);
  const counted = countStatements(db);
  let asked = 0;
  const answer = <T>(of: readonly unknown[], found: T) => {
    asked += 1;
    return Promise.resolve(of.map(() => found));
  };
  const judge = createJudge({
    db: counted.db,
    subjects: {
      findLiquidations: (_tx, of) => answer(of, { side: 'short' as const, price: '115.5' }),
      findWarnings: (_tx, of) => answer(of, null),
      findLoanDues: (_tx, of) => answer(of, 36_000_001),
      findTermEnds: (_tx, of) => answer(of, null),
      listOpen: () => Promise.resolve([]),
    },
  });
  const figure = (name: string) => ({ figure: name, value: '110', falls: true });
  await judge({ figures: [figure('price:BTC-USDT'), figure('mark:BTC-USDT:real'), figure('time')], at });
  expect(asked).toBe(2);
  const told = await db.read.query('DELETE FROM event_log RETURNING id');
  await db.read.query('DELETE FROM alerts');
  return { sent: counted.sent, told: told.rows.length };
}

it('a print that makes two hundred alerts due takes as many statements as one that makes fifty due', async () => {
  const few = await judgeAll(1, 1_000);
  const many = await judgeAll(4, 2_000);
  expect([few.told, many.told]).toEqual([50, 200]);
  expect(few.sent.map((sql) => sql.trim().split(/\s+/)[0])).toEqual(['SELECT', 'BEGIN', 'SELECT', 'WITH', 'COMMIT']);
  expect(many.sent.length).toBeLessThanOrEqual(few.sent.length + 1);
});
