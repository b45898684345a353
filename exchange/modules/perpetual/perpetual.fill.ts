import type { OrderSide, PerpetualOrigin } from '../../../lib/protocol/wire';
import { calculateInitialMargin, calculateTradeFee, calculateValue } from '../../../lib/rules/perpetual';
import { enlargePosition, openingSide, type Position, reducePosition } from './perpetual.position';

/** What an order brings along to each of its fills. */
export type FillTerms = {
  owner: number;
  side: OrderSide;
  leverage: number;
  feeRate: bigint;
  takeProfit: bigint | null;
  stopLoss: bigint | null;
  origin: PerpetualOrigin;
  /** What the resting order has locked for this fill; null for a taker and for an order that only reduces. */
  held: { margin: bigint; fee: bigint } | null;
  /** The mark price that a taker's opening loss is measured against; null: a maker pays its margin alone. */
  markPrice: bigint | null;
  /** The insurance fund's own position has no margin and pays no fee. */
  isFund: boolean;
};

/** One side of a fill. Amounts are signed changes in USDT units; `closed` is set when a position ended, `position` is what is open then. */
export type SideOfFill = {
  closed: Position | null;
  position: Position | null;
  available: bigint;
  locked: bigint;
  margin: bigint;
  clearing: bigint;
  fee: bigint;
  realized: bigint;
  /** What closing gave back: margin set free, profit, less the fee. Below zero: closing would cost more than the margin. */
  credit: bigint;
  openedQuantity: bigint;
};

/**
 * Returns what one side of a fill of `quantity` for `value` (USDT units) comes to: first it closes what stands against it, then it opens with
 * the rest. The value is shared in proportion, rounded down for the closing part; on the price grid that is exact.
 */
export function settleSide(position: Position | null, terms: FillTerms, fill: { quantity: bigint; value: bigint; at: number }): SideOfFill {
  const { held, isFund } = terms;
  const isAgainst = position !== null && openingSide(position.side) !== terms.side;
  const closing = isAgainst ? (fill.quantity < position.quantity ? fill.quantity : position.quantity) : 0n;
  const closingValue = (fill.value * closing) / fill.quantity;
  const heldAll = held === null ? 0n : held.margin + held.fee;
  const side: SideOfFill = {
    closed: null,
    position,
    available: heldAll,
    locked: -heldAll,
    margin: 0n,
    clearing: 0n,
    fee: 0n,
    realized: 0n,
    credit: 0n,
    openedQuantity: fill.quantity - closing,
  };
  if (closing > 0n) close(side, terms, { quantity: closing, value: closingValue, at: fill.at });
  if (side.openedQuantity > 0n) {
    const isWhole = closing === 0n;
    open(side, terms, { quantity: side.openedQuantity, value: fill.value - closingValue, at: fill.at, held: isWhole ? held : null });
  }
  return isFund ? { ...side, margin: 0n } : side;
}

function close(side: SideOfFill, terms: FillTerms, part: { quantity: bigint; value: bigint; at: number }): void {
  const fee = terms.isFund ? 0n : calculateTradeFee({ value: part.value, feeRate: terms.feeRate });
  const reduced = reducePosition(side.position as Position, { ...part, fee, origin: terms.origin });
  const isClosed = reduced.position.quantity === 0n;
  side.closed = isClosed ? reduced.position : null;
  side.position = isClosed ? null : reduced.position;
  side.credit = reduced.margin + reduced.realized - fee;
  side.available += side.credit;
  side.margin -= reduced.margin;
  side.clearing -= reduced.realized;
  side.realized += reduced.realized;
  side.fee += fee;
}

type OpeningPart = { quantity: bigint; value: bigint; at: number; held: FillTerms['held'] };

function open(side: SideOfFill, terms: FillTerms, { quantity, value, at, held }: OpeningPart): void {
  const fee = terms.isFund ? 0n : (held?.fee ?? calculateTradeFee({ value, feeRate: terms.feeRate }));
  const initial = terms.isFund ? 0n : (held?.margin ?? calculateInitialMargin({ value, leverage: terms.leverage }));
  const margin = initial + (terms.isFund ? 0n : calculateOpeningLoss(terms, quantity, value));
  side.available -= margin + fee;
  side.margin += margin;
  side.fee += fee;
  side.position = enlargePosition(side.position, { ...terms, side: terms.side === 'buy' ? 'long' : 'short', quantity, value, margin, fee, at });
}

/** Whoever takes a price worse than the mark puts the difference into the margin, so that nobody opens at the insurance fund's expense. */
function calculateOpeningLoss({ side, markPrice }: FillTerms, quantity: bigint, value: bigint): bigint {
  if (markPrice === null) return 0n;
  const fair = calculateValue({ price: markPrice, quantity, rounding: side === 'buy' ? 'down' : 'up' });
  const loss = side === 'buy' ? value - fair : fair - value;
  return loss > 0n ? loss : 0n;
}
