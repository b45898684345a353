import { z } from 'zod';
import { coinField } from '../../../lib/protocol/fields';
import { placeOption } from '../../../lib/protocol/options';
import { compareDecimals } from '../../../lib/rules/decimal';
import { hostingTerms } from './registry.hosting';
import { invitationTerms, vipTerms } from './registry.rewards';
import { marketTerms } from './registry.markets';
import { perpetualTerms } from './registry.perpetual';
import { stakingTerms } from './registry.staking';
import { wireTerms } from './registry.wire';
import { withdrawalTerms } from './registry.withdrawals';

const TEXT_MAX = 200;
const assetTerms = z.strictObject({
  name: z.string().min(1).max(60),
  scale: z.number().int().min(0).max(18),
  icon: z.string().regex(/^[a-z0-9-]{1,40}$/),
  aliases: z.array(z.string().min(1).max(20)).max(10),
});
const networkTerms = z.strictObject({
  name: z.string().min(1).max(60),
  /** CAIP-2, such as `eip155:1`. */
  chain: z.string().regex(/^[-a-z0-9]{3,8}:[-_a-zA-Z0-9]{1,32}$/),
  assets: z.array(coinField).min(1).max(50),
  confirmations: z.number().int().min(1).max(1_000),
  /** Where a transaction can be looked at, with `{hash}` in its place. */
  explorer: z.string().startsWith('https://').includes('{hash}').max(TEXT_MAX).nullable(),
});
/** At most 1 % of what is received; six digits, so that a screen can show all of them. */
const SPOT_FEE_MAX = '0.01';
const spotFee = z
  .string()
  .regex(/^0(\.[0-9]{1,6})?$/, { error: 'a fraction with at most six digits', abort: true })
  .refine((rate) => compareDecimals(rate, SPOT_FEE_MAX) <= 0, `a fraction from 0 to ${SPOT_FEE_MAX}`);
/** How far from the index a limit price may be. */
const priceBand = z
  .string()
  .regex(/^0\.[0-9]{1,4}$/, { error: 'a fraction with at most four digits', abort: true })
  .refine((rate) => compareDecimals(rate, '0.01') >= 0 && compareDecimals(rate, '0.5') <= 0, 'a fraction from 0.01 to 0.5');
const spotTerms = z.strictObject({ makerFeeRate: spotFee, takerFeeRate: spotFee, priceBandRate: priceBand });
/** Durations that the call of a purchase knows. */
const SECONDS: readonly string[] = placeOption.request.shape.time.options;
const seconds = z.number().refine((value) => SECONDS.includes(String(value)), `one of ${SECONDS.join(', ')}`);
const optionTerms = z
  .strictObject({
    /** What a right guess earns as a fraction of the stake, below one so that the house never pays more than it takes. */
    durations: z
      .array(z.strictObject({ seconds, ratio: z.string().regex(/^0\.[0-9]{1,4}$/) }))
      .min(1)
      .max(10),
    /** USDT. */
    stakeMin: z.string().regex(/^[1-9][0-9]{0,8}$/),
    stakeMax: z.string().regex(/^[1-9][0-9]{0,8}$/),
    /** Contracts of one user and mode that may run at once, so that one account can't take the whole reserve. */
    openMax: z.number().int().min(1).max(1_000),
  })
  .refine(({ stakeMin, stakeMax }) => Number(stakeMin) <= Number(stakeMax), 'the smallest stake is above the largest')
  .refine(({ durations }) => new Set(durations.map(({ seconds }) => seconds)).size === durations.length, 'a duration is given twice');

/** Rates are fractions below one; `valueMin` and `valueMax` bound a conversion, `smallMax` is what a small balance is worth less than; in USDT. */
const convertTerms = z
  .strictObject({
    spreadRate: z.string().regex(/^0(\.[0-9]{1,6})?$/),
    feeRate: z.string().regex(/^0(\.[0-9]{1,6})?$/),
    valueMin: z.string().regex(/^[1-9][0-9]{0,8}$/),
    valueMax: z.string().regex(/^[1-9][0-9]{0,8}$/),
    smallMax: z.string().regex(/^[1-9][0-9]{0,3}$/),
    /** Coins without a market, counted at exactly one USDT; the house takes no more of one than `takenMax` above what was put in. */
    pegged: z
      .array(
        z.strictObject({
          asset: z.string().regex(/^[A-Z0-9]{2,10}$/),
          spreadRate: z.string().regex(/^0(\.[0-9]{1,6})?$/),
          takenMax: z.string().regex(/^[1-9][0-9]{0,8}$/),
        }),
      )
      .max(5)
      .default([]),
  })
  .refine(({ valueMin, valueMax }) => Number(valueMin) <= Number(valueMax), 'the smallest conversion is above the largest');

const wholeAmount = z.string().regex(/^[1-9][0-9]{0,8}$/);
export const loanTerms = z
  .strictObject({
    products: z
      .array(
        z
          .strictObject({
            id: z.string().regex(/^[1-8]$/),
            days: z.number().int().min(2).max(365),
            /** USDT. */
            min: wholeAmount,
            max: wholeAmount,
            /** Percent a day. */
            rate: z.string().regex(/^(0|[1-9][0-9]?)(\.[0-9]{1,4})?$/),
          })
          .refine(({ min, max }) => Number(min) <= Number(max), 'the smallest amount is above the largest'),
      )
      .min(1)
      .max(8),
    /** USDT: above it two operators decide. */
    approvalAbove: wholeAmount,
  })
  .refine(({ products }) => new Set(products.map(({ id }) => id)).size === products.length, 'a product is given twice');

export type LoanTerms = z.infer<typeof loanTerms>;
export type OptionTerms = z.infer<typeof optionTerms>;
export type ConvertTerms = z.infer<typeof convertTerms>;

/** Days for which pictures are kept, by what they are for; `refusedIdentityDays` for those of details that were refused. */
const days = z.number().int().min(1).max(7_300);
const pictureTerms = z.strictObject({ identityDays: days, refusedIdentityDays: days, proofDays: days, agreementDays: days });
export type PictureTerms = z.infer<typeof pictureTerms>;

export const REGISTRY_KINDS = ['asset', 'network', 'market', 'product'] as const;
export type RegistryKind = (typeof REGISTRY_KINDS)[number];

const PRODUCTS: Record<string, z.ZodType> = {
  spot: spotTerms,
  perpetual: perpetualTerms,
  option: optionTerms,
  pictures: pictureTerms,
  convert: convertTerms,
  hosting: hostingTerms,
  staking: stakingTerms,
  withdrawal: withdrawalTerms,
  loan: loanTerms,
  wire: wireTerms,
  vip: vipTerms,
  invitation: invitationTerms,
};
/** Products whose fees have an action of their own. */
export const FEE_PRODUCTS = ['spot', 'perpetual'] as const;
export type FeeProduct = (typeof FEE_PRODUCTS)[number];

/** What each kind's terms look like, by code where a kind has several shapes. */
export type TermsOf = { asset: z.infer<typeof assetTerms>; network: z.infer<typeof networkTerms>; market: z.infer<typeof marketTerms> };

/** Returns the terms of a version as they are in force: what is younger than the version has the value that it has without being published. */
export function readTerms({ kind, code, terms }: { kind: RegistryKind; code: string; terms: unknown }): unknown {
  const read = findTermsSchema(kind, code)?.safeParse(terms);
  return read?.success === true ? read.data : terms;
}

/** Returns the schema of an entry's terms, null for a product that there is not. */
export function findTermsSchema(kind: RegistryKind, code: string): z.ZodType | null {
  if (kind === 'asset') return assetTerms;
  if (kind === 'network') return networkTerms;
  if (kind === 'market') return marketTerms;
  return Object.hasOwn(PRODUCTS, code) ? (PRODUCTS[code] ?? null) : null;
}
