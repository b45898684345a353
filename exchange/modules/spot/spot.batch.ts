import type { Tx } from '../../platform/db';
import { DomainError } from '../../platform/domain-error';
import { BatchRequests } from '../../platform/idempotency';
import { takeTurns } from '../ledger/ledger';
import {
  BatchBudget,
  Budget,
  checkFence,
  costMaxOf,
  COMMAND_PROCESS_MS,
  ELSEWHERE,
  FOK_COST_MAX,
  laneOf,
  outcomeOf,
  refuseHalted,
  type TakeOnCommand,
  takeIds,
} from '../matching/matching';
import { amended, cancelled, runAmend, runCancel } from './spot.user-commands';
import {
  type Answer,
  type Command,
  type DueCommand,
  type OrderRow,
  type Outcome,
  requestOf,
  type PlaceAnswer,
  type PlaceCommand,
} from './spot.commands';
import { type BatchFill, type Draft, writeDraft } from './spot.draft';
import { runDue, takeOn } from './spot.due';
import { countIds, findElsewhere, marketsOf, walletOf } from './spot.needs';
import { placeOrder } from './spot.place';
import { type BatchContext, freshIndex, isFenced, placingOf, refusalOf, type Run } from './spot.run';
import { restoreAnswer, shortenAnswer, toOrderWire } from './spot.wire';

export type BatchResult = {
  outcomes: Outcome[];
  fills: BatchFill[];
  touched: Draft['touched'];
  at: number;
  costs: readonly (number | undefined)[];
  /** Dear work that was done, in units of the budget; null without any. */
  chunk: number | null;
};

/**
 * Runs commands in their order inside one transaction, each accepted or refused alone, and writes what came of them set by set. The books
 * are changed but not committed: the caller commits them after COMMIT, or rolls them back.
 * @throws LeaseLost when another process writes one of the markets meanwhile
 */
export async function runBatch(tx: Tx, context: BatchContext, commands: readonly Command[]): Promise<BatchResult> {
  const { state } = context;
  const fenced = marketsOf(state, commands);
  state.begin(fenced.keys());
  const places = commands.filter(({ kind }) => kind === 'place').length;
  const count = commands.reduce((sum, command) => sum + countIds(command), 0);
  // Asked together, before it is known which commands were answered long ago: one way to the database instead of five.
  const [, requests, held, { spot_order_ids: ids, spot_fill_ids: fillIds }, elsewhere] = await Promise.all([
    checkFence(tx, context.processId, fenced),
    BatchRequests.read(tx, commands.map(requestOf)),
    takeTurns(
      tx,
      commands.flatMap((command) => walletOf(state, command)),
    ),
    takeIds(tx, { spot_order_ids: count + places, spot_fill_ids: places }),
    findElsewhere(tx, state, commands),
  ]);
  const wallet = new Map(held);

  const nothing = { orders: [], exits: [], postings: [], fills: [], parts: [], tape: [], touched: [], answered: [], amendments: [] };
  const draft: Draft = { at: context.now, fees: context.fees, changes: new Map(), wallet, fenced, ids, fillIds, ...nothing };
  const run: Run = { context, draft, elsewhere, takeId: () => ids.shift() as number, budget: new BatchBudget(context.costs.chunk) };
  const outcomes = commands.map((command, index): Outcome => {
    const known = requests.find(index);
    if (known !== null)
      return known.kind === 'answered' ? { kind: 'answer', answer: restoreAnswer(known.answer as Answer) } : outcomeOf(known);
    if (!run.budget.mayRun(laneOf(command))) return { kind: 'later' };
    const outcome = runOne(run, command, index);
    if (outcome.kind === 'answer') requests.accept(index);
    return outcome;
  });

  const { updated, write } = await writeDraft(tx, draft, state.house);
  for (const { index, orderId, kept } of draft.answered) {
    const order = updated.get(orderId) as OrderRow;
    outcomes[index] = kept === undefined ? cancelled(order) : amended(order, kept);
  }
  await Promise.all([write(), requests.store(tx, (index) => shortenAnswer((outcomes[index] as { answer: Answer }).answer))]);
  requests.settleRepeats(outcomes);
  return {
    outcomes,
    fills: [...draft.fills, ...draft.tape],
    touched: draft.touched,
    at: context.now,
    costs: run.budget.costs,
    chunk: run.budget.chunk,
  };
}

/** Runs one command; when it is refused, everything is as before it. */
function runOne(run: Run, command: Command, index: number): Outcome {
  const isWhole = command.kind === 'place' && command.input.timeInForce === 'FOK';
  const budget = new Budget(isWhole ? FOK_COST_MAX : costMaxOf(command, run.context.costs), COMMAND_PROCESS_MS);
  const { postings, orders } = run.draft;
  const written = postings.length + orders.length;
  try {
    if (command.kind === 'place') return runPlace(run, budget, command);
    if (command.kind === 'cancel') return runCancel(run, command, index);
    if (command.kind === 'amend') return runAmend(run, budget, command, index);
    return command.kind === 'due' ? runDueWork(run, budget, command) : runTakeOn(run, budget, command);
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    return { kind: 'refusal', code: error.code, ...(error.params === undefined ? {} : { params: error.params }) };
  } finally {
    // Each hold has a journal and each new order a row; a refused order has met others in vain.
    run.budget.note(index, laneOf(command), 1 + Math.max(budget.spent, postings.length + orders.length - written));
  }
}

function runPlace(run: Run, budget: Budget, command: PlaceCommand): Outcome {
  const { context, draft } = run;
  const { owner, input } = command;
  const entry = context.state.find(input.market, command.caller.mode);
  if (entry === undefined || !isFenced(context, draft, entry)) return ELSEWHERE;
  refuseHalted(context.getIndex(input.market));
  const indexPrice = freshIndex(context, input.market);
  if (indexPrice === null) return refusalOf('MARKET_STALE');
  const { order, partner } = placeOrder(placingOf(run, entry, { owner, indexPrice, budget }), command);
  const wire = toOrderWire(order);
  const answer: PlaceAnswer = { id: wire.id, state: wire.state, filled: wire.filled, order: wire };
  return { kind: 'answer', answer: partner === null ? answer : { ...answer, partner: toOrderWire(partner) } };
}

function runDueWork(run: Run, budget: Budget, command: DueCommand): Outcome {
  const { context, draft, elsewhere } = run;
  const entry = context.state.find(command.market, command.mode);
  if (entry === undefined || !isFenced(context, draft, entry)) return ELSEWHERE;
  // What its owner has just changed is written first, so that the change and the trigger are two things that happened.
  if (command.work === 'trigger' && draft.changes.get(command.orderId)?.amended != null) return { kind: 'later' };
  // No order that is due is checked against the index: its price was, when it was placed.
  const placing = placingOf(run, entry, { owner: command.owner, indexPrice: '0', budget });
  return { kind: 'answer', answer: { isDone: runDue(placing, command, elsewhere.get(command.orderId)) } };
}

/** @throws DomainError while new orders are refused for want of a price: it goes on when there is one. What a price set off needs none. */
function runTakeOn(run: Run, budget: Budget, { market, mode, owner, orderId }: TakeOnCommand): Outcome {
  const { context, draft } = run;
  const entry = context.state.find(market, mode);
  if (entry === undefined || !isFenced(context, draft, entry)) return ELSEWHERE;
  const taking = entry.taking.get(orderId);
  if (taking === undefined) return { kind: 'answer', answer: { isDone: false } };
  if (!taking.isDue) {
    refuseHalted(context.getIndex(market));
    if (freshIndex(context, market) === null) return refusalOf('MARKET_STALE');
  }
  takeOn(placingOf(run, entry, { owner, indexPrice: '0', budget }), taking);
  return { kind: 'answer', answer: { isDone: true } };
}
