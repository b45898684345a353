import { z } from 'zod';
import { LIMITED_PRODUCTS, TRADING_BREAKS, OPTION_DIRECTIONS, RISK_LIMITS, OPTION_STATES, KNOWLEDGE_TEST_LENGTH } from '../protocol/wire';
import {
  coinField,
  decimalField,
  limitField,
  idField,
  isoField,
  marketField,
  pageField,
  requestIdField,
  signedDecimalField,
} from './shared';

/** What a seconds contract on a market costs and pays: stakes in `quote`, `ratio` is what a right guess earns as a fraction of the stake. */
export const optionTermsSchema = z.object({
  symbol: marketField,
  base: coinField,
  quote: coinField,
  tickSize: decimalField,
  stakeMin: decimalField,
  stakeMax: decimalField,
  durations: z.array(z.object({ seconds: z.number(), ratio: decimalField })),
});
export type OptionTerms = z.infer<typeof optionTermsSchema>;

/** `strike` is the purchase price (null until its print), `profit` what a right guess earns, `paid` what came back in the end. */
export const contractSchema = z.object({
  id: idField,
  symbol: marketField,
  direction: z.enum(OPTION_DIRECTIONS),
  stake: decimalField,
  seconds: z.number(),
  ratio: decimalField,
  profit: decimalField,
  state: z.enum(OPTION_STATES),
  /** `tie`, `no_strike` or `no_delivery` where the stake was refunded. */
  reason: z.string().nullable(),
  acceptedAt: isoField,
  strike: decimalField.nullable(),
  strikeAt: isoField.nullable(),
  deliversAt: isoField.nullable(),
  delivery: decimalField.nullable(),
  paid: decimalField,
  settledAt: isoField.nullable(),
});
export type Contract = z.infer<typeof contractSchema>;

export const contractsQuerySchema = z.strictObject({
  symbol: marketField.optional(),
  state: z.enum(['open', 'closed', 'all']).optional(),
  page: pageField,
});
export const contractsSchema = z.object({ contracts: z.array(contractSchema), hasMore: z.boolean() });

export const buyContractInputSchema = z.strictObject({
  symbol: marketField,
  direction: z.enum(OPTION_DIRECTIONS),
  stake: decimalField,
  seconds: z.union([z.literal(30), z.literal(60), z.literal(120), z.literal(180), z.literal(300)]),
  /** What the screen said that a right guess earns: with another one in force nothing is bought. */
  ratio: decimalField.optional(),
  requestId: requestIdField,
});
export type BuyContractInput = z.infer<typeof buyContractInputSchema>;
export const contractAnswerSchema = z.object({ contract: contractSchema });

/** The prints behind a contract's prices, ascending; `time` in ms as it is hashed. */
export const proofSchema = z.object({
  contract: contractSchema,
  tickSize: decimalField,
  prints: z.array(z.object({ seq: z.number(), time: z.number(), prices: z.string(), previous: z.string(), hash: z.string() })),
});
export type Proof = z.infer<typeof proofSchema>;

/**
 * Consent, test and record of the user in one product, breaks and limits in all of them; `losingShare` is the fraction of accounts that lost, null while none has a
 * result. `testFrom` is when a failed test may be tried again.
 */
export const riskLimitsSchema = z.object({
  isOffered: z.boolean(),
  acceptedAt: isoField.nullable(),
  testPassedAt: isoField.nullable(),
  testFrom: isoField.nullable(),
  pausedUntil: isoField.nullable(),
  losingShare: decimalField.nullable(),
  /** `max` null is no limit; `later` was loosened and holds from then on. */
  limits: z.array(
    z.object({
      kind: z.enum(RISK_LIMITS),
      max: decimalField.nullable(),
      later: z.object({ max: decimalField.nullable(), from: isoField }).nullable(),
    }),
  ),
  lossToday: decimalField,
  record: z.object({ count: z.number(), right: z.number(), profit: signedDecimalField }),
});
export type RiskLimits = z.infer<typeof riskLimitsSchema>;
const productField = z.enum(LIMITED_PRODUCTS).optional();
export const riskLimitsQuerySchema = z.strictObject({ product: productField });
export const consentInputSchema = z.strictObject({ product: productField, requestId: requestIdField });
export const testInputSchema = z.strictObject({
  product: productField,
  answers: z.array(z.boolean()).length(KNOWLEDGE_TEST_LENGTH),
  requestId: requestIdField,
});
export const pauseInputSchema = z.strictObject({ product: productField, days: z.enum(TRADING_BREAKS), requestId: requestIdField });
/** All limits at once; null is none. */
export const limitsInputSchema = z.strictObject({
  product: productField,
  limits: z.record(z.enum(RISK_LIMITS), limitField.nullable()),
  requestId: requestIdField,
});
