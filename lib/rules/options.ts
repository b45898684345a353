/**
 * The formulas of seconds contracts, shared by the ticket, the settlement and the proof that a browser recomputes. Money in base units of
 * the quote asset, prices as whole ticks: nothing here is a float.
 */
import { formatScaled, powerOfTen, requireDecimal, toScaled } from './decimal';

export type OptionDirection = 'up' | 'down';
export type OptionResult = 'won' | 'lost' | 'refunded';
/** Why a stake came back: equal prices, no print after the purchase, no prints at the delivery. */
export type RefundReason = 'tie' | 'no_strike' | 'no_delivery';
/** One published row of prices, as call x.prints answers it; `time` in ms. */
export type OptionPrint = { seq: number; time: number; prices: string; previous: string; hash: string };

/** Prints that make the delivery price; the highest and the lowest of them are left out. */
export const DELIVERY_PRINTS = 5;
/** Prints missing for longer than this, after the purchase or around the delivery, refund the stake. */
export const PRINTS_MISSING_MS = 60_000;
const BREAK_EVEN_DECIMALS = 3;

/**
 * Returns what a right guess earns on top of the stake, in the units of `stake`, rounded down at its last digit.
 * @example calculateProfit({ stake: 10_000_000_000n, ratio: '0.85' }) // 8_500_000_000n
 */
export function calculateProfit({ stake, ratio }: { stake: bigint; ratio: string }): bigint {
  const { units, scale } = requireDecimal(ratio);
  return (stake * units) / powerOfTen(scale);
}

/**
 * Returns the share of right guesses at which nothing is won or lost, 1 ÷ (1 + ratio), as a fraction with three decimals rounded up, so
 * that the odds never look better than they are.
 * @example calculateBreakEven('0.85') // '0.541'
 */
export function calculateBreakEven(ratio: string): string {
  const { units, scale } = requireDecimal(ratio);
  const one = powerOfTen(scale);
  const whole = one + units;
  return formatScaled((one * powerOfTen(BREAK_EVEN_DECIMALS) + whole - 1n) / whole, BREAK_EVEN_DECIMALS);
}

/** Returns the price of one market in a print's canonical text (`MARKET=price` joined by `;`), null when the market was not fresh then. */
export function readPrintPrice(prices: string, market: string): string | null {
  for (const pair of prices.split(';')) if (pair.startsWith(`${market}=`)) return pair.slice(market.length + 1);
  return null;
}

/** Returns the text whose SHA-256 in lower-case hex is the hash of a print. */
export function formatPrintText(print: Omit<OptionPrint, 'hash'>): string {
  return `${print.previous}\n${print.seq}\n${print.time}\n${print.prices}`;
}

/**
 * Returns the purchase print: the first one after `acceptedAt` (ms) that names the market, null when none came within a minute.
 * `prints` ascend.
 */
export function findStrikePrint(input: { prints: readonly OptionPrint[]; market: string; acceptedAt: number }): OptionPrint | null {
  const found = input.prints.find((print) => print.time > input.acceptedAt && readPrintPrice(print.prices, input.market) !== null);
  return found !== undefined && found.time - input.acceptedAt <= PRINTS_MISSING_MS ? found : null;
}

/**
 * Returns the mean of five whole-tick prices without the highest and the lowest, rounded to the nearest tick. Three prices are left, so
 * the remainder is none, one or two thirds of a tick: a half, which would need a rule of its own, can't occur.
 * @throws RangeError unless there are five
 * @example trimmedMean([10n, 14n, 11n, 12n, 90n]) // 12n: (11 + 12 + 14) ÷ 3 = 12 1/3
 */
export function trimmedMean(ticks: readonly bigint[]): bigint {
  if (ticks.length !== DELIVERY_PRINTS) throw new RangeError(`needs ${DELIVERY_PRINTS} prices, not ${ticks.length}`);
  const sorted = [...ticks].sort((a, b) => (a < b ? -1 : a > b ? 1 : 0));
  const sum = sorted.slice(1, -1).reduce((total, price) => total + price, 0n);
  return (2n * sum + 3n) / 6n;
}

/** `used` are the five prints; `proving` goes on to the first print at or after the delivery, which shows that the five are the last ones. */
export type Delivery = { price: string; used: readonly OptionPrint[]; proving: readonly OptionPrint[] };

/**
 * Returns the delivery price: the trimmed mean of the last five prints up to `deliversAt` (ms). Null when there are fewer than five in the
 * minute up to it, or when more than a minute lies between the last of them and the first print at or after the delivery. `prints` ascend
 * and hold every row of the chain from a minute before to a minute after.
 */
export function calculateDelivery(input: {
  prints: readonly OptionPrint[];
  market: string;
  deliversAt: number;
  tickScale: number;
}): Delivery | null {
  const { prints, market, deliversAt, tickScale } = input;
  const isInTime = (print: OptionPrint) => print.time <= deliversAt && print.time > deliversAt - PRINTS_MISSING_MS;
  const used = prints.filter((print) => isInTime(print) && readPrintPrice(print.prices, market) !== null).slice(-DELIVERY_PRINTS);
  const first = used[0];
  const last = used.at(-1);
  const next = prints.find((print) => print.time >= deliversAt);
  if (first === undefined || last === undefined || used.length < DELIVERY_PRINTS) return null;
  if (next === undefined || next.time - last.time > PRINTS_MISSING_MS) return null;
  const ticks = used.map((print) => readTicks(print, market, tickScale));
  const proving = prints.filter((print) => print.seq >= first.seq && print.seq <= next.seq);
  return { price: formatScaled(trimmedMean(ticks), tickScale), used, proving };
}

function readTicks(print: OptionPrint, market: string, tickScale: number): bigint {
  const ticks = toScaled(readPrintPrice(print.prices, market) ?? '', tickScale);
  if (ticks === null) throw new RangeError(`print ${print.seq} has no price of ${market} on its grid`);
  return ticks;
}

/** Returns how a contract ends: right is above the purchase price for `up` and below it for `down`, equal refunds. */
export function decideOutcome(input: { direction: OptionDirection; strike: string; delivery: string }): {
  result: OptionResult;
  reason: RefundReason | null;
} {
  const [strike, delivery] = [requireDecimal(input.strike), requireDecimal(input.delivery)];
  const before = strike.units * powerOfTen(delivery.scale);
  const after = delivery.units * powerOfTen(strike.scale);
  if (before === after) return { result: 'refunded', reason: 'tie' };
  return { result: after > before === (input.direction === 'up') ? 'won' : 'lost', reason: null };
}
