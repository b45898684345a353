import type { Mode } from '../../../lib/protocol/wire';
import type { NumberedRequest } from '../../platform/idempotency';
import { NEVER_REPEATED } from '../matching/matching';
import { COMMAND_COST_MAX } from '../matching/matching';
import type { Command } from './perpetual.commands';
import { insuranceAddress, partAddress } from './perpetual.postings';
import { leaseOf } from './perpetual.leases';
import type { PerpetualBook } from './perpetual.book';
import type { PerpetualState } from './perpetual.state';

/** Further orders of one transaction: of who is deleveraged, and of reductions above the largest order size. What needs more goes on in the next. */
const SPARE_ORDER_IDS = COMMAND_COST_MAX;
/** The same where nobody can be deleveraged. */
const SPARE_SPLIT_IDS = 16;

/** What its owner asks for and may take money from, or bring money to, the available balance. */
const MONEY_KINDS: ReadonlySet<Command['kind']> = new Set(['place', 'amend', 'close', 'margin', 'leverage']);

/** Returns the book that a command is about, if this process writes it. */
export function bookOf(state: PerpetualState, command: Command): PerpetualBook | undefined {
  switch (command.kind) {
    case 'place':
      return state.find(command.input.market, command.caller.mode);
    case 'cancel':
    case 'amend': {
      const found = state.findOrder(command.orderId) ?? state.findTaking(command.orderId);
      return found !== null && found.order.owner === command.owner && found.entry.mode === command.caller.mode ? found.entry : undefined;
    }
    case 'close':
    case 'margin':
    case 'leverage':
    case 'triggers':
      return state
        .all()
        .find((book) => book.mode === command.caller.mode && book.position(command.owner)?.identity.id === command.positionId);
    default:
      return state.find(command.market, command.mode);
  }
}

/** Returns the leases that commands need, with their epochs. */
export function leasesOf(state: PerpetualState, commands: readonly Command[]): Map<string, string> {
  const epochs = new Map<string, string>();
  for (const command of commands) {
    const book = bookOf(state, command);
    const lease = book === undefined ? undefined : leaseOf(book.terms.symbol);
    const epoch = lease === undefined ? undefined : state.epochs.get(lease);
    if (lease !== undefined && epoch !== undefined) epochs.set(lease, epoch);
  }
  return epochs;
}

/** Returns the balances that a command may spend. */
export function walletOf(command: Command): string[] {
  const own = (owner: number, mode: Mode) => [partAddress(owner, mode, 'available')];
  if (MONEY_KINDS.has(command.kind) && 'caller' in command) return own(command.owner, command.caller.mode);
  if (command.kind === 'take-on') return own(command.owner, command.mode);
  return command.kind === 'due' || command.kind === 'unwind' ? [insuranceAddress(command.mode)] : [];
}

/** Returns the balances from which quotes are paid that commands may meet: nobody but the writer of their market spends them. */
export function quotersOf(state: PerpetualState, commands: readonly Command[]): string[] {
  const books = new Set(commands.flatMap((command) => (ORDERING_KINDS.has(command.kind) ? (bookOf(state, command) ?? []) : [])));
  return [...books].flatMap(({ quotes, mode }) =>
    [...new Set(quotes.all().map(({ owner }) => owner))].map((owner) => partAddress(owner, mode, 'available')),
  );
}

/** Whether the insurance fund has to hold enough for a command: it may open a position with real money. */
export function asksInsurance({ needsInsurance }: { needsInsurance: boolean }, command: Command): boolean {
  if (!needsInsurance || (command.kind !== 'place' && command.kind !== 'amend') || command.caller.mode !== 'real') return false;
  return command.kind === 'amend' || !command.input.isReduceOnly;
}

const ORDERING_KINDS: ReadonlySet<Command['kind']> = new Set(['place', 'amend', 'close', 'take-on', 'due', 'unwind']);

/** What is above the largest order size takes several orders. */
const SPLITTING_KINDS: ReadonlySet<Command['kind']> = new Set(['close', 'due', 'unwind']);

/** Returns how many order numbers commands may need. */
export function countOrderIds(commands: readonly Command[]): number {
  return commands.filter(({ kind }) => ORDERING_KINDS.has(kind)).length + countSpareIds(commands);
}

/** Returns how many of them are for further orders. */
export function countSpareIds(commands: readonly Command[]): number {
  const canDeleverage = commands.some((command) => command.kind === 'due' && command.trigger === 'liquidation');
  if (canDeleverage) return SPARE_ORDER_IDS;
  return commands.some(({ kind }) => SPLITTING_KINDS.has(kind)) ? SPARE_SPLIT_IDS : 0;
}

/** Returns the request that a command is, null where it is nobody's or is never repeated. */
export function requestOf(command: Command): NumberedRequest | null {
  if (!('requestId' in command) || command.requestId === NEVER_REPEATED) return null;
  const { userId, mode } = command.caller;
  return { userId, mode, call: `perpetual.${command.kind}`, requestId: command.requestId, inputHash: command.inputHash };
}

/**
 * Whether a batch has locked a market under the epoch that it has now. One that was taken over while the batch was reading isn't: nothing of it may
 * change, for neither is its lease proven nor is it rolled back or committed with this batch.
 */
export function isFenced(state: PerpetualState, fenced: ReadonlyMap<string, string>, { terms }: PerpetualBook): boolean {
  const lease = leaseOf(terms.symbol);
  return fenced.has(lease) && fenced.get(lease) === state.epochs.get(lease);
}

/**
 * Returns the books of a batch whose funding may have to go on before it, with the owners that its commands name: their positions may change.
 * Cancelling changes no position.
 */
export function fundedBooks(
  state: PerpetualState,
  fenced: ReadonlyMap<string, string>,
  commands: readonly Command[],
): Map<PerpetualBook, { owners: Set<number>; isChunk: boolean }> {
  const books = new Map<PerpetualBook, { owners: Set<number>; isChunk: boolean }>();
  for (const command of commands) {
    const book = bookOf(state, command);
    if (book === undefined || !isFenced(state, fenced, book)) continue;
    if (book.funding.due === null && book.funding.round === null) continue;
    const known = books.get(book) ?? { owners: new Set<number>(), isChunk: false };
    if ('owner' in command && command.kind !== 'cancel') known.owners.add(command.owner);
    known.isChunk ||= command.kind === 'funding';
    books.set(book, known);
  }
  return books;
}
