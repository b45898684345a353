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

/** What memberships and invitations bring, in USDT and fractions; a level without `reward` is a claim. Null: not offered. */
export const rewardTermsSchema = z.object({
  vip: z
    .object({
      levels: z.array(z.object({ recharge: decimalField, reward: decimalField.nullable(), extraRate: decimalField })),
      keepMin: decimalField,
      keepDays: z.number(),
    })
    .nullable(),
  invitation: z
    .object({
      netMin: decimalField,
      keptDays: z.number(),
      shareRate: decimalField,
      eachMax: decimalField,
      dayMax: decimalField.optional(),
    })
    .nullable(),
});
