import { z } from 'zod';
import { findLimit } from '../../../lib/rules/credit-score';
import { AFTER_WITHDRAWAL_DAYS, LOAN_ASSET, LOAN_SCALE } from '../../../lib/rules/loans';
import type { Tx } from '../../platform/db';
import { fromUnits, toUnits } from '../../platform/decimal';
import { readScore } from '../credit-score/credit-score';
import { findVerifier } from '../identity/identity';
import { ActionRefused, defineAction } from '../operators/operators';
import { listAgreementHashes } from './loans.agreements.repository';
import { payOut, reject } from './loans.life';
import { findLoan, isAccountStopped, type Loan, lockLoan, readBurden } from './loans.repository';
import { writeOutcomes } from './loans.write';

const loan = z.string().regex(/^[1-9][0-9]{0,17}$/, 'the number of a loan');

/**
 * An application waits for days: what refuses one when it is made refuses its payout, and so does a freeze of the account. What is asked for counts among what
 * is owed. @throws ActionRefused
 */
async function requireLendable(tx: Tx, { id, userId, mode }: Loan, at: number): Promise<void> {
  const { hasOverdue, hasWithdrawn, owed } = await readBurden(tx, { userId, mode, now: at });
  const { limit } = await readLimit(tx, { userId, mode });
  const why = (await isAccountStopped(tx, userId))
    ? 'has an account that is frozen or closed'
    : hasOverdue
      ? 'has a loan that is overdue'
      : hasWithdrawn
        ? `withdrew from a loan within ${AFTER_WITHDRAWAL_DAYS} days`
        : owed > limit
          ? `owes and asks for ${write(owed)} ${LOAN_ASSET}, above the limit of ${write(limit)} ${LOAN_ASSET}`
          : null;
  if (why !== null) throw new ActionRefused('NOT_ALLOWED', `User ${userId} ${why}: nothing is lent now. Loan ${id} waits, or is rejected.`);
}

/** Returns the credit score of an account, and its limit in base units. */
async function readLimit(tx: Tx, owner: Pick<Loan, 'userId' | 'mode'>): Promise<{ score: number; limit: bigint }> {
  const { score } = await readScore(tx, owner);
  return { score, limit: toUnits(String(findLimit(score)), LOAN_SCALE) };
}

const write = (units: bigint) => fromUnits(units, LOAN_SCALE);

/** Pays an application out, once a second operator agrees. */
export const approveLoanAction = defineAction({
  name: 'loans.approve',
  schema: z.strictObject({ loan }),
  describe: (input) => [
    `journal LOAN_PAYOUT loan:${input.loan}:<SHA-256 of its agreement>`,
    '  what was set aside for it goes to the borrower',
  ],
  async run(tx, { input, actor, at }) {
    const found = await lockLoan(tx, input.loan);
    if (found?.state !== 'applying') throw new ActionRefused('INPUT_INVALID', `Loan ${input.loan} waits for no decision.`);
    // Whoever says who somebody is doesn't give them money, too.
    if (actor.kind === 'operator' && (await findVerifier(tx, found.userId)) === actor.name) {
      throw new ActionRefused('SAME_OPERATOR', `You verified user ${found.userId}: somebody else agrees to their loan.`);
    }
    await requireLendable(tx, found, at);
    const agreementHash = (await listAgreementHashes(tx, [found.id])).get(found.id);
    if (agreementHash === undefined) throw new ActionRefused('INPUT_INVALID', `Loan ${input.loan} has no agreement.`);
    await writeOutcomes(tx, [payOut(found, { agreementHash, at })]);
    return `loan ${found.id} was paid out`;
  },
});

/** Rejects an application; its owner reads the reason. */
export const rejectLoanAction = defineAction({
  name: 'loans.reject',
  schema: z.strictObject({ loan, reason: z.string().trim().min(3).max(300) }),
  describe: (input) => [`journal LOAN_RELEASE loan:${input.loan}`, `the borrower reads: ${input.reason}`],
  async run(tx, { input, at }) {
    const found = await lockLoan(tx, input.loan);
    if (found?.state !== 'applying') throw new ActionRefused('INPUT_INVALID', `Loan ${input.loan} waits for no decision.`);
    await writeOutcomes(tx, [reject(found, { reason: input.reason, at })]);
    return `loan ${found.id} was rejected`;
  },
});

/** Returns what an application asks for, and what its borrower is lent by, as lines. */
export async function describeApplication(tx: Tx, id: string): Promise<string[]> {
  const found = await findLoan(tx, id);
  if (found === null) return [];
  const { userId, mode, product, amount, interest, days, rate, state, isAuto, principal } = found;
  const { score, limit } = await readLimit(tx, found);
  const { owed } = await readBurden(tx, { userId, mode, now: found.appliedAt });
  return [
    `loan ${id} of user ${userId}: ${state}, ${mode} account`,
    `${write(amount)} ${LOAN_ASSET} for ${days} days, product ${product} at ${rate} % a day, interest ${write(interest)} ${LOAN_ASSET}`,
    `repaid when due from what is available: ${isAuto ? 'yes' : 'no'}`,
    `credit score ${score}, limit ${write(limit)} ${LOAN_ASSET}; owed and asked for besides this loan: ${write(owed - principal)} ${LOAN_ASSET}`,
  ];
}
