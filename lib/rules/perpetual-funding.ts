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
/** USDT units that have to be bought and sold in a book, at its average prices, for it to say where the market is (10,000 USDT). */
export const IMPACT_NOTIONAL = 10_000n * ONE;
/** Of each side of a book so many levels are looked at. */
export const IMPACT_LEVELS = 100;
/** The distance of one second counts with at most this fraction of the index (1 %): nobody gains by a far offer that stands for a moment. */
export const DISTANCE_CLAMP_RATE = 1_000_000n;
/** Interest of one funding interval (0.01 %), and how far it may bend the premium (0.05 %). */
export const INTEREST_RATE = 10_000n;
export const INTEREST_CLAMP_RATE = 50_000n;
/** The funding rate of one interval stays within this (0.75 %). */
export const FUNDING_CAP_RATE = 750_000n;

/** Returns the next funding instant after `at` (both ms). */
export function findNextFunding(at: number): number {
  return (Math.floor(at / FUNDING_INTERVAL_MS) + 1) * FUNDING_INTERVAL_MS;
}

/** One price of a book with what rests there, in price and base units. */
export type BookLevel = { price: bigint; quantity: bigint };

/**
 * Returns by how much a book is away from the index, in price units: above zero what `IMPACT_NOTIONAL` could be sold for above the index, below zero what it
 * could be bought for below it, each at the average price of the levels that it takes (best first), rounded towards the index and kept within 1 % of it. 0 with
 * the index between the two prices. null when either side holds less than that: nobody says where the market is.
 */
export function calculateDistance(input: { indexPrice: bigint; bids: readonly BookLevel[]; asks: readonly BookLevel[] }): bigint | null {
  const { indexPrice, bids, asks } = input;
  const quantity = (IMPACT_NOTIONAL * ONE) / indexPrice;
  const sold = takeLevels(bids, quantity);
  const bought = takeLevels(asks, quantity);
  if (sold === null || bought === null || quantity === 0n) return null;
  const [sellPrice, buyPrice] = [sold / quantity, divideUp(bought, quantity)];
  const most = (indexPrice * DISTANCE_CLAMP_RATE) / ONE;
  if (sellPrice > indexPrice) return clamp(sellPrice - indexPrice, 0n, most);
  return buyPrice < indexPrice ? clamp(buyPrice - indexPrice, -most, 0n) : 0n;
}

/** Returns the exact sum of price × quantity that a quantity takes, null where there is less of it. */
function takeLevels(levels: readonly BookLevel[], quantity: bigint): bigint | null {
  let [rest, sum] = [quantity, 0n];
  for (const level of levels) {
    const taken = level.quantity < rest ? level.quantity : rest;
    sum += taken * level.price;
    rest -= taken;
    if (rest === 0n) return sum;
  }
  return null;
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

/** Returns average distance ÷ index as a fraction in units of 0.00000001, rounded towards zero. */
export function calculatePremium({ basisAverage, indexPrice }: { basisAverage: bigint; indexPrice: bigint }): bigint {
  return (basisAverage * ONE) / indexPrice;
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
