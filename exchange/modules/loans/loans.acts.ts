import { z } from 'zod';
import { ActRefused, defineAct } from '../operators/operators';
import { listAgreementHashes } from './loans.agreements.repository';
import { payOut, reject } from './loans.life';
import { lockLoan } from './loans.repository';
import { writeOutcomes } from './loans.write';

const loan = z.string().regex(/^[1-9][0-9]{0,17}$/, 'the number of a loan');

/** Pays an application out, once a second operator agrees. */
export const approveLoanAct = defineAct({
  name: 'loans.approve',
  schema: z.strictObject({ loan }),
  describe: (input) => [
    `journal LOAN_PAYOUT loan:${input.loan}:<SHA-256 of its agreement>`,
    '  what was set aside for it goes to the borrower',
  ],
  async run(tx, { input, at }) {
    const found = await lockLoan(tx, input.loan);
    if (found?.state !== 'applying') throw new ActRefused('INPUT_INVALID', `Loan ${input.loan} waits for no decision.`);
    const agreementHash = (await listAgreementHashes(tx, [found.id])).get(found.id);
    if (agreementHash === undefined) throw new ActRefused('INPUT_INVALID', `Loan ${input.loan} has no agreement.`);
    await writeOutcomes(tx, [payOut(found, { agreementHash, at })]);
    return `loan ${found.id} was paid out`;
  },
});

/** Rejects an application; its owner reads the reason. */
export const rejectLoanAct = defineAct({
  name: 'loans.reject',
  schema: z.strictObject({ loan, reason: z.string().trim().min(3).max(300) }),
  describe: (input) => [`journal LOAN_RELEASE loan:${input.loan}`, `the borrower reads: ${input.reason}`],
  async run(tx, { input, at }) {
    const found = await lockLoan(tx, input.loan);
    if (found?.state !== 'applying') throw new ActRefused('INPUT_INVALID', `Loan ${input.loan} waits for no decision.`);
    await writeOutcomes(tx, [reject(found, { reason: input.reason, at })]);
    return `loan ${found.id} was rejected`;
  },
});
