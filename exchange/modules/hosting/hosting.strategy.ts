import { formatScaled, roundToStep, toScaled } from '../../../lib/rules/decimal';
import { takeFraction, toFraction } from '../../../lib/rules/hosting';
import { fromUnits } from '../../platform/decimal';
import type { HostingRules } from '../registry/registry';
import type { BookState } from './hosting.books.repository';
import type { BookOrder, Leg, Reason } from './hosting.orders.repository';
import { type OpenPosition, resultOf, valueAt } from './hosting.worth';

/** One market as a book sees it. `rate` is that of its last settled funding time; `coins` and the short's quantity in base units of the coin; `staleMs` is how old its price is. */
export type MarketView = {
  market: string;
  tickSize: string;
  stepSize: string;
  quantityMax: string;
  minNotional: string;
  index: string;
  mark: string;
  rate: string;
  staleMs: number;
  coins: bigint;
  short: OpenPosition | null;
};
/** What a book decides by. `value` is null while a price that it needs isn't fresh; money in base units of USDT. */
export type BookView = {
  state: BookState;
  value: bigint | null;
  cash: bigint;
  cashNeeded: bigint;
  /** A valuation is due: only what can't wait is traded. */
  isDue: boolean;
  rules: HostingRules;
  markets: readonly MarketView[];
};

const SCALE = 8;
const ONE = 10n ** BigInt(SCALE);
/** How far from the index an order goes (one that closes a short: from the mark), in thousandths: what the book would cost more isn't bought. */
const BAND = 5n;
/** What isn't at least so many smallest orders is left alone. */
const WORTH_TRADING = 3n;
/** So much more than what is needed is freed, in hundredths: prices move until the valuation. */
const SPARE = 105n;
/** A market is filled up when so much of its share (in hundredths) is missing. */
const FILL_FROM = 10n;

const usdt = (text: string) => toScaled(text, SCALE) ?? 0n;
const smaller = (a: bigint, b: bigint) => (a < b ? a : b);

/**
 * Returns the next orders of a book, at most one pair in one market; none when everything is as the rules say. In this order: what has to be left, cash
 * that a valuation waits for, legs that have drifted apart, and what can be entered.
 */
export function decide(view: BookView): BookOrder[] {
  for (const market of view.markets) {
    const reason = findReasonToLeave(view, market);
    const orders = reason === null ? [] : unwind(view, market, reason);
    if (orders.length > 0) return orders;
  }
  if (view.state !== 'live') return [];
  if (view.cashNeeded > view.cash) return freeCash(view);
  if (view.isDue || view.value === null) return [];
  for (const market of view.markets) {
    const orders = rebalance(view, market);
    if (orders.length > 0) return orders;
  }
  for (const market of [...view.markets].sort((a, b) => (usdtSigned(a.rate) > usdtSigned(b.rate) ? -1 : 1))) {
    const orders = enter(view, market);
    if (orders.length > 0) return orders;
  }
  return [];
}

function findReasonToLeave({ state, rules, isDue }: BookView, market: MarketView): Reason | null {
  if (state !== 'live') return 'stop';
  if (market.staleMs > rules.staleMs) return 'stale';
  if (market.staleMs > 0) return null;
  if (market.short !== null && isBelowMarginLine(market, rules)) return 'margin';
  if (!isDue && usdtSigned(market.rate) < usdtSigned(rules.leaveRate)) return 'leave';
  return null;
}

/** A short's margin with its result, as a share of its notional at the mark. */
function isBelowMarginLine({ short, mark }: MarketView, rules: HostingRules): boolean {
  if (short === null) return false;
  const line = takeFraction(valueAt(short.quantity, mark), toFraction(rules.marginLine));
  return short.margin + resultOf(short, mark) < line;
}

/** Sells the coins and buys the short back, a bounded part at a time. A long, which the rules never open, is sold like coins. */
function unwind(view: BookView, market: MarketView, reason: Reason): BookOrder[] {
  const most = smaller(quantityFor(market, usdt(view.rules.orderMax)), usdt(market.quantityMax));
  const { short, coins } = market;
  return [
    order(market, { leg: 'spot', side: 'sell', units: partOf(market, coins, most), isReducing: true, reason }),
    order(market, {
      leg: 'perpetual',
      side: short?.side === 'long' ? 'sell' : 'buy',
      units: smaller(short?.quantity ?? 0n, most),
      isReducing: true,
      reason,
    }),
  ].flatMap((made) => made ?? []);
}

/** Returns how many of the coins are sold at once: `most`, but half of them where what would be left is too little to be sold. */
function partOf(market: MarketView, coins: bigint, most: bigint): bigint {
  if (coins <= most) return coins;
  return valueAt(coins - most, market.index) < usdt(market.minNotional) * WORTH_TRADING ? coins / 2n : most;
}

/** Takes what is missing out of the largest pair: selling coins and closing as much of the short frees about twice the value. */
function freeCash(view: BookView): BookOrder[] {
  const largest = view.markets
    .filter(({ staleMs }) => staleMs === 0)
    .reduce<MarketView | null>((best, market) => {
      const size = valueAt(market.coins, market.index);
      return size > (best === null ? 0n : valueAt(best.coins, best.index)) ? market : best;
    }, null);
  if (largest === null) return [];
  const missing = ((view.cashNeeded - view.cash) * SPARE) / 100n / 2n;
  const least = usdt(largest.minNotional) * WORTH_TRADING;
  const value = smaller(missing > least ? missing : least, usdt(view.rules.orderMax));
  const units = quantityFor(largest, value);
  return [
    order(largest, { leg: 'spot', side: 'sell', units: smaller(units, largest.coins), isReducing: true, reason: 'cash' }),
    order(largest, {
      leg: 'perpetual',
      side: 'buy',
      units: smaller(units, largest.short?.quantity ?? 0n),
      isReducing: true,
      reason: 'cash',
    }),
  ].flatMap((made) => made ?? []);
}

/** Makes the larger leg as small as the other one. */
function rebalance({ rules }: BookView, market: MarketView): BookOrder[] {
  if (market.staleMs > 0) return [];
  const short = market.short?.side === 'short' ? market.short.quantity : 0n;
  const drift = market.coins - short;
  const size = drift < 0n ? -drift : drift;
  const larger = market.coins > short ? market.coins : short;
  if (size <= takeFraction(larger, toFraction(rules.driftRate))) return [];
  const leg = drift > 0n ? ({ leg: 'spot', side: 'sell' } as const) : ({ leg: 'perpetual', side: 'buy' } as const);
  const made = order(market, { ...leg, units: size, isReducing: true, reason: 'rebalance' });
  return made === null ? [] : [made];
}

/** Buys coins and sells as many short: half of the market's share each. */
function enter(view: BookView, market: MarketView): BookOrder[] {
  const { rules, value, cash } = view;
  if (value === null || market.staleMs > 0 || view.cashNeeded > 0n) return [];
  if (usdtSigned(market.rate) < usdtSigned(rules.enterRate)) return [];
  const share = takeFraction(value, toFraction(rules.shareMax)) / 2n;
  const missing = share - valueAt(market.coins, market.index);
  const spare = (cash - takeFraction(value, toFraction(rules.cashShare))) / 2n;
  // Fees and the band come out of the same cash.
  const room = (smaller(missing, spare) * (1_000n - 2n * BAND)) / 1_000n;
  if (missing * 100n < share * FILL_FROM || room < usdt(market.minNotional) * WORTH_TRADING) return [];
  const units = quantityFor(market, smaller(room, usdt(rules.orderMax)));
  const pair = [
    order(market, { leg: 'spot', side: 'buy', units, isReducing: false, reason: 'enter' }),
    order(market, { leg: 'perpetual', side: 'sell', units, isReducing: false, reason: 'enter' }),
  ].flatMap((made) => made ?? []);
  return pair.length === 2 ? pair : [];
}

function quantityFor({ index }: MarketView, value: bigint): bigint {
  const price = usdt(index);
  return price === 0n || value <= 0n ? 0n : (value * ONE) / price;
}

/** Returns an order down to a whole step and no larger than the market's largest, null when it is too small for the market. */
function order(
  market: MarketView,
  { leg, side, units, isReducing, reason }: { leg: Leg; side: 'buy' | 'sell'; units: bigint; isReducing: boolean; reason: Reason },
): BookOrder | null {
  if (units <= 0n) return null;
  const quantity = roundToStep(fromUnits(smaller(units, usdt(market.quantityMax)), SCALE), market.stepSize, 'down');
  // What has to be closed goes where the market is; nobody's quotes make a book enter beside the index.
  const near = leg === 'perpetual' && isReducing ? market.mark : market.index;
  const factor = side === 'buy' ? 1_000n + BAND : 1_000n - BAND;
  const price = roundToStep(formatScaled((usdt(near) * factor) / 1_000n, SCALE), market.tickSize, side === 'buy' ? 'down' : 'up');
  const value = valueAt(usdt(quantity), price);
  // Closing the rest of a position is never too small; coins below the market's least stay.
  if (value <= 0n || (value < usdt(market.minNotional) && !(leg === 'perpetual' && isReducing))) return null;
  return { leg, market: market.market, side, quantity, price, isReducing, reason };
}

function usdtSigned(text: string): bigint {
  return text.startsWith('-') ? -usdt(text.slice(1)) : usdt(text);
}
