import { expect, it } from 'vitest';
import { createLoansWorld } from '../../../tests/helpers/loans-world';
import { LOAN_DAY_MS } from '../../../lib/rules/loans';
import type { Database, ScriptTx } from '../../platform/db';
import { CommitOutcomeUnknown } from '../../platform/db';
import { DomainError } from '../../platform/domain-error';

/** A generator of the same numbers in every run. */
function createDice(seed: number): (sides: number) => number {
  let state = seed;
  return (sides) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * sides);
  };
}

class Killed extends Error {}

const DAYS = 400;
const PEOPLE = ['1', '2', '3', '4', '5', '6'];
const EXPECTED: readonly string[] = [
  'LOAN_LIMIT_EXCEEDED',
  'LOAN_OVERDUE',
  'LOAN_POOL_EMPTY',
  'LOAN_NOT_OWED',
  'LOAN_REPAYMENT_INVALID',
  'LOAN_WITHDRAWAL_OVER',
  'INSUFFICIENT_BALANCE',
  'LOAN_AMOUNT_OUT_OF_RANGE',
  'LOANS_OPEN_TOO_MANY',
  'LOAN_AFTER_WITHDRAWAL',
  'REQUEST_PENDING',
];

it('400 days of borrowing, paying back and not, with a third of all transactions killed before or after their commit: each step once', async () => {
  const dice = createDice(7);
  let isDangerous = false;
  let kills = 0;
  const wrapDatabase = (db: Database): Database => ({
    ...db,
    async transaction<T>(run: (tx: ScriptTx) => Promise<T>, options?: Parameters<Database['transaction']>[1]): Promise<T> {
      const fate = isDangerous ? dice(6) : 5;
      if (fate > 1) return db.transaction(run, options);
      kills += 1;
      if (fate === 1) {
        await db.transaction(run, options);
        throw new CommitOutcomeUnknown(new Killed());
      }
      return db.transaction(async (tx) => {
        await run(tx);
        throw new Killed();
      }, options);
    },
  });
  const world = await createLoansWorld({ wrapDatabase, pool: '6000' });
  for (const person of PEOPLE) {
    await world.give(person, '300');
    await world.raiseScore(person, 80);
  }
  /** Does it until it is told what became of it, as a browser does, with the same request number. */
  const insist = async (attempt: () => Promise<unknown>) => {
    for (let tries = 0; tries < 60; tries += 1) {
      try {
        await attempt();
        return;
      } catch (error) {
        if (error instanceof DomainError && error.code !== 'REQUEST_PENDING') {
          expect(EXPECTED).toContain(error.code);
          return;
        }
      }
    }
    throw new Error('never answered');
  };
  let serial = 0;
  const act = async (person: string) => {
    serial += 1;
    const requestId = `request-of-400-days-${serial}`;
    const [loan] = await world.loans(person);
    const choice = dice(10);
    const isOwed = loan?.state === 'running' || loan?.state === 'overdue';
    if (choice < 3) {
      const product = dice(2) === 0 ? { productId: '2', amount: '1000' } : { productId: '3', amount: '5000' };
      const isAuto = dice(2) === 0;
      await insist(() => world.apply(person, product.amount, { ...product, isAuto, requestId }));
    } else if (isOwed && choice < 5) {
      const amount = String(10 + dice(500));
      await insist(() => world.repay(person, loan.id, { amount, requestId }));
    } else if (isOwed && choice < 6) {
      const isWithdrawal = dice(2) === 0;
      await insist(() => world.repay(person, loan.id, { isWithdrawal, requestId }));
    }
  };
  isDangerous = true;
  for (let day = 0; day < DAYS; day += 1) {
    for (const person of PEOPLE) if (dice(4) === 0) await act(person);
    world.time.now += LOAN_DAY_MS - dice(3_600) * 1_000;
    // Some days nobody is there to do what is due.
    if (dice(5) > 0) await insist(() => world.run());
    if (day % 50 === 0) {
      isDangerous = false;
      await world.proveClean();
      isDangerous = true;
    }
  }
  isDangerous = false;
  await world.days(120);
  const left = (await Promise.all(PEOPLE.map((person) => world.loans(person)))).flat();
  // Some of each end, or the walk proves little.
  const endings = new Set(left.map(({ ending }) => ending));
  expect([...endings].sort()).toEqual(['repaid', 'withdrawn', 'written_off']);
  expect(left.every(({ state }) => state === 'finished')).toBe(true);
  expect(left.length).toBeGreaterThan(10);
  expect(kills).toBeGreaterThan(100);
  for (const loan of left) expect(loan.fee <= loan.interest).toBe(true);
  const { rows } = await world.db.read.query<{ wrong: string }>(
    `SELECT l.id AS wrong FROM loans l LEFT JOIN loan_entries e ON e.loan_id = l.id GROUP BY l.id
     HAVING count(*) FILTER (WHERE e.kind = 'paid_out') <> 1 OR count(*) FILTER (WHERE e.kind = 'late_day') <> l.late_days
         OR sum(e.fee) FILTER (WHERE e.kind = 'late_day') IS DISTINCT FROM nullif(l.fee, 0) AND l.late_days > 0 AND l.fee > 0
         OR sum(e.principal) FILTER (WHERE e.kind IN ('repaid', 'repaid_part', 'withdrawn', 'written_off')) <> l.amount`,
  );
  expect(rows).toEqual([]);
  const pools = await world.db.read.query<{ low: string }>(
    `SELECT min(p.balance_after) AS low FROM ledger_postings p JOIN ledger_accounts a ON a.id = p.account_id WHERE a.address = 'house:real:loan-pool:USDT'`,
  );
  expect(BigInt(pools.rows[0]?.low ?? -1)).toBeGreaterThanOrEqual(0n);
  await world.close();
});
