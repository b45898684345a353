import {
  addDecimals,
  compareDecimals,
  formatScaled,
  multiplyDecimals,
  powerOfTen,
  requireDecimal,
  subtractDecimals,
} from '../../lib/rules/decimal';
import type { SpotSide } from '../../lib/rules/spot';
import { type Level, walkBook } from './ticket.math';

/** A limit price further from the market than this is pointed out, as a fraction. */
const FAR_RATE = '0.02';
/** An order is large when it is more than this share of what the book offers within `DEPTH_RANGE_RATE` of the best price. */
const DEPTH_SHARE = '0.2';
const DEPTH_RANGE_RATE = '0.01';
/** An average price worse than the best one by more than this is pointed out. */
const SLIPPAGE_RATE = '0.005';
const RATIO_SCALE = 6;

/** Something that one should have seen before the order goes out; it refuses nothing. `fraction` is how far or how much. */
export type TicketWarning = { code: 'far' | 'large' | 'slippage'; fraction: string };

type Input = {
  side: SpotSide;
  /** null for a market order. */
  price: string | null;
  quantity: string;
  /** What the limit price is measured against. */
  marketPrice: string;
  /** The other side of the book, best first. */
  levels: readonly Level[];
};

/** Returns what should be pointed out about an order, nothing for an ordinary one. Size counts only for what would be filled at once. */
export function findWarnings({ side, price, quantity, marketPrice, levels }: Input): TicketWarning[] {
  const warnings: TicketWarning[] = [];
  if (price !== null) {
    const distance = ratio(absolute(subtractDecimals(price, marketPrice)), marketPrice);
    if (compareDecimals(distance, FAR_RATE) > 0) warnings.push({ code: 'far', fraction: distance });
  }
  const best = levels[0]?.[0];
  const isWithin = (at: string, limit: string) => (side === 'buy' ? compareDecimals(at, limit) <= 0 : compareDecimals(at, limit) >= 0);
  if (best === undefined || (price !== null && !isWithin(best, price))) return warnings;
  const range = multiplyDecimals(best, side === 'buy' ? addDecimals('1', DEPTH_RANGE_RATE) : subtractDecimals('1', DEPTH_RANGE_RATE));
  const depth = levels.filter(([at]) => isWithin(at, range)).reduce((sum, [, size]) => addDecimals(sum, size), '0');
  const share = ratio(quantity, depth);
  if (compareDecimals(share, DEPTH_SHARE) > 0) warnings.push({ code: 'large', fraction: share });
  const slippage = findSlippage(price === null ? levels : levels.filter(([at]) => isWithin(at, price)), quantity, best);
  if (compareDecimals(slippage, SLIPPAGE_RATE) > 0) warnings.push({ code: 'slippage', fraction: slippage });
  return warnings;
}

/** Returns by which fraction the average price is worse than the best one. */
function findSlippage(levels: readonly Level[], quantity: string, best: string): string {
  const { value, filled } = walkBook(levels, quantity);
  const atBest = multiplyDecimals(best, filled);
  return ratio(absolute(subtractDecimals(value, atBest)), atBest);
}

/** Returns a ÷ b rounded down at the sixth decimal; 0 when b is 0. */
function ratio(a: string, b: string): string {
  const top = requireDecimal(a);
  const bottom = requireDecimal(b);
  if (bottom.units === 0n) return '0';
  return formatScaled((top.units * powerOfTen(RATIO_SCALE + bottom.scale)) / (bottom.units * powerOfTen(top.scale)), RATIO_SCALE);
}

function absolute(decimal: string): string {
  return decimal.startsWith('-') ? decimal.slice(1) : decimal;
}
