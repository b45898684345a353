import { z } from 'zod';
import { NOT_RENEWED, STAKING_KINDS, STAKING_STATES } from '../protocol/wire';
import { coinField, decimalField, idField, isoField, pageField, requestIdField, signedDecimalField } from './shared';

/**
 * A term of staking. Rates are fractions a day at the smallest and at the largest amount; `left` is what its pool can still take on, `coveredUntil` when the
 * pool's last promise ends; a day of the term is `dayMs` long. `place`: the amount is a whole number of these.
 */
export const stakingTermSchema = z.object({
  id: idField,
  kind: z.enum(STAKING_KINDS),
  asset: coinField,
  days: z.number(),
  dayMs: z.number(),
  rateMin: decimalField,
  rateMax: decimalField,
  amountMin: decimalField,
  amountMax: decimalField,
  place: decimalField.nullable(),
  left: decimalField,
  waitMs: z.number(),
  exitMs: z.number(),
  isSandbox: z.boolean(),
  coveredUntil: isoField.nullable(),
  /** Names what one agrees to by staking. */
  terms: z.string().max(40).optional(),
});
export type StakingTerm = z.infer<typeof stakingTermSchema>;
export const stakingTermsSchema = z.object({ terms: z.array(stakingTermSchema) });

/** In USDT: staked now, earned since 00:00 UTC, earned ever. */
export const stakingTotalsSchema = z.object({ staked: decimalField, earnedToday: signedDecimalField, earned: signedDecimalField });
export type StakingTotals = z.infer<typeof stakingTotalsSchema>;

/** What is staked: `exitMs` is what lies between leaving and having the principal, null where the backend doesn't say; `daily` and `total` are what it earns, `paid` what was credited, `returned` what leaving now, or its end, gives back of the principal; `renews` it goes on at its end, `isRenewed` it did, `notRenewed` what was in the way. */
export const stakingPositionSchema = z.object({
  id: idField,
  kind: z.enum(STAKING_KINDS),
  asset: coinField,
  principal: decimalField,
  rate: decimalField,
  daily: decimalField,
  total: decimalField,
  days: z.number(),
  dayMs: z.number(),
  exitMs: z.number().nullable(),
  daysPaid: z.number(),
  daysLeft: z.number(),
  paid: decimalField,
  returned: decimalField,
  state: z.enum(STAKING_STATES),
  begunAt: isoField,
  startsAt: isoField,
  endsAt: isoField,
  nextAt: isoField.nullable(),
  overAt: isoField.nullable(),
  renews: z.boolean(),
  isRenewed: z.boolean(),
  notRenewed: z.enum(NOT_RENEWED).nullable(),
});
export type StakingPosition = z.infer<typeof stakingPositionSchema>;
export const stakingPositionsQuerySchema = z.strictObject({ state: z.enum(['open', 'over', 'all']).optional(), page: pageField });
export const stakingPositionsSchema = z.object({ positions: z.array(stakingPositionSchema), hasMore: z.boolean() });

/** `rate` is the daily rate that the screen said, a fraction, `terms` what it showed: with others nothing is subscribed. */
export const subscribeInputSchema = z.strictObject({
  term: idField,
  asset: coinField,
  amount: decimalField,
  rate: z
    .string()
    .regex(/^0\.[0-9]{1,12}$/)
    .meta({ examples: ['0.0002'] }),
  terms: z.string().max(40).optional(),
  requestId: requestIdField,
});
export const redeemInputSchema = z.strictObject({ id: idField, requestId: requestIdField });
export const renewalInputSchema = z.strictObject({ id: idField, renews: z.boolean(), requestId: requestIdField });
export const stakingDoneSchema = z.object({ message: z.string() });
