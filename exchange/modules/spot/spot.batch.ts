import { FEED_STALE_MS } from '../../../lib/protocol/wire';
import type { Tx } from '../../platform/db';
import { DomainError } from '../../platform/domain-error';
import { findStored, type RequestKey, store } from '../../platform/idempotency';
import { lockBalances } from '../ledger/ledger';
import type { CancelAnswer, CancelCommand, Command, OrderRow, Outcome, PlaceAnswer, PlaceCommand } from './spot.commands';
import { type BatchFill, changeOf, credit, type Draft, recordFills, writeDraft } from './spot.draft';
import { placeInBook } from './spot.matching';
import { availableAddress, createHold, createRelease, spendAsset } from './spot.postings';
import { findOrders, takeIds } from './spot.repository';
import type { BookEntry, SpotState } from './spot.state';
import { checkFence, spendOf } from '../matching/matching';
import { toOrderWire } from './spot.wire';

/** Fills of one transaction: the command that passes it is the last one of its batch. Bounds the time a commit takes. */
const FILLS_PER_BATCH_MAX = 2_000;

export type IndexPrice = { price: string; at: number; state: string };
export type BatchContext = {
  state: SpotState;
  processId: string;
  getIndex(market: string): IndexPrice | null;
  now: number;
};
export type BatchResult = { outcomes: Outcome[]; fills: BatchFill[]; touched: Draft['touched']; at: number };

/**
 * Runs commands in their order inside one transaction, each accepted or refused alone, and writes what came of them set by set. The books
 * are changed but not committed: the caller commits them after COMMIT, or rolls them back.
 * @throws LeaseLost when another process writes one of the markets meanwhile
 */
export async function runBatch(tx: Tx, context: BatchContext, commands: readonly Command[]): Promise<BatchResult> {
  const { state } = context;
  const fenced = marketsOf(state, commands);
  await checkFence(tx, context.processId, fenced);
  const keys = commands.map(keyOf);
  const stored = await findStored(tx, keys);
  const fresh = commands.filter((_, index) => stored[index] === null);
  const places = fresh.filter((command) => command.kind === 'place');
  const wallet = await lockBalances(tx, [...new Set(places.flatMap((command) => walletOf(state, command)))]);
  const orderIds = await takeIds(tx, 'spot_order_ids', places.length);
  const elsewhere = await findElsewhere(tx, state, fresh);

  const draft: Draft = { orders: [], changes: new Map(), postings: [], fills: [], wallet, fenced, touched: [], cancelled: [] };
  const first = new Map<string, number>();
  const repeats: { index: number; of: number }[] = [];
  const outcomes = commands.map((command, index): Outcome => {
    const known = stored[index];
    if (known != null) return known.inputHash === command.inputHash ? answerOf(known.answer) : refusalOf('DUPLICATE_REQUEST');
    const key = Object.values(keys[index] as RequestKey).join('|');
    const earlier = first.get(key);
    if (earlier !== undefined) {
      if ((commands[earlier] as Command).inputHash !== command.inputHash) return refusalOf('DUPLICATE_REQUEST');
      repeats.push({ index, of: earlier });
      return { kind: 'later' };
    }
    if (draft.fills.length >= FILLS_PER_BATCH_MAX) return { kind: 'later' };
    const outcome = tryCommand(() =>
      command.kind === 'place'
        ? runPlace(context, draft, command, orderIds.shift() as number)
        : runCancel(context, draft, command, index, elsewhere),
    );
    if (outcome.kind === 'answer') first.set(key, index);
    return outcome;
  });

  const updated = await writeDraft(tx, draft, context.now);
  for (const { index, orderId } of draft.cancelled) {
    const answer: CancelAnswer = { message: 'Order cancelled', order: toOrderWire(updated.get(orderId) as OrderRow) };
    outcomes[index] = { kind: 'answer', answer };
  }
  const answered = [...first.values()];
  await store(
    tx,
    answered.map((index) => ({
      ...(keys[index] as RequestKey),
      inputHash: (commands[index] as Command).inputHash,
      answer: (outcomes[index] as { answer: unknown }).answer,
    })),
  );
  for (const { index, of } of repeats) outcomes[index] = outcomes[of] as Outcome;
  return { outcomes, fills: draft.fills, touched: draft.touched, at: context.now };
}

function runPlace(context: BatchContext, draft: Draft, command: PlaceCommand, orderId: number): Outcome {
  const { owner, input } = command;
  const entry = context.state.find(input.market, command.caller.mode);
  if (entry === undefined || !isFenced(context, draft, entry)) return refusalOf('MARKET_BUSY');
  const { terms, mode, book } = entry;
  const spendAddress = availableAddress(owner, mode, spendAsset(terms, input.side === 'buy'));
  const available = draft.wallet.get(spendAddress) ?? 0n;
  const indexPrice = freshIndex(context, terms.symbol);
  const placed = placeInBook({ terms, book, orderId, owner, mode, input, indexPrice, available, now: context.now });
  draft.orders.push(placed.row);
  draft.touched.push({ owner, mode, market: terms.symbol });
  credit(draft, spendAddress, -placed.spent - placed.hold);
  recordFills(draft, entry, placed);
  if (placed.hold > 0n) {
    const hold = { terms, mode, owner, orderId, isBuy: input.side === 'buy', amount: placed.hold, at: context.now };
    draft.postings.push({ kind: 'own', journal: createHold(hold) });
  }
  const order = toOrderWire(placed.row);
  const answer: PlaceAnswer = { id: order.id, state: order.state, filled: order.filled, order };
  return { kind: 'answer', answer };
}

function runCancel(
  context: BatchContext,
  draft: Draft,
  { caller, owner, orderId }: CancelCommand,
  index: number,
  elsewhere: Map<number, OrderRow>,
): Outcome {
  const found = context.state.findOrder(orderId);
  if (found === null) {
    const known = draft.changes.get(orderId) ?? elsewhere.get(orderId);
    if (known === undefined || known.owner !== owner || known.mode !== caller.mode) return refusalOf('ORDER_NOT_FOUND');
    // Open in the database but in no book of this process: another process has the market.
    return refusalOf(known.status === 'open' || known.status === 'partially_filled' ? 'MARKET_BUSY' : 'ORDER_CLOSED');
  }
  const { entry, order } = found;
  const { terms, mode, book } = entry;
  if (order.owner !== owner || mode !== caller.mode) return refusalOf('ORDER_NOT_FOUND');
  if (!isFenced(context, draft, entry)) return refusalOf('MARKET_BUSY');
  book.remove(order);
  changeOf(draft, orderId, owner, mode).status = 'cancelled';
  const release = { terms, mode, owner, orderId, isBuy: order.isBid, price: order.price, rest: order.rest, at: context.now };
  draft.postings.push({ kind: 'own', journal: createRelease(release) });
  credit(draft, availableAddress(owner, mode, spendAsset(terms, order.isBid)), spendOf(terms, order.isBid, order.price, order.rest));
  draft.touched.push({ owner, mode, market: terms.symbol });
  draft.cancelled.push({ index, orderId });
  return { kind: 'answer', answer: null as never };
}

/** A market that was taken over while the batch was reading isn't locked by it: its commands come again. */
function isFenced({ state }: BatchContext, { fenced }: Draft, { terms }: BookEntry): boolean {
  return fenced.get(terms.symbol) === state.epochs.get(terms.symbol);
}

/** Cancels of orders that rest in no book here: closed ones, another process's, or none. */
async function findElsewhere(tx: Tx, state: SpotState, commands: readonly Command[]): Promise<Map<number, OrderRow>> {
  const ids = commands.flatMap((command) =>
    command.kind === 'cancel' && state.findOrder(command.orderId) === null ? [command.orderId] : [],
  );
  const orders = await findOrders(tx, [...new Set(ids)]);
  return new Map(orders.map((order) => [order.id, order]));
}

function freshIndex({ getIndex, now }: BatchContext, market: string): string | null {
  const index = getIndex(market);
  return index === null || index.state !== 'fresh' || now - index.at > FEED_STALE_MS ? null : index.price;
}

function marketsOf(state: SpotState, commands: readonly Command[]): Map<string, string> {
  const epochs = new Map<string, string>();
  for (const command of commands) {
    const market = command.kind === 'place' ? command.input.market : state.findOrder(command.orderId)?.entry.terms.symbol;
    const epoch = market === undefined ? undefined : state.epochs.get(market);
    if (market !== undefined && epoch !== undefined) epochs.set(market, epoch);
  }
  return epochs;
}

function walletOf(state: SpotState, { input, owner, caller }: PlaceCommand): string[] {
  const terms = state.terms.get(input.market);
  return terms === undefined ? [] : [availableAddress(owner, caller.mode, spendAsset(terms, input.side === 'buy'))];
}

function keyOf({ kind, caller, requestId }: Command): RequestKey {
  return { userId: caller.userId, mode: caller.mode, call: `spot.${kind}`, requestId };
}

function tryCommand(run: () => Outcome): Outcome {
  try {
    return run();
  } catch (error) {
    if (error instanceof DomainError)
      return { kind: 'refusal', code: error.code, ...(error.params === undefined ? {} : { params: error.params }) };
    throw error;
  }
}

function answerOf(answer: unknown): Outcome {
  return { kind: 'answer', answer: answer as PlaceAnswer };
}

function refusalOf(code: DomainError['code']): Outcome {
  return { kind: 'refusal', code };
}
