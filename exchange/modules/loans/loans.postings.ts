import type { Mode } from '../../../lib/protocol/wire';
import { type Debt, LOAN_ASSET } from '../../../lib/rules/loans';
import type { JournalCodes } from '../../composition/module';
import { clearingAddress, houseAddress, type Journal, userAddress } from '../ledger/ledger';

/** What is borrowed and paid back is no profit; interest and late fees are a loss. */
export const LOAN_CODES = {
  LOAN_RESERVE: { record: 'loan', isExternal: false },
  LOAN_RELEASE: { record: 'loan', isExternal: false },
  LOAN_PAYOUT: { record: 'loan', isExternal: true },
  LOAN_REPAYMENT: { record: 'loan', isExternal: true },
  LOAN_INTEREST: { record: 'loan', isExternal: false },
  LOAN_LATE_FEE: { record: 'loan', isExternal: false },
  LOAN_WRITE_OFF: { record: 'loan', isExternal: false },
} as const satisfies JournalCodes;

type LoanJournal = Journal<keyof typeof LOAN_CODES>;
type Party = { id: string; userId: string; mode: Mode };

/** `pool` is what can be lent, `promised` what applications wait for, `lent` what is out; `owed` mirrors `lent` on the borrowers' side. */
export function addressesOf({ userId, mode }: { userId: string; mode: Mode }) {
  const house = (name: string) => houseAddress({ mode, name, asset: LOAN_ASSET });
  return {
    user: userAddress({ userId, mode, asset: LOAN_ASSET, part: 'available' }),
    pool: house('loan-pool'),
    promised: house('loans-promised'),
    lent: house('loans-lent'),
    owed: clearingAddress({ mode, name: 'loans-owed', asset: LOAN_ASSET }),
  };
}

/** Sets the amount aside while the application waits, so that an approval can always be paid. */
export function reserveJournal(loan: Party & { amount: bigint }, at: number): LoanJournal {
  const { pool, promised } = addressesOf(loan);
  return {
    code: 'LOAN_RESERVE',
    reference: `loan:${loan.id}`,
    at,
    postings: [
      { address: pool, amount: -loan.amount },
      { address: promised, amount: loan.amount },
    ],
  };
}

/** Gives back what was set aside for an application that was rejected. */
export function releaseJournal(loan: Party & { amount: bigint }, at: number): LoanJournal {
  const { pool, promised } = addressesOf(loan);
  return {
    code: 'LOAN_RELEASE',
    reference: `loan:${loan.id}`,
    at,
    postings: [
      { address: promised, amount: -loan.amount },
      { address: pool, amount: loan.amount },
    ],
  };
}

/** Pays the loan out. The reference ends with the SHA-256 of the signed agreement. */
export function payoutJournal(loan: Party & { amount: bigint; agreementHash: string }, at: number): LoanJournal {
  const { user, promised, lent, owed } = addressesOf(loan);
  return {
    code: 'LOAN_PAYOUT',
    reference: `loan:${loan.id}:${loan.agreementHash}`,
    at,
    postings: [
      { address: promised, amount: -loan.amount },
      { address: lent, amount: loan.amount },
      { address: owed, amount: -loan.amount },
      { address: user, amount: loan.amount },
    ],
  };
}

/** Takes a repayment: the amount comes back to the pool, interest and fees are its income. `n` counts the repayments of the loan. */
export function repaymentJournals(loan: Party, { paid, n, at }: { paid: Debt; n: number; at: number }): LoanJournal[] {
  const { user, pool, lent, owed } = addressesOf(loan);
  const reference = `loan:${loan.id}:${n}`;
  const journals: LoanJournal[] = [
    {
      code: 'LOAN_REPAYMENT',
      reference,
      at,
      postings: [
        { address: user, amount: -paid.principal },
        { address: owed, amount: paid.principal },
        { address: lent, amount: -paid.principal },
        { address: pool, amount: paid.principal },
      ],
    },
  ];
  const addIncome = (code: 'LOAN_INTEREST' | 'LOAN_LATE_FEE', amount: bigint) => {
    if (amount === 0n) return;
    const postings = [
      { address: user, amount: -amount },
      { address: pool, amount },
    ];
    journals.push({ code, reference, at, postings });
  };
  addIncome('LOAN_INTEREST', paid.interest);
  addIncome('LOAN_LATE_FEE', paid.fee);
  return journals;
}

/** Takes what is not paid back out of what is lent: the loss is the pool's. */
export function writeOffJournal(loan: Party & { principal: bigint }, at: number): LoanJournal {
  const { lent, owed } = addressesOf(loan);
  return {
    code: 'LOAN_WRITE_OFF',
    reference: `loan:${loan.id}`,
    at,
    postings: [
      { address: lent, amount: -loan.principal },
      { address: owed, amount: loan.principal },
    ],
  };
}
