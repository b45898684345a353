import { z } from 'zod';
import { marketField } from '../../../lib/protocol/fields';
import { compareDecimals, formatScaled, toScaled } from '../../../lib/rules/decimal';
import { PERPETUAL_SCALE } from '../../../lib/rules/perpetual';
import { PERPETUAL_FEES_MAX } from '../../../lib/rules/perpetual-terms';
import { MARKETS } from '../market-data/markets';

const ONE = 10n ** BigInt(PERPETUAL_SCALE);
const EXAMPLE_MARKET = 'BTC-USDT';
const TIERS_MAX = 20;
const LEVERAGE_MAX = 125;
/** Whole USDT: the largest position of all is at least what the house's own books may need, and no sum of it leaves what numbers hold exactly. */
const NOTIONAL = { least: 1_000_000n, most: 10_000_000_000n };
/** The price at which a person is warned reckons with five quarters of it and of the fee: below one. */
const MAINTENANCE_MAX = '0.75';
const LIQUIDATION_FEE_MAX = '0.02';

const rate = z.string().regex(/^0(\.[0-9]{1,6})?$/, { error: 'a fraction with at most six digits', abort: true });
const units = (text: string) => toScaled(text, PERPETUAL_SCALE) ?? 0n;

/** What rests holds the most that its fee may be, and what may be liquidated reckons with the most that closing may cost: neither is exceeded. */
const feeUpTo = (max: bigint) =>
  rate.refine((fee) => units(fee) <= max, `at most ${formatScaled(max, PERPETUAL_SCALE)}, with which what is open reckons`);

/** Upper bound of the notional in whole USDT, highest leverage, maintenance rate. */
const tier = z.tuple([
  z.string().regex(/^[1-9][0-9]{0,10}$/, { error: 'whole USDT', abort: true }),
  z.number().int().min(1).max(LEVERAGE_MAX),
  rate.refine((value) => units(value) > 0n && compareDecimals(value, MAINTENANCE_MAX) <= 0, `above 0 and at most ${MAINTENANCE_MAX}`),
]);
type TierInput = z.infer<typeof tier>;

const tiers = z
  .array(tier)
  .min(1)
  .max(TIERS_MAX)
  .refine((rows) => isEach(rows, (row, before) => BigInt(row[0]) > BigInt(before[0])), 'each tier reaches further than the one before')
  .refine((rows) => isEach(rows, (row, before) => row[1] <= before[1]), 'no tier allows more leverage than the one before')
  .refine(
    (rows) => isEach(rows, (row, before) => compareDecimals(row[2], before[2]) >= 0),
    'no tier asks for less maintenance margin than the one before',
  )
  .refine(
    (rows) => rows.every(([, leverage, maintenance]) => (units(maintenance) + PERPETUAL_FEES_MAX.takerFeeRate) * BigInt(leverage) < ONE),
    'what a leverage puts up is more than maintenance margin and taker fee, or a position would be due when it is opened',
  )
  .refine((rows) => {
    const last = BigInt(rows.at(-1)?.[0] ?? 0);
    return last >= NOTIONAL.least && last <= NOTIONAL.most;
  }, `the last tier reaches to between ${NOTIONAL.least} and ${NOTIONAL.most} USDT`);

function isEach(rows: readonly TierInput[], isRight: (row: TierInput, before: TierInput) => boolean): boolean {
  return rows.every((row, index) => index === 0 || isRight(row, rows[index - 1] as TierInput));
}

const isListed = (market: string) => MARKETS.some((listed) => listed.market === market);

/** Fees, the fee of a liquidation for the insurance fund, and the tiers of two groups of markets: `majors`, and all others. */
export const perpetualTerms = z
  .strictObject({
    makerFeeRate: feeUpTo(PERPETUAL_FEES_MAX.makerFeeRate),
    takerFeeRate: feeUpTo(PERPETUAL_FEES_MAX.takerFeeRate),
    liquidationFeeRate: rate.refine((fee) => compareDecimals(fee, LIQUIDATION_FEE_MAX) <= 0, `at most ${LIQUIDATION_FEE_MAX}`),
    majors: z
      .array(marketField.refine(isListed, 'there is no such market'))
      .max(100)
      .refine((markets) => new Set(markets).size === markets.length, 'a market is given twice'),
    majorTiers: tiers,
    otherTiers: tiers,
  })
  // Help and the front page name what BTC-USDT allows as the highest leverage.
  .refine(({ majors }) => majors.includes(EXAMPLE_MARKET), `${EXAMPLE_MARKET} is one of the majors`)
  .refine(
    ({ majorTiers, otherTiers }) => (majorTiers[0]?.[1] ?? 0) >= (otherTiers[0]?.[1] ?? 0),
    'no market allows more leverage than the majors',
  );
/** What positions are opened under: tiers and the fee of a liquidation, by the number of their version. */
export type PerpetualRisk = Omit<z.infer<typeof perpetualTerms>, 'makerFeeRate' | 'takerFeeRate'>;
