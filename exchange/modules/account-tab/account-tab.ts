import type { z } from 'zod';
import type { depositTermsFields, withdrawalTermsFields } from '../../../lib/protocol/account-tab';

export type DepositTerms = z.infer<typeof depositTermsFields>;
export type WithdrawalTerms = z.infer<typeof withdrawalTermsFields>;

/** What money in and out costs and takes, from whoever charges it; null while it is not offered. */
export type MoneyTerms = {
  deposits: (() => readonly DepositTerms[]) | null;
  withdrawals: (() => readonly WithdrawalTerms[]) | null;
};
