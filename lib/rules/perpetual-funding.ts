import { divideUp } from './decimal';

const ONE = 10n ** 8n;

/** Funding is settled at 00:00, 08:00 and 16:00 UTC. */
export const FUNDING_INTERVAL_MS = 8 * 3_600_000;
/** The premium is sampled once a minute. */
export const PREMIUM_SAMPLE_MS = 60_000;
/** The mark price stays within this fraction of the index (0.5 %). */
export const MARK_CLAMP_RATE = 500_000n;
/** Seconds over which the distance of the book from the index is averaged. */
export const BASIS_SECONDS = 60;
/** Interest of one funding interval (0.01 %), and how far it may bend the premium (0.05 %). */
export const INTEREST_RATE = 10_000n;
export const INTEREST_CLAMP_RATE = 50_000n;
/** The funding rate of one interval stays within this (0.75 %). */
export const FUNDING_CAP_RATE = 750_000n;

/** Returns the next funding instant after `at` (both ms). */
export function findNextFunding(at: number): number {
  return (Math.floor(at / FUNDING_INTERVAL_MS) + 1) * FUNDING_INTERVAL_MS;
}

/** Returns the average distance (price units, may be negative) after one more second: average + (basis − average) ÷ 60, rounded towards zero. */
export function calculateNextBasis({ average, basis }: { average: bigint; basis: bigint }): bigint {
  return average + (basis - average) / BigInt(BASIS_SECONDS);
}

/** Returns index + average distance, kept within 0.5 % of the index, in price units. */
export function calculateMarkPrice({ indexPrice, basisAverage }: { indexPrice: bigint; basisAverage: bigint }): bigint {
  const most = (indexPrice * MARK_CLAMP_RATE) / ONE;
  return indexPrice + clamp(basisAverage, -most, most);
}

/** Returns (mid − index) ÷ index as a fraction in units of 0.00000001, rounded towards zero. */
export function calculatePremium({ midPrice, indexPrice }: { midPrice: bigint; indexPrice: bigint }): bigint {
  return ((midPrice - indexPrice) * ONE) / indexPrice;
}

/** Returns the rate of one interval from its average premium: premium + clamp(interest − premium, ±0.05 %), kept within ±0.75 %. */
export function calculateFundingRate(premiumAverage: bigint): bigint {
  const rate = premiumAverage + clamp(INTEREST_RATE - premiumAverage, -INTEREST_CLAMP_RATE, INTEREST_CLAMP_RATE);
  return clamp(rate, -FUNDING_CAP_RATE, FUNDING_CAP_RATE);
}

/** Returns the average of premium samples, rounded towards zero; 0 without any. */
export function averagePremium(sum: bigint, count: number): bigint {
  return count === 0 ? 0n : sum / BigInt(count);
}

/**
 * Returns what one position pays (positive) or receives (negative) in USDT units: |rate| × mark × quantity, rounded up for the payer and
 * down for the receiver. A positive rate is paid by longs.
 */
export function calculateFundingPayment(input: { side: 'long' | 'short'; quantity: bigint; markPrice: bigint; rate: bigint }): bigint {
  const { side, quantity, markPrice, rate } = input;
  if (rate === 0n) return 0n;
  const isPayer = rate > 0n === (side === 'long');
  const product = markPrice * quantity * (rate < 0n ? -rate : rate);
  return isPayer ? divideUp(product, ONE * ONE) : -(product / (ONE * ONE));
}

function clamp(value: bigint, lowest: bigint, highest: bigint): bigint {
  return value < lowest ? lowest : value > highest ? highest : value;
}
