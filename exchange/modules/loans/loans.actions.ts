import { z } from 'zod';
import { findLimit } from '../../../lib/rules/credit-score';
import { AFTER_WITHDRAWAL_DAYS, LOAN_ASSET, LOAN_SCALE } from '../../../lib/rules/loans';
import type { Tx } from '../../platform/db';
import { fromUnits, toUnits } from '../../platform/decimal';
import { hashInput } from '../../platform/idempotency';
import { readScore } from '../credit-score/credit-score';
import { findVerifier } from '../identity/identity';
import { describePostings } from '../ledger/ledger';
import { ActionRefused, defineAction } from '../operators/operators';
import { listAgreementHashes } from './loans.agreements.repository';
import { payOut, reject } from './loans.life';
import { payoutJournal, releaseJournal } from './loans.postings';
import { findLoan, isAccountStopped, type Loan, lockLoan, readBurden } from './loans.repository';
import { writeOutcomes } from './loans.write';

const number = (of: string) => z.string().regex(/^[1-9][0-9]{0,17}$/, `the number of a ${of}`);
const amount = z.string().regex(/^[0-9]{1,20}(\.[0-9]{1,8})?$/, 'an amount');
/** What a request was made about, so that whoever approves it approves exactly that. Amounts are decimals, `agreement` the SHA-256 of what was signed. */
const facts = z.strictObject({
  loan: number('loan'),
  user: number('user'),
  account: z.enum(['real', 'demo']),
  amount,
  interest: amount,
  days: z.string().max(10),
  product: z.string().max(20),
  rate: z.string().max(20),
  agreement: z.string().regex(/^[0-9a-f]{64}$/, 'the SHA-256 of an agreement'),
});
type LoanFacts = z.infer<typeof facts>;

function factsOf(row: Loan, agreement: string): LoanFacts {
  const { id, userId, mode, days, product, rate } = row;
  const terms = { days: String(days), product, rate };
  return { loan: id, user: userId, account: mode, amount: write(row.amount), interest: write(row.interest), ...terms, agreement };
}

/** Returns what of an application goes into a request of operators; null: there is none. Amounts are decimals. */
export async function readLoanFacts(tx: Tx, id: string): Promise<LoanFacts | null> {
  const [row, hashes] = [await findLoan(tx, id), await listAgreementHashes(tx, [id])];
  const agreement = hashes.get(id);
  return row === null || agreement === undefined ? null : factsOf(row, agreement);
}

const sayWhat = ({ loan, user, account, amount: asked, interest, days, product, rate }: LoanFacts) =>
  `loan ${loan} of user ${user}, ${account} account: ${asked} ${LOAN_ASSET} for ${days} days, product ${product} at ${rate} % a day, interest ${interest} ${LOAN_ASSET}`;

const partyOf = ({ loan, user, account, amount: asked }: LoanFacts) => ({
  ...{ id: loan, userId: user, mode: account, amount: toUnits(asked, LOAN_SCALE) },
});

function sayJournal({ code, reference, postings }: ReturnType<typeof payoutJournal>): string[] {
  return [`journal ${code} ${reference}`, ...describePostings(LOAN_ASSET, postings)];
}

/** Returns the application that a request is about, locked, and the hash of its agreement. @throws ActionRefused */
async function takeApplication(tx: Tx, said: LoanFacts): Promise<{ found: Loan; agreementHash: string }> {
  const found = await lockLoan(tx, said.loan);
  if (found?.state !== 'applying') throw new ActionRefused('INPUT_INVALID', `Loan ${said.loan} waits for no decision.`);
  const agreementHash = (await listAgreementHashes(tx, [found.id])).get(found.id);
  if (agreementHash === undefined) throw new ActionRefused('INPUT_INVALID', `Loan ${said.loan} has no agreement.`);
  if (hashInput(factsOf(found, agreementHash)) !== hashInput(said)) {
    throw new ActionRefused('REQUEST_ALTERED', `Loan ${said.loan} is not what was asked about.`);
  }
  return { found, agreementHash };
}

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
  schema: facts,
  describe: (input) => [sayWhat(input), ...sayJournal(payoutJournal({ ...partyOf(input), agreementHash: input.agreement }, 0))],
  async run(tx, { input, actor, at }) {
    const { found, agreementHash } = await takeApplication(tx, input);
    // Whoever says who somebody is doesn't give them money, too.
    if (actor.kind === 'operator' && (await findVerifier(tx, found.userId)) === actor.name) {
      throw new ActionRefused('SAME_OPERATOR', `You verified user ${found.userId}: somebody else agrees to their loan.`);
    }
    await requireLendable(tx, found, at);
    await writeOutcomes(tx, [payOut(found, { agreementHash, at })]);
    return `loan ${found.id} was paid out`;
  },
});

/** Rejects an application; its owner reads the reason. */
export const rejectLoanAction = defineAction({
  name: 'loans.reject',
  schema: facts.extend({ reason: z.string().trim().min(3).max(300) }),
  describe: ({ reason, ...of }) => [sayWhat(of), ...sayJournal(releaseJournal(partyOf(of), 0)), `the borrower reads: ${reason}`],
  async run(tx, { input: { reason, ...of }, at }) {
    const { found } = await takeApplication(tx, of);
    await writeOutcomes(tx, [reject(found, { reason, at })]);
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
