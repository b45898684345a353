import type { OrderSide, PerpetualOrigin } from '../../../lib/protocol/wire';
import { calculateInitialMargin, calculateTradeFee } from '../../../lib/rules/perpetual';
import { calculateOpeningLoss } from '../../../lib/rules/perpetual-fill';
import { smaller } from './perpetual.bounds';
import { enlargePosition, openingSide, type Position, reducePosition } from './perpetual.position';

/** What an order brings along to each of its fills. */
export type FillTerms = {
  owner: number;
  side: OrderSide;
  leverage: number;
  /** Version of the terms that what it opens is under. */
  termsVersion: number;
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
  /** Initial margin that the opening part put up. */
  staked: bigint;
};

/**
 * Returns what one side of a fill of `quantity` for `value` (USDT units) comes to: first it closes what stands against it, then it opens with
 * the rest. The value is shared in proportion, rounded down for the closing part; on the price grid that is exact.
 */
export function settleSide(position: Position | null, terms: FillTerms, fill: { quantity: bigint; value: bigint; at: number }): SideOfFill {
  const { held, isFund } = terms;
  const isAgainst = position !== null && openingSide(position.side) !== terms.side;
  const closing = isAgainst ? smaller(fill.quantity, position.quantity) : 0n;
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
    staked: 0n,
  };
  if (closing > 0n) close(side, terms, { quantity: closing, value: closingValue, at: fill.at });
  if (side.openedQuantity > 0n) {
    const isWhole = closing === 0n;
    // One fee for the whole fill, rounded up once: the closing part has its share already.
    const asked = feeOf(terms, fill.value) - feeOf(terms, closingValue);
    // What was held is never exceeded: of many fills each is rounded up, and at the rate that was held all of them cost what one would.
    const fee = isWhole && held !== null ? smaller(held.fee, asked) : asked;
    const part = { quantity: side.openedQuantity, value: fill.value - closingValue, at: fill.at, fee, held: isWhole ? held : null };
    open(side, terms, part);
  }
  return isFund ? { ...side, margin: 0n } : side;
}

/** Closing never costs more than what is left of the margin: the fee is at most that. */
function close(side: SideOfFill, terms: FillTerms, part: { quantity: bigint; value: bigint; at: number }): void {
  const before = side.position as Position;
  const whole = reducePosition(before, { ...part, fee: 0n, origin: terms.origin });
  const left = whole.margin + whole.realized;
  const fee = smaller(feeOf(terms, part.value), left > 0n ? left : 0n);
  const reduced = reducePosition(before, { ...part, fee, origin: terms.origin });
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

type OpeningPart = { quantity: bigint; value: bigint; fee: bigint; at: number; held: FillTerms['held'] };

function open(side: SideOfFill, terms: FillTerms, { quantity, value, fee, at, held }: OpeningPart): void {
  const positionSide = terms.side === 'buy' ? 'long' : 'short';
  const margin = terms.isFund ? 0n : (held?.margin ?? calculateOpeningMargin(terms, { side: positionSide, quantity, value }));
  side.available -= margin + fee;
  side.margin += margin;
  side.staked += margin;
  side.fee += fee;
  side.position = enlargePosition(side.position, { ...terms, side: positionSide, quantity, value, margin, fee, at });
}

function calculateOpeningMargin(
  { leverage, markPrice }: FillTerms,
  part: { side: 'long' | 'short'; quantity: bigint; value: bigint },
): bigint {
  const loss = markPrice === null ? 0n : calculateOpeningLoss({ ...part, markPrice });
  return calculateInitialMargin({ value: part.value, leverage }) + loss;
}

function feeOf({ feeRate, isFund }: FillTerms, value: bigint): bigint {
  return isFund ? 0n : calculateTradeFee({ value, feeRate });
}
