import { DomainError } from '../../platform/domain-error';
import { type Budget, ELSEWHERE, refuseHalted, type RestingOrder } from '../matching/matching';
import { amendAlone } from './spot.amend';
import { amendPair, amendStop } from './spot.amend-stop';
import type { AmendAnswer, AmendCommand, CancelAnswer, CancelCommand, OrderRow, Outcome } from './spot.commands';
import { endResting, endStop, endTaking } from './spot.draft';
import { freshIndex, isFenced, placingOf, refusalOf, type Run } from './spot.run';
import { toOrderWire } from './spot.wire';

/** An order of a pair takes the other one along. */
export function runCancel({ context, draft, elsewhere }: Run, command: CancelCommand, index: number): Outcome {
  const { caller, owner, orderId } = command;
  const { state } = context;
  const found = state.findAny(orderId);
  if (found === null) return refuseMissing({ draft, elsewhere }, command);
  const { entry } = found;
  const { mode, book, stops } = entry;
  const taking = 'taking' in found ? found.taking : undefined;
  const stop = 'stop' in found ? found.stop : stops.stopBeside(orderId);
  const order = 'order' in found ? found.order : book.get(stop?.partner ?? 0);
  if ((taking ?? order ?? stop)?.owner !== owner || mode !== caller.mode) return refusalOf('ORDER_NOT_FOUND');
  if (!isFenced(context, draft, entry)) return ELSEWHERE;
  const quote = entry.quotes.get(orderId);
  if (order !== undefined) endResting(draft, entry, order, null);
  if (quote !== undefined) return cancelled({ ...quote.row, status: 'cancelled', updatedAt: draft.at });
  if (stop !== undefined) endStop(draft, entry, stop, null);
  if (taking !== undefined) endTaking(draft, entry, taking, null);
  draft.answered.push({ index, orderId });
  return { kind: 'answer', answer: null as never };
}

/** Changes an order that rests or waits, or both of a pair. One that this batch has touched already waits for the next one, which reads it as it is then. */
export function runAmend(run: Run, budget: Budget, command: AmendCommand, index: number): Outcome {
  const { context, draft, elsewhere } = run;
  const { caller, owner, orderId } = command;
  const found = context.state.findAny(orderId);
  if (found === null) return refuseMissing(run, command);
  const { entry } = found;
  const named = 'order' in found ? found.order : 'stop' in found ? found.stop : found.taking;
  if (named.owner !== owner || entry.mode !== caller.mode) return refusalOf('ORDER_NOT_FOUND');
  if (!isFenced(context, draft, entry)) return ELSEWHERE;
  // An order that goes on isn't in the book, and one that rests waits for no stop price.
  if (
    'taking' in found ||
    entry.quotes.get(orderId) !== undefined ||
    ('order' in found && command.stop !== null) ||
    ('stop' in found && command.exits !== undefined)
  )
    return refusalOf('ORDER_NOT_AMENDABLE');
  const readIndex = () => {
    refuseHalted(context.getIndex(entry.terms.symbol));
    const indexPrice = freshIndex(context, entry.terms.symbol);
    if (indexPrice === null) throw new DomainError('MARKET_STALE');
    return indexPrice;
  };
  const placing = placingOf(run, entry, { owner, indexPrice: '0', budget });
  const stop = 'stop' in found ? found.stop : entry.stops.stopBeside(orderId);
  const limitId = 'order' in found ? orderId : (stop?.partner ?? null);
  const resting = limitId === null ? undefined : entry.book.get(limitId);
  const row = elsewhere.get(limitId ?? orderId);
  const isTouched = [orderId, limitId, stop?.id].some((id) => id != null && draft.changes.has(id));
  if (row === undefined || isTouched) return { kind: 'later' };
  const asked = { placing, readIndex, input: command };
  let kept = false;
  if (stop === undefined) kept = amendAlone({ ...asked, row, resting: resting as RestingOrder });
  else if (resting === undefined) amendStop({ ...asked, stop });
  else kept = amendPair({ ...asked, stop, limit: { row, resting }, named: 'stop' in found ? 'stop' : 'limit' });
  draft.answered.push({ index, orderId, kept });
  return { kind: 'answer', answer: null as never };
}

/** Why a command is refused whose order is in no book of this process. */
function refuseMissing(
  { draft, elsewhere }: Pick<Run, 'draft' | 'elsewhere'>,
  { caller, owner, orderId }: CancelCommand | AmendCommand,
): Outcome {
  const known = draft.changes.get(orderId) ?? elsewhere.get(orderId);
  if (known === undefined || known.owner !== owner || known.mode !== caller.mode) return refusalOf('ORDER_NOT_FOUND');
  // Alive in the database but in no book of this process: another process has the market.
  return ALIVE.has(known.status) ? ELSEWHERE : refusalOf('ORDER_CLOSED');
}

const ALIVE: ReadonlySet<string> = new Set(['waiting', 'open', 'partially_filled']);

export function cancelled(order: OrderRow): Outcome {
  const answer: CancelAnswer = { message: 'Order cancelled', order: toOrderWire(order) };
  return { kind: 'answer', answer };
}

export function amended(order: OrderRow, kept: boolean): Outcome {
  const answer: AmendAnswer = { message: 'Order amended', order: toOrderWire(order), kept };
  return { kind: 'answer', answer };
}
