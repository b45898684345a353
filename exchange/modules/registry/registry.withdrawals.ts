import { z } from 'zod';
import { coinField, limitField } from '../../../lib/protocol/fields';
import { compareDecimals } from '../../../lib/rules/decimal';
import { splitChannel, WITHDRAWAL_CHANNELS } from '../../../lib/rules/withdrawals';

/** Decimals that the ledger has of every asset: a network that carries more gets zeros. */
const LEDGER_DECIMALS = 8;
export const withdrawalTerms = z
  .strictObject({
    /** Rounded up at the last decimal of the channel. */
    feeRate: z.string().regex(/^0\.[0-9]{1,4}$/, { abort: true }),
    channels: z
      .array(
        z.strictObject({
          channel: z.enum(WITHDRAWAL_CHANNELS),
          /** Decimals that the network carries. */
          decimals: z.number().int().min(0).max(LEDGER_DECIMALS),
          min: limitField,
          max: limitField,
          /** Above this two operators look at it first. */
          reviewAbove: limitField,
          /** What leaves the hot wallet within 24 hours, at most. */
          dayOutflowMax: limitField,
        }),
      )
      .min(1)
      .max(WITHDRAWAL_CHANNELS.length),
    /** What one person withdraws of an asset within 24 hours, at most, before and after identity was verified. */
    dayLimits: z
      .array(z.strictObject({ asset: coinField, unverified: limitField, verified: limitField }))
      .min(1)
      .max(50),
  })
  .refine(({ channels }) => new Set(channels.map(({ channel }) => channel)).size === channels.length, 'a channel is given twice')
  .refine(({ dayLimits }) => new Set(dayLimits.map(({ asset }) => asset)).size === dayLimits.length, 'a day limit is given twice')
  .refine(
    ({ channels, dayLimits }) => channels.every(({ channel }) => dayLimits.some(({ asset }) => asset === splitChannel(channel).asset)),
    'an asset has no day limit',
  )
  .refine(
    ({ channels }) =>
      channels.every(
        ({ decimals, min, max }) =>
          [min, max].every((text) => (text.split('.')[1] ?? '').length <= decimals) && compareDecimals(min, max) <= 0,
      ),
    'the smallest amount is above the largest, or either is finer than its network',
  );

export type WithdrawalTerms = z.infer<typeof withdrawalTerms>;
