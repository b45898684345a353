import type { Tx } from '../../platform/db';
import { DomainError } from '../../platform/domain-error';
import { BatchRequests } from '../../platform/idempotency';
import type { Standing } from '../risk-limits/risk-limits';
import { takeTurns } from '../ledger/ledger';
import { checkFence, costMaxOf, ELSEWHERE, outcomeOf, takeIds } from '../matching/matching';
import { runAmend } from './perpetual.amend';
import { runCancel, runClose, runPlace } from './perpetual.user-commands';
import { runLeverage, runMargin, runTriggers } from './perpetual.terms-of-position';
import { BATCH_COST_MAX, BatchBudget, Budget, FOK_COST_MAX, laneOf } from '../matching/matching';
import type { Answer, Command, Outcome, RiskCommand } from './perpetual.commands';
import { createDraft, type Draft, mergeDraft } from './perpetual.draft';
import { runDue, runSweep, runUnwind } from './perpetual.due';
import { refuseWithoutBook, type Elsewhere, findElsewhere } from './perpetual.elsewhere';
import { endOrders } from './perpetual.ended-orders';
import { countSettled, runFundings } from './perpetual.funding';
import { FundingFirst } from './perpetual.funding.first';
import { planFundings } from './perpetual.funding.plan';
import { writeFundings } from './perpetual.funding.repository';
import {
  asksInsurance,
  bookOf,
  countOrderIds,
  countSpareIds,
  fundedBooks,
  isFenced,
  leasesOf,
  quotersOf,
  requestOf,
  walletOf,
} from './perpetual.needs';
import { insuranceAddress, partAddress } from './perpetual.postings';
import { asksStanding, standingOf } from './perpetual.standing';
import { leaseOf } from './perpetual.leases';
import { runTakeOn } from './perpetual.take-on';
import type { BatchContext, MakeAnswer, Turn } from './perpetual.turn';
import { writeDraft } from './perpetual.write';

/**
 * `followUps` go on with what didn't fit: they are to be submitted once this is committed. `settled` are the positions that a chunk of a funding time
 * took through it, null where the batch was none.
 */
export type BatchResult = {
  outcomes: Outcome[];
  fills: Draft['fills'];
  touched: Draft['touched'];
  followUps: RiskCommand[];
  settled: number | null;
  at: number;
  costs: readonly (number | undefined)[];
  /** Dear work that was done, in units of the budget; null without any. */
  chunk: number | null;
};

/**
 * Runs commands in their order inside one transaction, each accepted or refused alone, and writes what came of them set by set. What is in
 * memory is changed but not committed: the caller commits it after COMMIT, or rolls it back.
 * @throws LeaseLost when another process writes one of the markets meanwhile
 */
export async function runBatch(tx: Tx, context: BatchContext, commands: readonly Command[]): Promise<BatchResult> {
  const { state } = context;
  const fenced = leasesOf(state, commands);
  state.begin(fenced.keys());
  const [, requests, elsewhere] = await Promise.all([
    checkFence(tx, context.processId, fenced, { mayBeHeld: true }),
    BatchRequests.read(tx, commands.map(requestOf)),
    findElsewhere(tx, commands, (command) => bookOf(state, command) !== undefined),
  ]);
  const fresh = requests.fresh(commands);
  const plans = await planFundings(tx, context, fundedBooks(state, fenced, fresh));
  const insured = fresh.some((command) => asksInsurance(context, command)) ? [insuranceAddress('real')] : [];
  const turns = [...fresh.flatMap(walletOf), ...plans.flatMap(({ addresses }) => addresses)];
  const batch = createDraft();
  const ending = new Budget(context.costs.chunk);
  const [wallet, standings, { spot_order_ids: ids }, isEnded] = await Promise.all([
    takeTurns(tx, turns, [...insured, ...quotersOf(state, fresh)]),
    context.loadStandings(
      tx,
      fresh.flatMap((command) => (asksStanding(command) ? [command.caller] : [])),
    ),
    takeIds(tx, { spot_order_ids: countOrderIds(fresh) }),
    endOrders(tx, { state, draft: batch, fenced, budget: ending }),
  ]);
  const answers = new Map<number, MakeAnswer>();
  const takeId = () => ids.shift() ?? fail();
  let spare = countSpareIds(fresh);
  const takeSpareId = () => (spare-- > 0 ? takeId() : null);
  const followUps: RiskCommand[] = [];
  const fundings = runFundings(context, batch, plans, wallet);
  // A chunk leaves room for the commands beside it.
  const budget = new BatchBudget(context.costs.chunk, ending.spent + Math.min(BATCH_COST_MAX / 2, countSettled(fundings)));
  const run: BatchRun = { context, batch, wallet, standings, fenced, elsewhere, takeId, takeSpareId, followUps, budget, isHalted: false };
  const outcomes = commands.map((command, index): Outcome => {
    const known = requests.find(index);
    if (known !== null) return outcomeOf<Answer>(known);
    if (!isEnded || run.isHalted || !budget.mayRun(laneOf(command))) return { kind: 'later' };
    const outcome = runOne(run, command, index);
    if (outcome.kind !== 'accepted') return outcome;
    requests.accept(index);
    answers.set(index, outcome.makeAnswer);
    return { kind: 'later' };
  });

  const { updated, journalOf, write } = await writeDraft(tx, batch, { now: context.now, house: state.house });
  for (const [index, makeAnswer] of answers) outcomes[index] = { kind: 'answer', answer: makeAnswer(updated) };
  await Promise.all([
    write(),
    writeFundings(tx, fundings, journalOf),
    requests.store(tx, (index) => (outcomes[index] as { answer: unknown }).answer),
  ]);
  requests.settleRepeats(outcomes);
  const fills = [...batch.fills, ...batch.tape];
  const settled = commands.every(({ kind }) => kind === 'funding') ? countSettled(fundings) : null;
  return { outcomes, fills, touched: batch.touched, followUps, settled, at: context.now, costs: budget.costs, chunk: budget.chunk };
}

type BatchRun = {
  context: BatchContext;
  batch: Draft;
  wallet: ReadonlyMap<string, bigint>;
  standings: ReadonlyMap<string, Standing>;
  fenced: ReadonlyMap<string, string>;
  elsewhere: Elsewhere;
  takeId(): number;
  takeSpareId(): number | null;
  followUps: RiskCommand[];
  budget: BatchBudget;
  /** A command met positions that have to be settled first: it and all after it wait for the next transaction, in their order. */
  isHalted: boolean;
};

/** Runs one command; when it is refused, everything is as before it. */
function runOne(run: BatchRun, command: Command, index: number): Outcome | { kind: 'accepted'; makeAnswer: MakeAnswer } {
  const { context, batch, fenced, wallet } = run;
  const book = bookOf(context.state, command);
  if (book === undefined) return refuseWithoutBook(run.elsewhere, command, (market) => context.state.epochs.has(leaseOf(market)));
  // Its commands come again.
  if (!isFenced(context.state, fenced, book)) return ELSEWHERE;
  // What this batch has touched already is read by the next one, as it is then.
  if (command.kind === 'amend' && run.batch.changes.has(command.orderId)) return { kind: 'later' };
  const undo = book.markUndo();
  const draft = createDraft();
  const spendable = (address: string) =>
    (wallet.get(address) ?? 0n) + (batch.credits.get(address) ?? 0n) + (draft.credits.get(address) ?? 0n);
  const available = 'owner' in command ? spendable(partAddress(command.owner, book.mode, 'available')) : 0n;
  const isWhole = command.kind === 'place' && command.input.timeInForce === 'FOK';
  const budget = new Budget(isWhole ? FOK_COST_MAX : costMaxOf(command, context.costs), context.processMs);
  const insurance = asksInsurance(context, command) ? spendable(insuranceAddress(book.mode)) : null;
  const { takeId, takeSpareId } = run;
  const ofQuoter = (owner: number) => spendable(partAddress(owner, book.mode, 'available'));
  const turn: Turn = {
    book,
    draft,
    budget,
    fees: context.fees,
    available,
    insurance,
    takeId,
    takeSpareId,
    spendable: ofQuoter,
    followUps: [],
  };
  try {
    const makeAnswer = dispatch(run, turn, command, spendable);
    mergeDraft(batch, draft);
    run.followUps.push(...turn.followUps);
    return { kind: 'accepted', makeAnswer };
  } catch (error) {
    book.rollback(undo);
    if (error instanceof FundingFirst) {
      for (const owner of error.owners) book.funding.wanted.add(owner);
      run.isHalted = true;
      return { kind: 'later' };
    }
    if (!(error instanceof DomainError)) throw error;
    return { kind: 'refusal', code: error.code, ...(error.params === undefined ? {} : { params: error.params }) };
  } finally {
    run.budget.note(index, laneOf(command), 1 + budget.spent);
  }
}

function dispatch(
  { context, standings, elsewhere }: BatchRun,
  turn: Turn,
  command: Command,
  spendable: (address: string) => bigint,
): MakeAnswer {
  switch (command.kind) {
    case 'place':
      return runPlace(context, turn, command, standingOf(standings, command));
    case 'cancel':
      return runCancel(turn, command);
    case 'amend':
      return runAmend(context, turn, command, { row: elsewhere.orders.get(command.orderId), standing: standingOf(standings, command) });
    case 'close':
      return runClose(context, turn, command);
    case 'margin':
      return runMargin(context, turn, command, standingOf(standings, command));
    case 'leverage':
      return runLeverage(context, turn, command, standingOf(standings, command));
    case 'triggers':
      return runTriggers(context, turn, command, standingOf(standings, command));
    case 'due':
      return runDue(context, turn, command, spendable(insuranceAddress(turn.book.mode)));
    case 'take-on':
      return runTakeOn(context, turn, command);
    case 'sweep':
      return runSweep(turn, command);
    case 'end-orders':
      return () => ({ done: true });
    case 'unwind':
      return runUnwind(context, turn, command, spendable(insuranceAddress(turn.book.mode)));
    case 'funding':
      // Its chunk was done before the first command.
      return () => ({ done: turn.book.funding.isIdle });
  }
}

function fail(): never {
  throw new Error('a batch ran out of order ids');
}
