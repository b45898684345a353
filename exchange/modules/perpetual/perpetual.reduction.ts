import { toScaled } from '../../../lib/rules/decimal';
import { PERPETUAL_SCALE } from '../../../lib/rules/perpetual';
import { DomainError } from '../../platform/domain-error';
import { smaller } from './perpetual.bounds';
import type { OrderRow } from './perpetual.commands';
import { createDraft, mergeDraft } from './perpetual.draft';
import { type PlaceOrder, placeOrder } from './perpetual.place';
import { openingSide, type Position } from './perpetual.position';
import { type Turn, withDraft } from './perpetual.turn';
import { formatUnits8 } from './perpetual.wire';

/** `price` null: at the market. */
type Reduction = Omit<PlaceOrder, 'id' | 'input' | 'available' | 'goesOn'> & { quantity: bigint; price: string | null };
/** `left` (base units) wasn't closed; `goesOn` says that the budget ended it, so that the next transaction goes on. */
export type Reduced = { rows: [OrderRow, ...OrderRow[]]; left: bigint; goesOn: boolean };

/**
 * Takes `quantity` (base units) off a position with as many orders as the largest order size asks for, until the budget of the command is spent
 * or the book gives no more.
 * @throws DomainError with the code of the refusal when nothing of it can be done
 */
export function reducePositionAt(turn: Turn, reduction: Reduction): Reduced {
  const { book, budget } = turn;
  const most = toScaled(book.terms.rules.quantityMax, PERPETUAL_SCALE) ?? 0n;
  const first = placePart(turn, turn.takeId(), { ...reduction, quantity: smaller(reduction.quantity, most) });
  const rows: Reduced['rows'] = [first];
  let left = reduction.quantity - first.filled;
  let last = first;
  while (left > 0n && last.status === 'filled') {
    const id = budget.isSpent ? null : turn.takeSpareId();
    if (id === null) return { rows, left, goesOn: true };
    const next = tryPart(turn, id, { ...reduction, quantity: smaller(left, most) });
    if (next === null) return { rows, left, goesOn: false };
    rows.push(next);
    left -= next.filled;
    last = next;
  }
  const goesOn = last.reason === 'ORDER_FILLS_TOO_MANY';
  // The rest of it is another order's: this one ends with what it was filled.
  if (goesOn && last.filled > 0n) Object.assign(last, { quantity: last.filled, status: 'filled', reason: null });
  return { rows, left, goesOn };
}

/** Places one more part; null when it is refused, with everything as before it. */
function tryPart(turn: Turn, id: number, reduction: Reduction): OrderRow | null {
  const undo = turn.book.markUndo();
  const draft = createDraft();
  try {
    const row = placePart(withDraft(turn, draft), id, reduction);
    mergeDraft(turn.draft, draft);
    return row;
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    turn.book.rollback(undo);
    return null;
  }
}

function placePart(turn: Turn, id: number, { quantity, price, ...order }: Reduction): OrderRow {
  const position = turn.book.position(order.owner);
  if (position === null) throw new DomainError('POSITION_NOT_FOUND');
  const input = { ...closingInput(position, formatUnits8(quantity)), ...(price === null ? {} : { kind: 'limit' as const, price }) };
  return placeOrder(turn, { ...order, id, input, available: turn.available, goesOn: false });
}

/** Returns the market order that takes `quantity` off a position. */
function closingInput(position: Position, quantity: string) {
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
