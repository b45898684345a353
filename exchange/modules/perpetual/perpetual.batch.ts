import type { Mode } from '../../../lib/protocol/wire';
import type { Tx } from '../../platform/db';
import { DomainError } from '../../platform/domain-error';
import { findStored, type RequestKey, store } from '../../platform/idempotency';
import type { Standing } from '../guard/guard';
import { lockBalances } from '../ledger/ledger';
import { checkFence, findOrders, NEVER_REPEATED, takeIds } from '../matching/matching';
import { runCancel, runClose, runPlace } from './perpetual.asked';
import { runLeverage, runMargin, runTriggers } from './perpetual.terms-of-position';
import type { Answer, AskedCommand, Command, OrderRow, Outcome, PlaceCommand } from './perpetual.commands';
import { createDraft, type Draft, mergeDraft } from './perpetual.draft';
import { runDue, runUnwind } from './perpetual.due';
import { type FundingWork, prepareFunding, runFunding, writeFundings } from './perpetual.funding';
import { insuranceAddress, partAddress } from './perpetual.postings';
import { PERPETUAL_ORDERS } from './perpetual.repository';
import { leaseOf, type PerpetualBook, type PerpetualState } from './perpetual.state';
import type { BatchContext, MakeAnswer, Turn } from './perpetual.turn';
import { writeDraft } from './perpetual.write';

/** Fills of one transaction: the command that passes it is the last one of its batch. Bounds the time a commit takes. */
const FILLS_PER_BATCH_MAX = 2_000;
/** Orders that deleveraging may write in one transaction; beyond it the insurance fund takes over. */
const SPARE_ORDER_IDS = 256;

/** What its owner asks for and may take money from, or bring money to, the available balance. */
const MONEY_KINDS: ReadonlySet<Command['kind']> = new Set(['place', 'close', 'margin', 'leverage']);

export type BatchResult = { outcomes: Outcome[]; fills: Draft['fills']; touched: Draft['touched']; at: number };

/**
 * Runs commands in their order inside one transaction, each accepted or refused alone, and writes what came of them set by set. What is in
 * memory is changed but not committed: the caller commits it after COMMIT, or rolls it back.
 * @throws LeaseLost when another process writes one of the markets meanwhile
 */
export async function runBatch(tx: Tx, context: BatchContext, commands: readonly Command[]): Promise<BatchResult> {
  const { state } = context;
  const fenced = leasesOf(state, commands);
  await checkFence(tx, context.processId, fenced);
  const keys = commands.map(keyOf);
  const asked = keys.filter((key) => key !== null);
  const stored = new Map((await findStored(tx, asked)).map((found, index) => [asked[index], found]));
  const fresh = commands.filter((_, index) => keys[index] === null || stored.get(keys[index] as RequestKey) == null);
  const elsewhere = await findElsewhere(tx, fresh);
  const funding = await prepareFunding(tx, context, fresh);
  const wallet = await lockBalances(tx, [...new Set([...fresh.flatMap(walletOf), ...funding.addresses])]);
  const standings = await context.loadStandings(
    tx,
    fresh.flatMap((command) => (isGuarded(command) ? [command.caller] : [])),
  );
  const ids = await takeIds(tx, 'spot_order_ids', countOrderIds(fresh));

  const batch = createDraft();
  const answers = new Map<number, MakeAnswer>();
  const first = new Map<string, number>();
  const repeats: { index: number; of: number }[] = [];
  const takeId = () => ids.shift() ?? fail();
  let spare = SPARE_ORDER_IDS;
  const takeSpareId = () => (spare-- > 0 ? takeId() : null);
  const run: BatchRun = { context, batch, wallet, standings, fenced, elsewhere, funding, takeId, takeSpareId };
  const outcomes = commands.map((command, index): Outcome => {
    const key = keys[index] ?? null;
    const known = key === null ? null : stored.get(key);
    const hash = 'inputHash' in command ? command.inputHash : '';
    if (known != null)
      return known.inputHash === hash ? { kind: 'answer', answer: known.answer as Answer } : refusalOf('DUPLICATE_REQUEST');
    const name = key === null ? null : Object.values(key).join('|');
    const earlier = name === null ? undefined : first.get(name);
    if (earlier !== undefined) {
      if ((commands[earlier] as AskedCommand).inputHash !== hash) return refusalOf('DUPLICATE_REQUEST');
      repeats.push({ index, of: earlier });
      return { kind: 'later' };
    }
    if (batch.fills.length >= FILLS_PER_BATCH_MAX) return { kind: 'later' };
    const outcome = runOne(run, command);
    if (outcome.kind !== 'accepted') return outcome;
    if (name !== null) first.set(name, index);
    answers.set(index, outcome.makeAnswer);
    return { kind: 'later' };
  });

  const { updated, journalOf } = await writeDraft(tx, batch, context.now);
  await writeFundings(tx, funding, journalOf);
  for (const [index, makeAnswer] of answers) outcomes[index] = { kind: 'answer', answer: makeAnswer(updated) };
  const requests = [...first.values()].map((index) => ({
    ...(keys[index] as RequestKey),
    inputHash: (commands[index] as AskedCommand).inputHash,
    answer: (outcomes[index] as { answer: unknown }).answer,
  }));
  await store(tx, requests);
  for (const { index, of } of repeats) outcomes[index] = outcomes[of] as Outcome;
  return { outcomes, fills: batch.fills, touched: batch.touched, at: context.now };
}

type BatchRun = {
  context: BatchContext;
  batch: Draft;
  wallet: ReadonlyMap<string, bigint>;
  standings: ReadonlyMap<string, Standing>;
  fenced: ReadonlyMap<string, string>;
  elsewhere: ReadonlyMap<number, OrderRow>;
  funding: FundingWork;
  takeId(): number;
  takeSpareId(): number | null;
};

/** Runs one command; when it is refused, everything is as before it. */
function runOne(run: BatchRun, command: Command): Outcome | { kind: 'accepted'; makeAnswer: MakeAnswer } {
  const { context, batch, fenced, wallet } = run;
  const book = bookOf(context.state, command);
  if (book === undefined) return refuseWithoutBook(run, command);
  const lease = leaseOf(book.terms.symbol);
  // A market that was taken over while the batch was reading isn't locked by it: its commands come again.
  if (fenced.get(lease) !== context.state.epochs.get(lease)) return refusalOf('MARKET_BUSY');
  const undo = book.markUndo();
  const draft = createDraft();
  const spendable = (address: string) =>
    (wallet.get(address) ?? 0n) + (batch.credits.get(address) ?? 0n) + (draft.credits.get(address) ?? 0n);
  const available = 'owner' in command ? spendable(partAddress(command.owner, book.mode, 'available')) : 0n;
  const turn: Turn = { book, draft, available, takeId: run.takeId };
  try {
    const makeAnswer = dispatch(run, turn, command, spendable);
    mergeDraft(batch, draft);
    return { kind: 'accepted', makeAnswer };
  } catch (error) {
    book.rollback(undo);
    if (!(error instanceof DomainError)) throw error;
    return { kind: 'refusal', code: error.code, ...(error.params === undefined ? {} : { params: error.params }) };
  }
}

function dispatch(
  { context, standings, funding, takeSpareId }: BatchRun,
  turn: Turn,
  command: Command,
  spendable: (address: string) => bigint,
): MakeAnswer {
  switch (command.kind) {
    case 'place':
      return runPlace(context, turn, command, isGuarded(command) ? (standings.get(standingKey(command)) ?? null) : null);
    case 'cancel':
      return runCancel(turn, command);
    case 'close':
      return runClose(context, turn, command);
    case 'margin':
      return runMargin(context, turn, command);
    case 'leverage':
      return runLeverage(context, turn, command);
    case 'triggers':
      return runTriggers(context, turn, command);
    case 'due':
      return runDue(context, turn, command, { fund: spendable(insuranceAddress(turn.book.mode)), takeSpareId });
    case 'unwind':
      return runUnwind(context, turn, command, spendable(insuranceAddress(turn.book.mode)));
    case 'funding':
      return runFunding(context, turn, command, funding, spendable);
  }
}

/** Orders that only reduce put nothing at risk. */
function isGuarded(command: Command): command is PlaceCommand {
  return command.kind === 'place' && command.isGuarded && !command.input.isReduceOnly;
}

function standingKey({ caller }: PlaceCommand): string {
  return `${caller.userId}:${caller.mode}`;
}

function fail(): never {
  throw new Error('a batch ran out of order ids');
}

function bookOf(state: PerpetualState, command: Command): PerpetualBook | undefined {
  switch (command.kind) {
    case 'place':
      return state.find(command.input.market, command.caller.mode);
    case 'cancel': {
      const found = state.findOrder(command.orderId);
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

function refuseWithoutBook({ elsewhere, context }: BatchRun, command: Command): Outcome {
  if (command.kind !== 'cancel') {
    const isOfPosition = 'positionId' in command;
    // Only a process that writes every market can say that there is no such position.
    const knowsAll = context.state.all().length > 0;
    return refusalOf(isOfPosition && knowsAll ? 'POSITION_NOT_FOUND' : 'MARKET_BUSY');
  }
  const known = elsewhere.get(command.orderId);
  if (known === undefined || known.owner !== command.owner || known.mode !== command.caller.mode) return refusalOf('ORDER_NOT_FOUND');
  const isOpen = known.status === 'open' || known.status === 'partially_filled';
  // Open in the database but in no book of this process: cancelled or filled earlier in this batch, or another process has the market.
  return refusalOf(isOpen && !context.state.epochs.has(leaseOf(known.market)) ? 'MARKET_BUSY' : 'ORDER_CLOSED');
}

function leasesOf(state: PerpetualState, commands: readonly Command[]): Map<string, string> {
  const epochs = new Map<string, string>();
  for (const command of commands) {
    const book = bookOf(state, command);
    const lease = book === undefined ? undefined : leaseOf(book.terms.symbol);
    const epoch = lease === undefined ? undefined : state.epochs.get(lease);
    if (lease !== undefined && epoch !== undefined) epochs.set(lease, epoch);
  }
  return epochs;
}

/** Cancels are looked up in the database too: an order may be closed, another process's, or gone by the time its turn comes. */
async function findElsewhere(tx: Tx, commands: readonly Command[]): Promise<Map<number, OrderRow>> {
  const ids = commands.flatMap((command) => (command.kind === 'cancel' ? [command.orderId] : []));
  const orders = await findOrders(tx, PERPETUAL_ORDERS, [...new Set(ids)]);
  return new Map(orders.map((order) => [order.id, order]));
}

function walletOf(command: Command): string[] {
  const own = (owner: number, mode: Mode) => [partAddress(owner, mode, 'available')];
  if (MONEY_KINDS.has(command.kind) && 'caller' in command) return own(command.owner, command.caller.mode);
  return command.kind === 'due' || command.kind === 'unwind' || command.kind === 'funding' ? [insuranceAddress(command.mode)] : [];
}

function countOrderIds(commands: readonly Command[]): number {
  const count = commands.filter(({ kind }) => kind === 'place' || kind === 'close' || kind === 'due' || kind === 'unwind').length;
  return count + (commands.some(({ kind }) => kind === 'due') ? SPARE_ORDER_IDS : 0);
}

function keyOf(command: Command): RequestKey | null {
  if (!('requestId' in command) || command.requestId === NEVER_REPEATED) return null;
  const { userId, mode } = command.caller;
  return { userId, mode, call: `perpetual.${command.kind}`, requestId: command.requestId };
}

function refusalOf(code: DomainError['code']): Outcome {
  return { kind: 'refusal', code };
}
