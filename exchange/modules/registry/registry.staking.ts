import { z } from 'zod';
import { decimalField } from '../../../lib/protocol/fields';
import { STAKING_KINDS } from '../../../lib/protocol/wire';
import { compareDecimals } from '../../../lib/rules/decimal';
import { isPublishable, STAKING_DIGITS_MAX, toRate } from '../../../lib/rules/staking';

const STAKING_COINS = ['USDT', 'USDC', 'ETH'] as const;
/** A day of a term; in a sandbox there are terms whose day is a minute, so that one can be walked to its end. */
const DAY_MS = 86_400_000;
const SANDBOX_DAY_MS = 60_000;

/** The wire's `tian` and the tables of a screen have room for so many days. */
const DAYS_MAX = 366;
const rateField = z.string().regex(/^0\.[0-9]{1,10}$/, { abort: true });
const amountField = decimalField.regex(new RegExp(`^[0-9]{1,${STAKING_DIGITS_MAX}}(\\.[0-9]{1,8})?$`), { abort: true });

const stakingTerm = z
  .strictObject({
    id: z.number().int().min(1).max(9_999),
    kind: z.enum(STAKING_KINDS),
    coin: z.enum(STAKING_COINS),
    days: z.number().int().min(1).max(DAYS_MAX),
    dayMs: z.union([z.literal(DAY_MS), z.literal(SANDBOX_DAY_MS)]),
    /** Fractions a day, at the smallest and at the largest amount. */
    rateMin: rateField,
    rateMax: rateField,
    amountMin: amountField,
    amountMax: amountField,
    /** The amount is a whole number of these (a validator place is 32 ETH); null: any amount. */
    place: amountField.nullable(),
    /** Days before it earns, and how much of what waits begins to earn in a day; null: there is no queue. */
    waitDays: z.number().int().min(0).max(60),
    perDay: amountField.nullable(),
    /** Days from the end until the principal is back. */
    exitDays: z.number().int().min(0).max(60),
    /** Offered in a sandbox alone. */
    isSandbox: z.boolean(),
  })
  .refine(({ rateMax }) => isPublishable(toRate(rateMax)), { path: ['rateMax'], message: 'a yearly rate above 60 % is not published' })
  .refine(({ rateMin, rateMax }) => compareDecimals(rateMin, rateMax) <= 0, 'the smallest rate is above the largest')
  .refine(({ amountMin, amountMax }) => compareDecimals(amountMin, amountMax) <= 0, 'the smallest amount is above the largest')
  .refine(({ perDay }) => perDay === null || compareDecimals(perDay, '0') > 0, 'a queue moves')
  .refine(({ dayMs, isSandbox }) => dayMs === DAY_MS || isSandbox, 'a day has 24 hours outside a sandbox');

export const stakingTerms = z
  .strictObject({
    terms: z.array(stakingTerm).max(60),
    /** Open positions of one user and mode at most. */
    openMax: z.number().int().min(1).max(1_000),
  })
  .refine(({ terms }) => new Set(terms.map(({ id }) => id)).size === terms.length, 'a term is given twice');

/** As published; `SANDBOX_DAY_MS` may make a short day shorter. */
export type StakingTerm = Omit<z.infer<typeof stakingTerm>, 'dayMs'> & { dayMs: number };
export type StakingTerms = Omit<z.infer<typeof stakingTerms>, 'terms'> & { terms: StakingTerm[] };
