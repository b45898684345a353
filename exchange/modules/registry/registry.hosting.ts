import { z } from 'zod';
import { marketField } from '../../../lib/protocol/fields';
import { compareDecimals } from '../../../lib/rules/decimal';

const DAY_MS = 86_400_000;
/** A day of a sandbox plan is shorter, so that one can be walked to its end; at least what `SANDBOX_DAY_MS` can say. */
const SANDBOX_DAY_MIN_MS = 1_000;
const DAYS_MAX = 366;
const MARKETS_MAX = 10;
const fraction = z.string().regex(/^(0|0\.[0-9]{1,10})$/, { abort: true });
const amount = z.string().regex(/^[1-9][0-9]{0,8}$/, { abort: true });

/**
 * The rules of a book, as they are published. Rates of funding are fractions per interval; shares are fractions of what the book is worth.
 */
const hostingRules = z
  .strictObject({
    markets: z.array(marketField).min(1).max(MARKETS_MAX),
    /** A market is entered from this funding rate on, and left below `leaveRate`. */
    enterRate: fraction,
    leaveRate: fraction,
    /** At most so much of the book is in one market, coins and margin together. */
    shareMax: fraction,
    /** So much of it stays in cash. */
    cashShare: fraction,
    /** A short whose margin with its result is less than this share of its notional is unwound. */
    marginLine: fraction,
    /** Coins and short are made equal when they differ by more than this share. */
    driftRate: fraction,
    /** USDT: the largest order. */
    orderMax: amount,
    /** A unit that lost this share of its highest value stops the book. */
    stopRate: fraction,
    /** A market without a fresh price for so long is left. */
    staleMs: z.number().int().min(1_000).max(DAY_MS),
  })
  .refine(({ enterRate, leaveRate }) => compareDecimals(leaveRate, enterRate) < 0, 'what is entered is not left at once')
  .refine(({ markets }) => new Set(markets).size === markets.length, 'a market is given twice');

export const hostingPlan = z
  .strictObject({
    id: z.number().int().min(1).max(9_999),
    days: z.number().int().min(1).max(DAYS_MAX),
    dayMs: z.number().int().min(SANDBOX_DAY_MIN_MS).max(DAY_MS),
    /** USDT: smallest and largest subscription, what all together may have put in, and what the house puts in first. */
    amountMin: amount,
    amountMax: amount,
    quota: amount,
    seed: amount,
    /** Of new highs. */
    feeRate: fraction,
    /** Of what leaving early gives back; it stays in the book. */
    exitRate: fraction,
    isSandbox: z.boolean(),
    rules: hostingRules,
  })
  .refine(({ amountMin, amountMax }) => compareDecimals(amountMin, amountMax) <= 0, 'the smallest amount is above the largest')
  .refine(({ dayMs, isSandbox }) => dayMs === DAY_MS || isSandbox, 'a day has 24 hours outside a sandbox');

export const hostingTerms = z
  .strictObject({
    plans: z.array(hostingPlan).max(20),
    /** Open positions of one user and mode at most. */
    openMax: z.number().int().min(1).max(1_000),
  })
  .refine(({ plans }) => new Set(plans.map(({ id }) => id)).size === plans.length, 'a plan is given twice');

export type HostingTerms = z.infer<typeof hostingTerms>;
export type HostingPlan = z.infer<typeof hostingPlan>;
export type HostingRules = HostingPlan['rules'];
