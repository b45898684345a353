import { calculateFundingPayment } from '../../../lib/rules/perpetual-funding';
import { clearingAddress, houseAddress, type Posting } from '../ledger/ledger';
import { smaller } from './perpetual.bounds';
import { addJournal, createDraft, type Draft, mergeDraft } from './perpetual.draft';
import type { FundingPlan } from './perpetual.funding.plan';
import type { ClaimRow, FundingWrite } from './perpetual.funding.repository';
import { type FundingRound, payingSide } from './perpetual.funding.round';
import type { Position } from './perpetual.position';
import { addCredit, insuranceAddress, partAddress, SETTLE_ASSET } from './perpetual.postings';
import type { PerpetualBook } from './perpetual.book';
import type { BatchContext } from './perpetual.turn';

/** One transaction's part of a round while it runs: the round as it becomes, and what is written and posted for it. */
type Run = {
  book: PerpetualBook;
  draft: Draft;
  fundOwner: number;
  round: { -readonly [K in keyof FundingRound]: FundingRound[K] };
  write: Omit<FundingWrite, 'round' | 'reference'>;
  postings: Posting[];
  /** USDT units that may be spent from an address now. */
  spendable(address: string): bigint;
};

/**
 * Does what was planned for the funding of the books of a batch, before its commands. Payers pay rounded up into the clearing account of the
 * book's funding: from what they may spend, then from the margin of the position. When all have paid, the insurance fund covers what they couldn't
 * as far as it can, and receivers get their amount rounded down, less in proportion when something is missing still. What is left of the clearing
 * account goes to the rounding account. Returns what is to be written.
 */
export function runFundings(
  context: BatchContext,
  batch: Draft,
  plans: readonly FundingPlan[],
  wallet: ReadonlyMap<string, bigint>,
): FundingWrite[] {
  const { state, fundOwner } = context;
  return plans.flatMap((plan) => {
    const { book, begun } = plan;
    // Let go of meanwhile: whoever rebuilds it begins with what was committed.
    if (state.find(book.terms.symbol, book.mode) !== book) return [];
    const draft = createDraft();
    const credit = (address: string) => (batch.credits.get(address) ?? 0n) + (draft.credits.get(address) ?? 0n);
    const run: Run = {
      book,
      draft,
      fundOwner,
      round: { ...plan.round },
      write: { book, begun, payments: [], claims: [], paidClaims: [], closed: [] },
      postings: [],
      spendable: (address) => (wallet.get(address) ?? 0n) + credit(address),
    };
    if (plan.round.phase !== 'done') runChunk(run, plan);
    book.funding.stage(run.round, begun !== null);
    const reference = `${book.terms.symbol}:${book.mode}:${run.round.instant}:${run.round.pieces}`;
    addJournal(draft, { code: 'PERPETUAL_FUNDING', reference, postings: run.postings });
    mergeDraft(batch, draft);
    return [{ ...run.write, round: run.round, reference }];
  });
}

/** Returns how many positions came to their turn. */
export function countSettled(writes: readonly FundingWrite[]): number {
  return writes.reduce((sum, { payments, claims }) => sum + payments.length + claims.length, 0);
}

function runChunk(run: Run, { payers, receivers, payable, claims }: FundingPlan): void {
  const { book, round } = run;
  round.pieces += 1;
  for (const position of payers) collect(run, position);
  if (payable !== null && round.phase === 'collecting') closeCollection(run);
  for (const position of receivers) {
    if (round.phase === 'paying') payPosition(run, position);
    else claim(run, position);
  }
  if (payable === null) return;
  const side = payingSide(round.rate) === 'long' ? ('short' as const) : ('long' as const);
  const except = new Set(receivers.map(({ owner }) => owner));
  const next = book.funding.take(round, book, { side, count: payable, except });
  for (const position of next) payPosition(run, position);
  for (const row of claims.slice(0, payable - next.length)) payClaim(run, row);
  if (next.length < payable && round.claims === 0) finish(run);
}

function amountOf({ round }: Run, position: Position): bigint {
  const amount = calculateFundingPayment({ ...position, markPrice: round.mark, rate: round.rate });
  return amount < 0n ? -amount : amount;
}

function clearing({ book }: Run): string {
  return clearingAddress({ mode: book.mode, name: `funding-${book.terms.symbol}`, asset: SETTLE_ASSET });
}

function addressOf({ book, fundOwner }: Run, owner: number): string {
  return owner === fundOwner ? insuranceAddress(book.mode) : partAddress(owner, book.mode, 'available');
}

function collect(run: Run, position: Position): void {
  const { book, round, postings } = run;
  const amount = amountOf(run, position);
  const address = addressOf(run, position.owner);
  const fromAvailable = smaller(amount, run.spendable(address));
  const fromMargin = smaller(amount - fromAvailable, position.margin);
  const paid = fromAvailable + fromMargin;
  postings.push(
    { address, amount: -fromAvailable },
    { address: partAddress(position.owner, book.mode, 'margin'), amount: -fromMargin },
    { address: clearing(run), amount: paid },
  );
  addCredit(run.draft, address, -fromAvailable);
  round.paid += paid;
  settle(run, { ...position, margin: position.margin - fromMargin }, -paid);
}

/** Everybody has paid what they could: the insurance fund's turn, and what is missing after it. */
function closeCollection(run: Run): void {
  const { book, round, postings } = run;
  const address = insuranceAddress(book.mode);
  const short = round.asked > round.paid ? round.asked - round.paid : 0n;
  round.byFund = smaller(short, run.spendable(address));
  round.missing = short - round.byFund;
  round.phase = 'paying';
  postings.push({ address, amount: -round.byFund }, { address: clearing(run), amount: round.byFund });
  addCredit(run.draft, address, -round.byFund);
}

/** What the position is due is paid in its owner's turn, whatever happens to it until then. */
function claim(run: Run, position: Position): void {
  const { identity, owner, side, quantity } = position;
  run.write.claims.push({ positionId: identity.id as number, owner, side, quantity, amount: amountOf(run, position) });
  run.round.claims += 1;
  settle(run, position, 0n);
}

function payPosition(run: Run, position: Position): void {
  settle(run, position, pay(run, position.owner, amountOf(run, position)));
}

function payClaim(run: Run, { positionId, owner, side, quantity, amount }: ClaimRow): void {
  const { book, draft, round, write } = run;
  const received = pay(run, owner, amount);
  round.claims -= 1;
  write.paidClaims.push(positionId);
  if (received === 0n) return;
  write.payments.push({ owner, identity: { id: positionId }, side, quantity, amount: received });
  draft.touched.push({ owner, mode: book.mode, market: book.terms.symbol });
  const position = book.position(owner);
  if (position?.identity.id !== positionId) write.closed.push({ positionId, amount: received });
  else put(run, { ...position, funding: position.funding + received });
}

/** Pays a receiver's amount, or its share of what there is, rounded down. */
function pay(run: Run, owner: number, amount: bigint): bigint {
  const { round, postings } = run;
  const received = round.missing === 0n ? amount : (amount * (round.asked - round.missing)) / round.asked;
  const address = addressOf(run, owner);
  postings.push({ address, amount: received }, { address: clearing(run), amount: -received });
  addCredit(run.draft, address, received);
  round.received += received;
  return received;
}

/** A position's turn is over: it has received `amount`; below zero: paid. */
function settle(run: Run, position: Position, amount: bigint): void {
  const { book, draft, round, write } = run;
  const { owner, identity, side, quantity } = position;
  put(run, { ...position, funding: position.funding + amount, fundedThrough: round.instant });
  if (amount === 0n) return;
  write.payments.push({ owner, identity, side, quantity, amount });
  draft.touched.push({ owner, mode: book.mode, market: book.terms.symbol });
}

function put({ book, draft }: Run, position: Position): void {
  book.setPosition(position.owner, position);
  draft.positions.set(position.identity, { book, position });
}

function finish(run: Run): void {
  const { book, round, postings } = run;
  const left = round.paid + round.byFund - round.received;
  postings.push(
    { address: clearing(run), amount: -left },
    { address: houseAddress({ mode: book.mode, name: 'rounding', asset: SETTLE_ASSET }), amount: left },
  );
  round.phase = 'done';
}
