import { expect } from 'vitest';
import { listAgreementHashes } from '../../../exchange/modules/loans/loans.agreements.repository';
import { payOut } from '../../../exchange/modules/loans/loans.life';
import { lockLoan } from '../../../exchange/modules/loans/loans.repository';
import { writeOutcomes } from '../../../exchange/modules/loans/loans.write';
import type { Database } from '../../../exchange/platform/db';
import { LOAN_DAY_MS, WRITE_OFF_DAYS } from '../../../lib/rules/loans';
import { createLoansWorld } from '../../helpers/loans-world';
import { createStakingWorld } from '../../helpers/staking-world';

/** What each member begins with beside what is staked or lent. */
const GIVEN = '2000';
const STAKED = '1000';
/** 1,000 USDT in the term of 7 days: what a day credits, and what all do (docs/money/staking.md). */
const DAILY = 21_818_181n;
const TOTAL = 152_727_272n;
const TERM_DAYS = 7;
/** A loan of 1,000 USDT for 7 days at 0.15 %: its interest is also the most that late days cost (docs/money/loan.md). */
const LOAN_DAYS = 7;
const LENT = 100_000_000_000n;
const INTEREST = 900_000_000n;
const LATE_DAY = 150_000_000n;

/** How many days ago something began, with a part of a day, so that nothing becomes due while a test looks. */
const STAKED_AGO = [1.3, 3.4, 6.2, 7.3, 9.4];
const LENT_AGO = [5.5, 7.6, 10.3, 14.5, LOAN_DAYS + WRITE_OFF_DAYS + 1.5];

/** `auto` loans pay by themselves as soon as they are due. */
type Seed = { userId: string; id: string; ago: number; kind: 'stake' | 'loan' | 'auto' };

/**
 * Lays positions and loans that began days ago into the database of a stopped exchange: everything since then is due when it starts. `real` accounts,
 * members of the test's own.
 */
export async function seedEarnings(db: Database, now: number): Promise<Seed[]> {
  const [staking, loans] = [await createStakingWorld({ db }), await createLoansWorld({ db, pool: '0' })];
  const seeds: Seed[] = [];
  const join = async (at: number) => {
    for (const { time } of [staking, loans]) time.now = at;
    return staking.join({ amount: GIVEN });
  };
  for (const ago of STAKED_AGO) {
    const userId = await join(now - ago * LOAN_DAY_MS);
    seeds.push({ userId, id: (await staking.subscribe(userId, { term: '1', amount: STAKED })).id, ago, kind: 'stake' });
  }
  for (const ago of LENT_AGO) {
    for (const kind of ['loan', 'auto'] as const) {
      const at = now - ago * LOAN_DAY_MS;
      const userId = await join(at);
      const id = await loans.apply(userId, '1000', { isAuto: kind === 'auto' });
      await db.transaction(async (tx) => {
        const loan = await lockLoan(tx, id);
        const agreementHash = (await listAgreementHashes(tx, [id])).get(id);
        if (loan === null || agreementHash === undefined) throw new Error(`loan ${id} has no agreement`);
        await writeOutcomes(tx, [payOut(loan, { agreementHash, at })]);
      });
      seeds.push({ userId, id, ago, kind });
    }
  }
  return seeds;
}

/** Returns how many positions and loans have something due. */
export async function countDue(db: Database, now: number): Promise<number> {
  const sql = `SELECT (SELECT count(*) FROM staking_positions WHERE next_at <= $1) + (SELECT count(*) FROM loans WHERE next_at <= $1) AS n`;
  return Number((await db.long.query<{ n: string }>(sql, [now])).rows[0]?.n);
}

/** Each day was credited once, each principal is back once, each step of a loan is there once, and no sum differs from what the formulas say. */
export async function expectEarnedOnce(db: Database, seeds: readonly Seed[], now: number): Promise<void> {
  const [staking, loans] = [await createStakingWorld({ db }), await createLoansWorld({ db, pool: '0' })];
  for (const { time } of [staking, loans]) time.now = now;
  for (const seed of seeds) {
    if (seed.kind === 'stake') await expectCreditedOnce(db, staking, seed);
    else await expectStepsOnce(db, loans, seed);
  }
  await staking.verify();
  await loans.proveClean();
}

const toUnits = (text = '0') => BigInt(Math.round(Number(text) * 1e8));

async function expectCreditedOnce(db: Database, world: Awaited<ReturnType<typeof createStakingWorld>>, { userId, id, ago }: Seed) {
  const days = Math.min(TERM_DAYS, Math.floor(ago));
  const isOver = ago > TERM_DAYS;
  const paid = isOver ? TOTAL : DAILY * BigInt(days);
  expect(await world.position(userId, id)).toMatchObject({ daysPaid: days, paid, state: isOver ? 'ended' : 'running', forfeited: 0n });
  const journals = await db.long.query(`SELECT reference FROM ledger_journals WHERE code = 'STAKING_INTEREST' AND reference LIKE $1`, [
    `staking:${id}:%`,
  ]);
  expect(journals.rows.map(({ reference }) => reference).sort()).toEqual(
    Array.from({ length: days }, (_, day) => `staking:${id}:${day + 1}`),
  );
  const { available, held } = await world.balance(userId);
  const begun = toUnits(GIVEN) - (isOver ? 0n : toUnits(STAKED));
  expect([toUnits(available), toUnits(held)]).toEqual([begun + paid, isOver ? 0n : toUnits(STAKED)]);
}

async function expectStepsOnce(db: Database, world: Awaited<ReturnType<typeof createLoansWorld>>, { userId, id, ago, kind }: Seed) {
  const isDue = ago > LOAN_DAYS;
  const lateDays = kind === 'auto' || !isDue ? 0 : Math.min(WRITE_OFF_DAYS, Math.floor(ago - LOAN_DAYS));
  const isLost = lateDays === WRITE_OFF_DAYS;
  const last = kind === 'auto' && isDue ? ['repaid'] : isLost ? ['written_off'] : [];
  const { rows } = await db.long.query<{ kind: string; n: string }>(
    'SELECT kind, count(*) AS n FROM loan_entries WHERE loan_id = $1 GROUP BY kind',
    [id],
  );
  const expected = [...['applied', 'paid_out', ...last].map((name) => [name, 1]), ...(lateDays === 0 ? [] : [['late_day', lateDays]])];
  expect(Object.fromEntries(rows.map((row) => [row.kind, Number(row.n)]))).toEqual(Object.fromEntries(expected));
  const late = LATE_DAY * BigInt(lateDays);
  expect((await world.loan(userId, id)).fee).toBe(late < INTEREST ? late : INTEREST);
  const { rows: changes } = await db.long.query("SELECT id FROM credit_score_changes WHERE user_id = $1 AND reason = 'overdue_day'", [
    userId,
  ]);
  expect(changes).toHaveLength(lateDays);
  const { user } = await world.balances(userId);
  expect(toUnits(user)).toBe(toUnits(GIVEN) + (last[0] === 'repaid' ? -INTEREST : LENT));
}
