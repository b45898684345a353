import type { PerpetualOrderWire } from '../../../lib/protocol/perpetual';
import { FEED_DEAD_MS, FEED_STALE_MS } from '../../../lib/protocol/wire';
import { toScaled } from '../../../lib/rules/decimal';
import { PERPETUAL_SCALE } from '../../../lib/rules/perpetual';
import { calculateInsuranceMin } from '../../../lib/rules/perpetual-insurance';
import { DomainError } from '../../platform/domain-error';
import type { Standing } from '../risk-limits/risk-limits';
import { calculateLimit, formatTicks, refuseHalted } from '../matching/matching';
import type { CancelCommand, CloseCommand, OrderRow, PlaceCommand } from './perpetual.commands';
import { placeOrder } from './perpetual.place';
import type { Position } from './perpetual.position';
import { type Reduced, reducePositionAt } from './perpetual.reduction';
import type { PerpetualBook } from './perpetual.book';
import { dropOrder, endTaking } from './perpetual.taking';
import type { BatchContext, MakeAnswer, Turn } from './perpetual.turn';
import { formatUnits8, toOrderWire, toChangedPositionWire } from './perpetual.wire';

/** Accepts a new order. `standing` is its owner's before the riskLimits, null where nobody asks. @throws DomainError with the code of the refusal */
export function runPlace(context: BatchContext, turn: Turn, { owner, input }: PlaceCommand, standing: Standing | null): MakeAnswer {
  const { book } = turn;
  const prices = readPrices(context, book, input.isReduceOnly);
  const own = {
    id: turn.takeId(),
    owner,
    origin: 'user' as const,
    isFund: false,
    available: turn.available,
    at: context.now,
    // A quote is placed anew anyhow.
    goesOn: input.isHouse !== true,
  };
  let staked = 0n;
  const checkStake = (stake: bigint) => {
    standing?.check(stake);
    staked = stake;
  };
  const row = placeOrder(turn, { ...own, ...prices, input, checkStake });
  if (staked > 0n) requireInsurance(turn);
  standing?.add(staked);
  const position = book.position(owner);
  return () => {
    const order = toOrderWire(row);
    const shown = position === null ? null : toChangedPositionWire(row.market, position, book.rulesOf(position));
    return { id: order.id, state: order.state, position: shown, order };
  };
}

/** Makes sure that the insurance fund carries a market as it would be. @throws INSURANCE_TOO_LOW */
export function requireInsurance({ book, insurance }: Turn): void {
  if (insurance !== null && insurance < calculateInsuranceMin(book.openCost)) throw new DomainError('INSURANCE_TOO_LOW');
}

/** Cancels a resting order or one that goes on; always possible, also without prices. */
export function runCancel({ book, draft }: Turn, { orderId }: CancelCommand): MakeAnswer {
  const taking = book.taking.get(orderId);
  const quote = book.quotes.get(orderId);
  if (taking !== undefined) endTaking(book, draft, taking, null);
  else dropOrder(book, draft, orderId, null);
  const ended: OrderRow | null = quote === undefined ? null : { ...quote.row, status: 'cancelled' };
  return (updated) => ({ message: 'Order cancelled', order: toOrderWire(ended ?? (updated.get(orderId) as OrderRow)) });
}

/**
 * Closes a position at the market, wholly or in part, with several orders where one may not be as large; what doesn't fit into the transaction is
 * the last one's, which goes on.
 * @throws ORDER_QUANTITY_INVALID beyond the position
 */
export function runClose(context: BatchContext, turn: Turn, command: CloseCommand): MakeAnswer {
  const { book } = turn;
  const position = ownPosition(book, command.owner, command.positionId);
  const units = command.quantity === null ? position.quantity : toScaled(command.quantity, PERPETUAL_SCALE);
  if (units === null || units % book.terms.stepUnits !== 0n || units > position.quantity) {
    throw new DomainError('ORDER_QUANTITY_INVALID', { params: { step: book.terms.rules.stepSize } });
  }
  const { rows, left, goesOn } = closeAtMarket(context, turn, { ...command, quantity: units });
  return () => {
    const orders = rows.map(toOrderWire);
    const message = left === 0n || goesOn ? 'Position closed' : 'Position partly closed';
    return { message, order: orders[0] as PerpetualOrderWire, orders, open: formatUnits8(left) };
  };
}

function closeAtMarket(context: BatchContext, turn: Turn, { owner, quantity }: { owner: number; quantity: bigint }): Reduced {
  const { book } = turn;
  const prices = readPrices(context, book, true);
  const own = { owner, origin: 'user' as const, isFund: false, at: context.now, price: null };
  const reduced = reducePositionAt(turn, { ...own, ...prices, quantity });
  if (reduced.goesOn) {
    const last = reduced.rows.at(-1) as OrderRow;
    const takingLimit = formatTicks(book.terms, calculateLimit(book.terms, last, prices.indexPrice));
    const status = last.filled > 0n ? 'partially_filled' : 'open';
    Object.assign(last, { quantity: last.filled + reduced.left, status, reason: null, takingLimit });
    book.taking.set({ ...last, amendment: null });
  }
  return reduced;
}

/** Returns the position with this number. @throws POSITION_NOT_FOUND when its owner has none or another one in this book */
export function ownPosition(book: PerpetualBook, owner: number, positionId: number): Position {
  const position = book.position(owner);
  if (position === null || position.identity.id !== positionId) throw new DomainError('POSITION_NOT_FOUND');
  return position;
}

/**
 * Returns the index (a decimal) and the mark price (price units). On a late feed an order that only reduces goes by the last known index.
 * @throws MARKET_STALE, MARKET_REDUCE_ONLY, MARKET_HALTED
 */
export function readPrices(context: BatchContext, book: PerpetualBook, isReduceOnly: boolean): { indexPrice: string; markPrice: bigint } {
  const index = context.getIndex(book.terms.symbol);
  if (index === null) throw new DomainError('MARKET_STALE');
  if (!isReduceOnly) refuseHalted(index);
  const ageMs = context.now - index.at;
  if ((index.state !== 'fresh' || ageMs > FEED_STALE_MS) && !isReduceOnly) {
    throw new DomainError(index.state === 'dead' || ageMs > FEED_DEAD_MS ? 'MARKET_REDUCE_ONLY' : 'MARKET_STALE');
  }
  const { mark } = book;
  const isMarked = mark !== null && context.now - mark.at <= FEED_STALE_MS;
  return { indexPrice: index.price, markPrice: isMarked ? mark.price : (toScaled(index.price, PERPETUAL_SCALE) ?? 0n) };
}
