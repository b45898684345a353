import type { ErrorCode } from '../../../lib/protocol/errors';
import { DomainError } from '../../platform/domain-error';
import { formatTicks, type Match, type MatchEnd, quoteValueOf, unitsOfSteps } from '../matching/matching';
import type { OrderRow, RiskCommand } from './perpetual.commands';
import { addJournal, changeOf, type Draft, type FillRow } from './perpetual.draft';
import { type SideOfFill, settleSide } from './perpetual.fill';
import { requireMakerFunded } from './perpetual.funding.first';
import { settleMaker } from './perpetual.making';
import { openingSide, type Position } from './perpetual.position';
import { addCredit, addOwnMove, holdOf, insuranceAddress, partAddress, postingsOfSide } from './perpetual.postings';
import { recordQuotePart, tape } from './perpetual.quotes';
import type { PerpetualBook } from './perpetual.book';
import type { Sums, Taken, Taker } from './perpetual.taker';
import type { Work } from './perpetual.turn';

type Maker = Match['maker'];

/**
 * Matches and settles, one resting order after the other: none is met twice, whatever becomes of it. One whose owner can't have its fill any
 * more (its reduction is larger than the position, its margin no longer carries it) is made smaller or taken out, and the taker goes on to the
 * next: a maker never stands in a taker's way. Nor does an own order in the way of a stop or a liquidation. Stops with `bound` when the budget is spent; whoever goes on then goes on where this stopped.
 * @throws POSITION_WOULD_LIQUIDATE when closing would cost the taker more than the margin
 */
export function takeFromBook(work: Work, taker: Taker, order: { limit: number; steps: number; at: number }): Taken {
  const { book, draft, budget } = work;
  const terms = { owner: taker.owner, isBid: taker.side === 'buy', limit: order.limit, quantity: order.steps };
  const taken = {
    quantity: 0n,
    value: 0n,
    fee: 0n,
    realized: 0n,
    available: 0n,
    credit: 0n,
    staked: 0n,
    taped: { quantity: 0n, value: 0n },
  };
  const end: MatchEnd = { met: 0, rest: order.steps, stop: 'filled' };
  for (;;) {
    const next = book.book.peek(terms, end.rest);
    const isOwnInTheWay = next === 'self' && taker.origin !== 'user';
    if (typeof next === 'string' && !isOwnInTheWay) return { end: { ...end, stop: next }, ...taken };
    if (budget.isSpent) return { end: { ...end, stop: 'bound' }, ...taken };
    budget.spend();
    if (typeof next === 'string') {
      dropOrder(book, draft, book.book.bestOrder(terms.isBid ? 'asks' : 'bids') as number, 'ORDER_SELF_TRADE');
      continue;
    }
    requireMakerFunded(book, next.maker.owner, { ...terms, quantity: end.rest });
    const steps = meet(work, { taker, taken, at: order.at }, next);
    end.rest -= steps;
    end.met += steps > 0 ? 1 : 0;
  }
}

type Taking = { taker: Taker; taken: Sums; at: number };

/** Settles with one resting order, or makes it smaller and settles, or takes it out. Returns the steps filled. */
function meet(work: Work, { taker, taken, at }: Taking, { maker, quantity }: Match): number {
  const { book, draft } = work;
  const { terms } = book;
  const fillOf = (steps: number) => ({ steps, quantity: unitsOfSteps(terms, steps), value: quoteValueOf(terms, maker.price, steps), at });
  const quote = book.quotes.get(maker.id);
  if (quote !== undefined && taker.isHouse) return tape(work, taken, { maker, fill: fillOf(quantity), isTakerBuy: taker.side === 'buy' });
  let fill = fillOf(quantity);
  let makerSide = settleMaker(work, taker, maker, fill);
  let isCut = false;
  if ('unfit' in makerSide && makerSide.unfit.keep > 0) {
    fill = fillOf(makerSide.unfit.keep);
    makerSide = settleMaker(work, taker, maker, fill);
    isCut = true;
  }
  if ('unfit' in makerSide) {
    dropOrder(book, draft, maker.id, makerSide.unfit.reason);
    return 0;
  }
  const takerSide = settleSide(
    book.position(taker.owner),
    { ...taker, termsVersion: book.rules.version, held: null, feeRate: work.fees.taker },
    fill,
  );
  if (takerSide.credit < 0n && !taker.isFund) throw new DomainError('POSITION_WOULD_LIQUIDATE');
  book.fill(maker.id, fill.steps);
  applySide(book, draft, maker.owner, makerSide);
  applySide(book, draft, taker.owner, takerSide, taker.isFund);
  const row = recordFill(book, draft, { taker, maker, fill, makerSide, takerSide });
  if (quote === undefined) noteFilled(work, maker, fill, makerSide);
  else recordQuotePart(work, { quote, fill: row, at });
  // What was cut off an order that only reduces was more than there is of its position: nothing of it is left to wait for.
  if (isCut) dropOrder(book, draft, maker.id, 'REDUCE_ONLY_REFUSED');
  taken.quantity += fill.quantity;
  taken.value += fill.value;
  taken.fee += takerSide.fee;
  taken.realized += takerSide.realized;
  taken.available += takerSide.available;
  taken.credit += takerSide.credit;
  taken.staked += takerSide.staked;
  return fill.steps;
}

function noteFilled({ book, draft }: Work, maker: Maker, fill: { quantity: bigint; value: bigint }, side: SideOfFill): void {
  const change = changeOf(draft, maker.id, maker.owner, book.mode);
  change.filled += fill.quantity;
  change.value += fill.value;
  change.fee += side.fee;
  change.realized += side.realized;
  change.status = book.book.get(maker.id) === undefined ? 'filled' : 'partially_filled';
}

/** Takes a resting order out and gives back what it had locked. */
export function dropOrder(book: PerpetualBook, draft: Draft, id: number, reason: ErrorCode | null): void {
  const order = book.book.get(id);
  if (order === undefined) throw new Error(`order ${id} does not rest here`);
  const { leverage, isReduceOnly } = book.restingTerms(id);
  book.drop(id);
  if (book.quotes.get(id) !== undefined) {
    book.quotes.delete(id);
    return;
  }
  const change = changeOf(draft, id, order.owner, book.mode);
  change.status = 'cancelled';
  change.reason = reason;
  draft.touched.push({ owner: order.owner, mode: book.mode, market: book.terms.symbol });
  if (isReduceOnly) return;
  const { margin, fee } = holdOf(book, { ...order, leverage });
  const move = { code: 'PERPETUAL_RELEASE', reference: `order:${id}`, owner: order.owner, mode: book.mode, to: 'locked' } as const;
  addOwnMove(draft, { ...move, amount: -(margin + fee) });
}

/** Ends an order that would go on; what it was filled stays. */
export function endTaking(book: PerpetualBook, draft: Draft, { id, owner }: OrderRow, reason: ErrorCode | null): void {
  book.taking.delete(id);
  Object.assign(changeOf(draft, id, owner, book.mode), { status: 'cancelled', reason, takingLimit: null });
  draft.touched.push({ owner, mode: book.mode, market: book.terms.symbol });
}

/**
 * Orders that only reduce end with what they would reduce. As many as the budget allows; the rest of an owner's with a command of its own, and
 * none of them is ever filled: taking drops it when its turn comes first.
 */
export function dropIdleReductions(turn: Work & { followUps: RiskCommand[] }): void {
  const { book, draft, budget } = turn;
  for (const owner of draft.ended) {
    for (const order of book.taking.ofOwner(owner)) {
      const isIdleToo = isIdle(book.position(owner), { isBid: order.side === 'buy', terms: order });
      if (isIdleToo) endTaking(book, draft, order, 'REDUCE_ONLY_REFUSED');
    }
    const idle = book.restingOf(owner).filter((order) => isIdle(book.position(owner), order));
    for (const { id } of idle) {
      if (budget.isSpent) {
        turn.followUps.push({ kind: 'sweep', market: book.terms.symbol, mode: book.mode, owner });
        break;
      }
      budget.spend();
      dropOrder(book, draft, id, 'REDUCE_ONLY_REFUSED');
    }
  }
  draft.ended.clear();
}

function isIdle(position: Position | null, { isBid, terms }: { isBid: boolean; terms: { isReduceOnly: boolean } }): boolean {
  return terms.isReduceOnly && (position === null || (openingSide(position.side) === 'buy') === isBid);
}

/** Takes one side of a fill over: the position in memory and for the database, and what the owner may spend. */
export function applySide(book: PerpetualBook, draft: Draft, owner: number, side: SideOfFill, isFund = false): void {
  if (side.closed !== null) draft.ended.add(owner);
  const isNew = side.position !== null && side.position.identity.id === null;
  const open = isNew ? { ...(side.position as Position), fundedThrough: book.funding.through } : side.position;
  for (const position of [side.closed, open]) if (position !== null) draft.positions.set(position.identity, { book, position });
  book.setPosition(owner, open);
  addCredit(draft, isFund ? insuranceAddress(book.mode) : partAddress(owner, book.mode, 'available'), side.available);
  draft.touched.push({ owner, mode: book.mode, market: book.terms.symbol });
}

function recordFill(
  book: PerpetualBook,
  draft: Draft,
  input: {
    taker: Taker;
    maker: Maker;
    fill: { quantity: bigint; value: bigint };
    makerSide: SideOfFill;
    takerSide: SideOfFill;
  },
): FillRow {
  const { taker, maker, fill, makerSide, takerSide } = input;
  const row: FillRow = {
    id: '',
    market: book.terms.symbol,
    mode: book.mode,
    source: 'book',
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
  return row;
}
