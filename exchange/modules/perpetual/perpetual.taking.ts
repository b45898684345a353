import type { ErrorCode } from '../../../lib/protocol/errors';
import type { OrderSide, PerpetualOrigin } from '../../../lib/protocol/wire';
import { calculateNotionalMax, calculateValue, isLiquidatable } from '../../../lib/rules/perpetual';
import { DomainError } from '../../platform/domain-error';
import { formatTicks, type MatchResult, quoteValueOf, unitsOfSteps } from '../matching/matching';
import { addJournal, changeOf, createDraft, type Draft, mergeDraft } from './perpetual.draft';
import { type SideOfFill, settleSide } from './perpetual.fill';
import { openingSide, type Position } from './perpetual.position';
import { addCredit, addOwnMove, holdOf, insuranceAddress, partAddress, postingsOfSide } from './perpetual.postings';
import type { PerpetualBook } from './perpetual.state';

/** Resting orders that one taker may meet, so that one order can't fill a whole transaction. */
const MATCHES_MAX = 500;

/** An order as it takes from the book, whoever sent it. `markPrice` in price units. */
export type Taker = {
  id: number;
  owner: number;
  side: OrderSide;
  leverage: number;
  takeProfit: bigint | null;
  stopLoss: bigint | null;
  origin: PerpetualOrigin;
  isFund: boolean;
  markPrice: bigint;
};
/**
 * `available` is the change of what the taker may spend; `credit` what closing gave back before the fee of the exchange's own; `staked` the
 * initial margin put up.
 */
export type Taken = {
  result: MatchResult;
  quantity: bigint;
  value: bigint;
  fee: bigint;
  realized: bigint;
  available: bigint;
  credit: bigint;
  staked: bigint;
};

type Unfit = { orderId: number; keep: number; reason: ErrorCode };

/**
 * Matches and settles. A resting order whose owner can't have its fill any more (its reduction is larger than the position, its margin no
 * longer carries it) is made smaller or taken out, and the taker goes on to the next one: a maker never stands in a taker's way.
 * @throws POSITION_WOULD_LIQUIDATE when closing would cost the taker more than the margin
 */
export function takeFromBook(book: PerpetualBook, draft: Draft, taker: Taker, order: { limit: number; steps: number; at: number }): Taken {
  const cut = new Set<number>();
  for (;;) {
    const undo = book.markUndo();
    const { limit, steps: quantity, at } = order;
    const result = book.book.match({ owner: taker.owner, isBid: taker.side === 'buy', limit, quantity }, MATCHES_MAX);
    const attempt = createDraft();
    const settled = settleMatches(book, attempt, taker, result, { at, cut });
    if (!('unfit' in settled)) {
      mergeDraft(draft, attempt);
      for (const id of cut) if (book.book.get(id) !== undefined) dropOrder(book, draft, id, 'REDUCE_ONLY_REFUSED');
      return { result, ...settled };
    }
    book.rollback(undo);
    const { orderId, keep, reason } = settled.unfit;
    if (keep === 0) dropOrder(book, draft, orderId, reason);
    else {
      book.book.shrink({ id: orderId, rest: keep });
      cut.add(orderId);
    }
  }
}

/** Takes a resting order out and gives back what it had locked. */
export function dropOrder(book: PerpetualBook, draft: Draft, id: number, reason: ErrorCode | null): void {
  const order = book.book.get(id);
  if (order === undefined) throw new Error(`order ${id} does not rest here`);
  const { leverage, isReduceOnly } = book.restingTerms(id);
  book.book.remove(order);
  const change = changeOf(draft, id, order.owner, book.mode);
  change.status = 'cancelled';
  change.reason = reason;
  draft.touched.push({ owner: order.owner, mode: book.mode, market: book.terms.symbol });
  if (isReduceOnly) return;
  const { margin, fee } = holdOf(book, { ...order, leverage });
  const move = { code: 'PERPETUAL_RELEASE', reference: `order:${id}`, owner: order.owner, mode: book.mode, to: 'locked' } as const;
  addOwnMove(draft, { ...move, amount: -(margin + fee) });
}

/** Orders that only reduce end with what they would reduce. */
export function dropIdleReductions(book: PerpetualBook, draft: Draft): void {
  for (const { owner } of [...draft.touched]) {
    const position = book.position(owner);
    for (const order of book.restingOf(owner)) {
      const isIdle = position === null || (openingSide(position.side) === 'buy') === order.isBid;
      if (order.terms.isReduceOnly && isIdle) dropOrder(book, draft, order.id, 'REDUCE_ONLY_REFUSED');
    }
  }
}

type Settled = Omit<Taken, 'result'>;

function settleMatches(
  book: PerpetualBook,
  draft: Draft,
  taker: Taker,
  { matches }: MatchResult,
  { at, cut }: { at: number; cut: ReadonlySet<number> },
): Settled | { unfit: Unfit } {
  const { terms, rules } = book;
  const totals: Settled = { quantity: 0n, value: 0n, fee: 0n, realized: 0n, available: 0n, credit: 0n, staked: 0n };
  for (const { maker, quantity: steps } of matches) {
    const fill = { quantity: unitsOfSteps(terms, steps), value: quoteValueOf(terms, maker.price, steps), at };
    const makerSide = settleMaker(book, taker, maker, { ...fill, steps });
    if ('unfit' in makerSide) return makerSide;
    const held = { held: null, feeRate: rules.takerFeeRate };
    const takerSide = settleSide(book.position(taker.owner), { ...taker, ...held }, fill);
    if (takerSide.credit < 0n && !taker.isFund) throw new DomainError('POSITION_WOULD_LIQUIDATE');
    applySide(book, draft, maker.owner, makerSide);
    applySide(book, draft, taker.owner, takerSide, taker.isFund);
    recordFill(book, draft, { taker, maker, fill, makerSide, takerSide });
    const change = changeOf(draft, maker.id, maker.owner, book.mode);
    change.filled += fill.quantity;
    change.value += fill.value;
    change.fee += makerSide.fee;
    change.realized += makerSide.realized;
    change.status = book.book.get(maker.id) !== undefined ? 'partially_filled' : cut.has(maker.id) ? 'cancelled' : 'filled';
    change.reason = change.status === 'cancelled' ? 'REDUCE_ONLY_REFUSED' : null;
    totals.quantity += fill.quantity;
    totals.value += fill.value;
    totals.fee += takerSide.fee;
    totals.realized += takerSide.realized;
    totals.available += takerSide.available;
    totals.credit += takerSide.credit;
    totals.staked += takerSide.staked;
  }
  return totals;
}

function settleMaker(
  book: PerpetualBook,
  taker: Taker,
  maker: { id: number; owner: number; price: number },
  fill: { quantity: bigint; value: bigint; at: number; steps: number },
): SideOfFill | { unfit: Unfit } {
  const { terms, rules } = book;
  const resting = book.restingTerms(maker.id);
  const side: OrderSide = taker.side === 'buy' ? 'sell' : 'buy';
  const position = book.position(maker.owner);
  const unfit = (reason: ErrorCode, keep = 0) => ({ unfit: { orderId: maker.id, keep, reason } });
  let held: { margin: bigint; fee: bigint } | null = null;
  if (resting.isReduceOnly) {
    const reducible = position === null || openingSide(position.side) === side ? 0n : position.quantity;
    if (fill.quantity > reducible) return unfit('REDUCE_ONLY_REFUSED', Number(reducible / terms.stepUnits));
  } else {
    const after = book.book.get(maker.id)?.rest ?? 0;
    const [more, less] = [fill.steps + after, after].map((rest) =>
      holdOf(book, { price: maker.price, rest, leverage: resting.leverage }),
    ) as [{ margin: bigint; fee: bigint }, { margin: bigint; fee: bigint }];
    held = { margin: more.margin - less.margin, fee: more.fee - less.fee };
  }
  const own = { ...resting, owner: maker.owner, side, feeRate: rules.makerFeeRate, held, markPrice: null, isFund: false };
  const settled = settleSide(position, own, fill);
  if (settled.credit < 0n || settled.available < 0n) return unfit('INSUFFICIENT_BALANCE');
  if (settled.openedQuantity > 0n) {
    const problem = findPositionProblem(book, settled.position as Position, taker.markPrice, resting.leverage);
    if (problem !== null) return unfit(problem);
  }
  return settled;
}

/** Returns why a position may not be opened like this at a mark price, or null. */
export function findPositionProblem(book: PerpetualBook, position: Position, markPrice: bigint, leverage: number): ErrorCode | null {
  const notional = calculateValue({ price: markPrice, quantity: position.quantity, rounding: 'up' });
  if (notional > calculateNotionalMax(book.rules.tiers, leverage)) return 'POSITION_TOO_LARGE';
  return isLiquidatable({ terms: book.rules, position, markPrice }) ? 'POSITION_WOULD_LIQUIDATE' : null;
}

/** Takes one side of a fill over: the position in memory and for the database, and what the owner may spend. */
export function applySide(book: PerpetualBook, draft: Draft, owner: number, side: SideOfFill, isFund = false): void {
  for (const position of [side.closed, side.position]) if (position !== null) draft.positions.set(position.identity, { book, position });
  book.setPosition(owner, side.position);
  addCredit(draft, isFund ? insuranceAddress(book.mode) : partAddress(owner, book.mode, 'available'), side.available);
  draft.touched.push({ owner, mode: book.mode, market: book.terms.symbol });
}

function recordFill(
  book: PerpetualBook,
  draft: Draft,
  input: {
    taker: Taker;
    maker: { id: number; owner: number; price: number };
    fill: { quantity: bigint; value: bigint };
    makerSide: SideOfFill;
    takerSide: SideOfFill;
  },
): void {
  const { taker, maker, fill, makerSide, takerSide } = input;
  const row = {
    id: '',
    market: book.terms.symbol,
    mode: book.mode,
    source: 'book' as const,
    price: formatTicks(book.terms, maker.price),
    quantity: fill.quantity,
    value: fill.value,
    isTakerBuy: taker.side === 'buy',
    makerOrderId: maker.id,
    takerOrderId: taker.id,
    makerFee: makerSide.fee,
    takerFee: takerSide.fee,
    makerRealized: makerSide.realized,
    takerRealized: takerSide.realized,
    makerMargin: makerSide.staked,
    takerMargin: takerSide.staked,
  };
  draft.fills.push(row);
  const postings = [...postingsOfSide(maker.owner, book, makerSide, false), ...postingsOfSide(taker.owner, book, takerSide, taker.isFund)];
  addJournal(draft, { code: 'PERPETUAL_FILL', reference: row, postings });
}
