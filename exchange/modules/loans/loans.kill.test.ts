import { expect, it } from 'vitest';
import { createDyingDatabase } from '../../../tests/helpers/dying-database';
import { createLoansWorld } from '../../../tests/helpers/loans-world';

const HOUR_MS = 3_600_000;

it.each([
  { name: 'money came', given: '100', state: 'finished', user: '91', told: 'loan.repaid' },
  { name: 'too little came', given: '8.99', state: 'overdue', user: '1008.99', told: 'loan.overdue' },
])('the hourly try of an overdue loan for which $name, killed at each step, counts once', async ({ given, state, user, told }) => {
  let dying: ReturnType<typeof createDyingDatabase> | null = null;
  const world = await createLoansWorld({
    wrapDatabase(db) {
      dying = createDyingDatabase(db);
      return dying.db;
    },
  });
  const { killAtEach } = dying as unknown as ReturnType<typeof createDyingDatabase>;
  let id = '';
  const ends = await killAtEach({
    async prepare(n) {
      id = await world.borrow(String(n), '1000', { isAuto: true });
      const dueAt = (await world.loan(String(n), id)).dueAt ?? 0;
      world.time.now = dueAt + 1;
      await world.run();
      await world.give(String(n), given);
      world.time.now = dueAt + 2 * HOUR_MS;
    },
    work: () => world.run(),
    async look(n) {
      expect(['overdue', state], `killed at ${n}`).toContain((await world.loan(String(n), id)).state);
      for (let again = 0; again < 2; again += 1) await world.run();
      const loan = await world.loan(String(n), id);
      expect([loan.state, loan.lateDays, (await world.balances(String(n))).user], `killed at ${n}`).toEqual([state, 0, user]);
      const sql = 'SELECT count(*)::int4 AS n FROM event_log WHERE kind = $1 AND user_id = $2';
      const { rows } = await world.db.read.query<{ n: number }>(sql, [told, String(n)]);
      expect(rows, `killed at ${n}`).toEqual([{ n: 1 }]);
    },
  });
  expect(ends).toBeGreaterThan(3);
  await world.close();
});
