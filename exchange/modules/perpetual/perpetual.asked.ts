import { FEED_DEAD_MS, FEED_STALE_MS } from '../../../lib/protocol/wire';
import { toScaled } from '../../../lib/rules/decimal';
import { PERPETUAL_SCALE } from '../../../lib/rules/perpetual';
import { DomainError } from '../../platform/domain-error';
import type { Standing } from '../guard/guard';
import { refuseHalted } from '../matching/matching';
import type { CancelCommand, CloseCommand, OrderRow, PlaceCommand } from './perpetual.commands';
import { placeOrder } from './perpetual.place';
import { openingSide, type Position } from './perpetual.position';
import type { PerpetualBook } from './perpetual.state';
import { dropOrder } from './perpetual.taking';
import type { BatchContext, MakeAnswer, Turn } from './perpetual.turn';
import { formatUnits8, toOrderWire, toPositionWire } from './perpetual.wire';

/** Accepts a new order. `standing` is its owner's before the guard, null where nobody asks. @throws DomainError with the code of the refusal */
export function runPlace(context: BatchContext, turn: Turn, { owner, input }: PlaceCommand, standing: Standing | null): MakeAnswer {
  const { book, draft } = turn;
  const prices = readPrices(context, book, input.isReduceOnly);
  const own = { id: turn.takeId(), owner, origin: 'user' as const, isFund: false, available: turn.available, at: context.now };
  let staked = 0n;
  const checkStake = (stake: bigint) => {
    standing?.check(stake);
    staked = stake;
  };
  const row = placeOrder(book, draft, { ...own, ...prices, input, checkStake });
  standing?.add(staked);
  const position = book.position(owner);
  return () => {
    const order = toOrderWire(row, book.rules);
    const shown = position === null ? null : toPositionWire(row.market, position, book.rules);
    return { id: order.id, state: order.state, position: shown, order };
  };
}

/** Cancels a resting order; always possible, also without prices. */
export function runCancel({ book, draft }: Turn, { orderId }: CancelCommand): MakeAnswer {
  dropOrder(book, draft, orderId, null);
  return (updated) => ({ message: 'Order cancelled', order: toOrderWire(updated.get(orderId) as OrderRow, book.rules) });
}

/** Closes a position at the market, wholly or in part. @throws ORDER_QUANTITY_INVALID beyond the position */
export function runClose(context: BatchContext, turn: Turn, command: CloseCommand): MakeAnswer {
  const { book, draft } = turn;
  const { owner } = command;
  const position = ownPosition(book, owner, command.positionId);
  const quantity = command.quantity ?? formatUnits8(position.quantity);
  const units = toScaled(quantity, PERPETUAL_SCALE);
  if (units === null || units > position.quantity) {
    throw new DomainError('ORDER_QUANTITY_INVALID', { params: { step: book.terms.rules.stepSize } });
  }
  const input = closingInput(position, quantity);
  const own = { id: turn.takeId(), owner, origin: 'user' as const, isFund: false, available: turn.available, at: context.now };
  const row = placeOrder(book, draft, { ...own, ...readPrices(context, book, true), input });
  return () => ({ message: 'Position closed', order: toOrderWire(row, book.rules) });
}

/** Returns the market order that takes `quantity` off a position. */
export function closingInput(position: Position, quantity: string) {
  return {
    side: openingSide(position.side) === 'buy' ? ('sell' as const) : ('buy' as const),
    kind: 'market' as const,
    price: null,
    quantity,
    timeInForce: 'IOC' as const,
    leverage: position.leverage,
    isReduceOnly: true,
    takeProfit: null,
    stopLoss: null,
  };
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
