import { toScaled } from '../../../lib/rules/decimal';
import { PERPETUAL_SCALE } from '../../../lib/rules/perpetual';
import { DomainError } from '../../platform/domain-error';
import { stepsOfUnits, type TakeOnCommand, toTicks } from '../matching/matching';
import { readPrices } from './perpetual.user-commands';
import type { TakingOrder } from './perpetual.commands';
import { changeOf, createDraft, mergeDraft } from './perpetual.draft';
import { takeAndRest } from './perpetual.place';
import { openingSide } from './perpetual.position';
import { dropIdleReductions, endTaking } from './perpetual.taking';
import { type BatchContext, type MakeAnswer, type Turn, withDraft } from './perpetual.turn';

/**
 * Goes on with an order where the transaction before stopped, with the same worst price. What rests of it in the end queues up behind the orders
 * that are there by then. It ends, with what it was filled, where the rest is refused: its owner has spent the money, or the position is gone.
 * @throws DomainError while there is no price for it: it is tried again with the next one
 */
export function runTakeOn(context: BatchContext, turn: Turn, { orderId }: TakeOnCommand): MakeAnswer {
  const { book } = turn;
  const order = book.taking.get(orderId);
  if (order === undefined) return () => ({ done: false });
  const prices = readPrices(context, book, order.isReduceOnly);
  const undo = book.markUndo();
  const draft = createDraft();
  try {
    takeOn(withDraft(turn, draft), order, { ...prices, at: context.now });
    mergeDraft(turn.draft, draft);
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    book.rollback(undo);
    endTaking(book, turn.draft, order, error.code);
  }
  return () => ({ done: true });
}

function takeOn(turn: Turn, order: TakingOrder, now: { indexPrice: string; markPrice: bigint; at: number }): void {
  const { book, draft } = turn;
  const { terms } = book;
  const { id, owner, side, origin, isReduceOnly } = order;
  const position = book.position(owner);
  const reducible = position === null || openingSide(position.side) === side ? 0n : position.quantity;
  if (isReduceOnly && reducible === 0n) throw new DomainError('REDUCE_ONLY_REFUSED');
  const rest = stepsOfUnits(terms, order.quantity - order.filled);
  const steps = isReduceOnly ? Math.min(rest, stepsOfUnits(terms, reducible)) : rest;
  const units = (price: string | null) => (price === null ? null : toScaled(price, PERPETUAL_SCALE));
  const triggers = { takeProfit: units(order.takeProfit), stopLoss: units(order.stopLoss) };
  const limit = toTicks(terms, order.takingLimit as string);
  book.taking.delete(id);
  const input = { ...order, quantity: '' };
  const placing = { ...now, id, owner, origin, input, available: turn.available, isFund: false, goesOn: true, amendment: order.amendment };
  const { taken, rested, status, reason, takingLimit } = takeAndRest(turn, placing, {
    triggers,
    limit,
    steps,
    rest,
    filledBefore: order.filled,
  });
  const change = changeOf(draft, id, owner, book.mode);
  change.filled += taken.quantity;
  change.value += taken.value;
  change.fee += taken.fee;
  change.realized += taken.realized;
  const restedUnits = BigInt(rested) * terms.stepUnits;
  Object.assign(change, { rested: restedUnits, rank: rested > 0 ? turn.takeId() : 0, status, reason, takingLimit });
  draft.touched.push({ owner, mode: book.mode, market: terms.symbol });
  if (takingLimit !== null) {
    const { filled, filledValue, fee, realized } = order;
    const sums = { filled: filled + taken.quantity, filledValue: filledValue + taken.value, fee: fee + taken.fee };
    book.taking.set({ ...order, ...sums, realized: realized + taken.realized, status, takingLimit });
  }
  dropIdleReductions(turn);
}
