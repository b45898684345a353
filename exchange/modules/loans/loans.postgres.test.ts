import { afterAll, beforeAll, expect, it } from 'vitest';
import { createLoansWorld, type LoansWorld } from '../../../tests/helpers/loans-world';
import { openPatiently, type SharedPostgres, sharePostgres } from '../../../tests/helpers/postgres';
import { LOAN_DAY_MS } from '../../../lib/rules/loans';
import { createLogger } from '../../platform/logger';
import { runLoanSteps } from './loans.job';

const log = createLogger('silent');
const BORROWERS = Array.from({ length: 12 }, (_, index) => String(1_000 + index));
let server: SharedPostgres;
let worlds: LoansWorld[] = [];

beforeAll(async () => {
  server = await sharePostgres();
  const url = await server.createDatabase('loans');
  worlds = [await createLoansWorld({ db: openPatiently(url, log) }), await createLoansWorld({ db: openPatiently(url, log), pool: '0' })];
});
afterAll(async () => {
  for (const world of worlds) await world.close();
  await server.stop();
});

it('two processes pay out, take back, remind and charge the same loans at once while borrowers repay: each step counts once', async () => {
  const [first, second] = worlds as [LoansWorld, LoansWorld];
  const both = async (ms: number) => {
    for (const world of worlds) world.time.now += ms;
    await Promise.all([first.run(), second.run()]);
  };
  const loans: { user: string; id: string; isAuto: boolean }[] = [];
  for (const [index, user] of BORROWERS.entries()) {
    const isAuto = index % 3 === 0;
    await first.give(user, '50');
    loans.push({ user, id: await first.apply(user, '1000', { isAuto }), isAuto });
  }
  await both(20_000);
  // A process that dies with a chunk in its hands leaves nothing of it; the other one passes by what it holds.
  for (const world of worlds) world.time.now += 7 * LOAN_DAY_MS + 1;
  let other: Promise<void> | null = null;
  const killed = first.db.transaction(async (tx) => {
    await runLoanSteps(tx, first.time.now);
    other = second.run();
    throw new Error('killed');
  });
  await expect(killed).rejects.toThrow('killed');
  await other;
  const repaying = loans.filter(({ isAuto }) => !isAuto).slice(0, 4);
  await Promise.all([both(LOAN_DAY_MS), ...repaying.map(({ user, id }, index) => (index % 2 === 0 ? first : second).repay(user, id))]);
  await both(0);
  const { rows } = await first.db.read.query<{ id: string; kinds: string[] }>(
    `SELECT loan_id AS id, array_agg(kind ORDER BY at, n) AS kinds FROM loan_entries WHERE kind <> 'late_day' GROUP BY loan_id ORDER BY loan_id`,
  );
  const isRepaid = new Set([...loans.filter(({ isAuto }) => isAuto), ...repaying].map(({ id }) => id));
  for (const { id } of loans) {
    expect(rows.find((row) => row.id === id)?.kinds).toEqual(
      isRepaid.has(id) ? ['applied', 'paid_out', 'repaid'] : ['applied', 'paid_out'],
    );
  }
  const late = await first.db.read.query<{ id: string; days: string }>(
    `SELECT loan_id AS id, count(*) AS days FROM loan_entries WHERE kind = 'late_day' GROUP BY loan_id`,
  );
  for (const { id } of loans.filter((loan) => !isRepaid.has(loan.id))) expect(late.rows.find((row) => row.id === id)?.days).toBe('1');
  await first.proveClean();
});
