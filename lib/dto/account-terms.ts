import { z } from 'zod';
import { coinField, decimalField } from './shared';

/** Of one network; `secondsExpected` from the block to the credit. */
const depositTermsSchema = z.object({
  network: z.string(),
  asset: coinField,
  amountMin: decimalField,
  confirmations: z.number().int(),
  secondsExpected: z.number().int(),
});
/** Of one network; the fee is a fraction of the amount, the seconds are those of a first payment to an address, and of a review at most. */
const withdrawalTermsSchema = z.object({
  network: z.string(),
  asset: coinField,
  feeRate: decimalField,
  amountMin: decimalField,
  amountMax: decimalField,
  dayMax: decimalField.nullable(),
  confirmations: z.number().int(),
  newAddressSeconds: z.number().int(),
  reviewSecondsMax: z.number().int(),
});
/** What money in and out costs and takes; null is not offered. */
export const accountTermsSchema = z.object({
  deposits: z.array(depositTermsSchema).nullable(),
  withdrawals: z.array(withdrawalTermsSchema).nullable(),
});
export type AccountTerms = z.infer<typeof accountTermsSchema>;
