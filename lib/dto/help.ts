import { z } from 'zod';
import { decimalField } from './shared';

/** Where the account menu leads outside of the app; null where the operator set nothing. */
export const externalLinkSchema = z.object({
  url: z
    .url({ protocol: /^https$/ })
    .max(300)
    .nullable(),
});

const range = z.object({ min: decimalField, max: decimalField });
/** What is charged beside trading, in fractions: of an amount, a day of a loan, of gains. Null: not offered. */
export const feesSchema = z.object({
  withdrawal: z.object({ rate: decimalField }).nullable(),
  convert: z.object({ rate: decimalField, spread: decimalField }).nullable(),
  loan: range.nullable(),
  hosting: z.object({ gain: range, exit: range }).nullable(),
});
