import { calculateUnrealizedPnl, calculateValue, splitPosition } from '../../../lib/rules/perpetual';
import { smaller } from './perpetual.bounds';
import { addJournal, type FillRow } from './perpetual.draft';
import { type FillTerms, type SideOfFill, settleSide } from './perpetual.fill';
import type { Position } from './perpetual.position';
import { postingsOfSide } from './perpetual.postings';
import type { Mark, PerpetualBook } from './perpetual.state';
import { applySide, type Taker } from './perpetual.taking';
import type { BatchContext, FundMeans, Turn } from './perpetual.turn';
import { formatUnits8 } from './perpetual.wire';

/** Owners who may be deleveraged for one liquidation. */
const DELEVERAGED_MAX = 20;

type TakeOver = { taker: Taker; quantity: bigint; mark: Mark; means: FundMeans };
type Other = { order: { id: number; position: Position } | null; terms: FillTerms; isFund: boolean };

/**
 * Gives away what the book didn't take of a liquidated position, at the value that uses up exactly its margin: to the insurance fund as long as
 * the fund could bear the loss at the mark price, else to the most profitable positions of the other side, and what those can't take to the
 * fund all the same. Only what would have the fund realise a loss of its own position that it has no money for stays with its owner, until the
 * next mark. Returns quantities and the sum of the values.
 */
export function takeOver(context: BatchContext, turn: Turn, input: TakeOver): { byFund: bigint; byOthers: bigint; value: bigint } {
  const { book } = turn;
  const { taker, quantity, mark, means } = input;
  const total = { byFund: 0n, byOthers: 0n, value: 0n };
  const closing = book.position(taker.owner) as Position;
  const { value } = calculateGivenValue(closing, quantity);
  const worth = calculateValue({ price: mark.price, quantity, rounding: closing.side === 'long' ? 'down' : 'up' });
  const loss = closing.side === 'long' ? value - worth : worth - value;
  let left = quantity;
  const isBearable = means.fund + fundProfit(context, book, mark) >= loss;
  const spared = isBearable ? findAffordable(context, turn, input, quantity) : 0n;
  if (spared < quantity) {
    for (const position of rankOthers(context, book, { side: closing.side, except: taker.owner, markPrice: mark.price })) {
      if (left === spared) break;
      const part = smaller(position.quantity, left - spared);
      const given = deleverage(context, turn, input, { position, quantity: part });
      if (given === null) continue;
      left -= part;
      total.byOthers += part;
      total.value += given;
    }
  }
  const byFund = findAffordable(context, turn, input, left);
  if (byFund > 0n) {
    const terms = fundTerms(context, taker);
    total.value += give(turn, input, { order: null, terms, isFund: true }, { quantity: byFund, at: context.now }) ?? 0n;
    total.byFund = byFund;
  }
  return total;
}

function fundTerms({ fundOwner }: BatchContext, taker: Taker): FillTerms {
  const none = { leverage: 1, feeRate: 0n, held: null, markPrice: null };
  return { ...taker, ...none, owner: fundOwner, side: opposite(taker), isFund: true };
}

/**
 * Returns how much of `quantity` (base units, whole steps) the fund can take over: all of it, unless that closes a position of its own with a
 * loss beyond its money. Making its position larger costs it nothing at once.
 */
function findAffordable(context: BatchContext, { book }: Turn, { taker, means }: TakeOver, quantity: bigint): bigint {
  const closing = book.position(taker.owner) as Position;
  const own = book.position(context.fundOwner);
  const { stepUnits } = book.terms;
  const isPaid = (steps: bigint) => {
    const part = steps * stepUnits;
    const { value } = calculateGivenValue(closing, part);
    return means.fund + settleSide(own, fundTerms(context, taker), { quantity: part, value, at: context.now }).available >= 0n;
  };
  let [paid, unpaid] = [0n, quantity / stepUnits + 1n];
  if (unpaid === 1n || isPaid(unpaid - 1n)) return quantity;
  while (unpaid - paid > 1n) {
    const middle = (paid + unpaid) / 2n;
    if (isPaid(middle)) paid = middle;
    else unpaid = middle;
  }
  return paid * stepUnits;
}

/** What a part of a position is given away for: a long's cost less its margin, a short's cost plus its margin. At least one unit. */
function calculateGivenValue(position: Position, quantity: bigint): { value: bigint } {
  const { cost, margin } = splitPosition(position, quantity);
  const value = position.side === 'long' ? cost - margin : cost + margin;
  return { value: value > 0n ? value : 1n };
}

/** Profit at the marks of all that the fund holds in this mode, in USDT units. */
function fundProfit({ state, fundOwner }: BatchContext, { mode }: PerpetualBook, mark: Mark): bigint {
  return state.all().reduce((sum, book) => {
    const position = book.mode === mode ? book.position(fundOwner) : null;
    return position === null ? sum : sum + calculateUnrealizedPnl({ ...position, markPrice: book.mark?.price ?? mark.price });
  }, 0n);
}

/** Returns positions of the other side by profit ÷ margin, the highest in front; only those with a profit. */
function rankOthers(
  { fundOwner }: BatchContext,
  book: PerpetualBook,
  { side, except, markPrice }: { side: 'long' | 'short'; except: number; markPrice: bigint },
): Position[] {
  const ranked: { position: Position; score: number }[] = [];
  for (const position of book.allPositions()) {
    if (position.side === side || position.owner === except || position.owner === fundOwner) continue;
    const pnl = calculateUnrealizedPnl({ ...position, markPrice });
    // A ranking, not an amount: the nearest double will do.
    if (pnl > 0n) ranked.push({ position, score: Number(pnl) / Math.max(1, Number(position.margin)) });
  }
  return ranked
    .sort((a, b) => b.score - a.score || a.position.owner - b.position.owner)
    .slice(0, DELEVERAGED_MAX)
    .map(({ position }) => position);
}

function deleverage(context: BatchContext, turn: Turn, input: TakeOver, part: { position: Position; quantity: bigint }): bigint | null {
  const { book, draft } = turn;
  const { position, quantity } = part;
  const id = input.means.takeSpareId();
  if (id === null) return null;
  const { owner, leverage } = position;
  const side = opposite(input.taker);
  const origin = 'auto_deleverage' as const;
  const terms: FillTerms = {
    owner,
    side,
    leverage,
    feeRate: 0n,
    takeProfit: null,
    stopLoss: null,
    origin,
    held: null,
    markPrice: null,
    isFund: false,
  };
  const value = give(turn, input, { order: { id, position }, terms, isFund: false }, { quantity, at: context.now });
  if (value === null) return null;
  const fill = draft.fills.at(-1) as FillRow;
  draft.orders.push({
    id,
    owner,
    mode: book.mode,
    market: book.terms.symbol,
    side,
    kind: 'market',
    timeInForce: 'IOC',
    price: null,
    quantity,
    rested: 0n,
    filled: quantity,
    filledValue: value,
    fee: 0n,
    realized: fill.makerRealized,
    leverage,
    isReduceOnly: true,
    takeProfit: null,
    stopLoss: null,
    origin,
    status: 'filled',
    reason: null,
    mark: formatUnits8(input.mark.price),
    createdAt: context.now,
    updatedAt: context.now,
  });
  return value;
}

/** Settles one part between the liquidated owner and another; null when it would cost the other more than the margin. */
function give(turn: Turn, { taker }: TakeOver, other: Other, part: { quantity: bigint; at: number }): bigint | null {
  const { book, draft } = turn;
  const closing = book.position(taker.owner) as Position;
  const { value } = calculateGivenValue(closing, part.quantity);
  const own: FillTerms = { ...taker, feeRate: 0n, held: null, markPrice: null };
  const takerSide = settleSide(closing, own, { ...part, value });
  const otherSide = settleSide(book.position(other.terms.owner), other.terms, { ...part, value });
  if (!other.isFund && otherSide.credit < 0n) return null;
  const fill = toFill(turn, { taker, other, takerSide, otherSide, quantity: part.quantity, value });
  draft.fills.push(fill);
  const postings = [
    ...postingsOfSide(taker.owner, book, takerSide, false),
    ...postingsOfSide(other.terms.owner, book, otherSide, other.isFund),
  ];
  addJournal(draft, { code: other.isFund ? 'PERPETUAL_LIQUIDATION' : 'PERPETUAL_DELEVERAGE', reference: fill, postings });
  applySide(book, draft, taker.owner, takerSide);
  applySide(book, draft, other.terms.owner, otherSide, other.isFund);
  return value;
}

function toFill(
  { book }: Turn,
  input: { taker: Taker; other: Other; takerSide: SideOfFill; otherSide: SideOfFill; quantity: bigint; value: bigint },
): FillRow {
  const { taker, other, takerSide, otherSide, quantity, value } = input;
  const price = (value * 10n ** 8n) / quantity;
  return {
    id: '',
    market: book.terms.symbol,
    mode: book.mode,
    source: other.isFund ? 'fund' : 'deleverage',
    price: formatUnits8(price > 0n ? price : 1n),
    quantity,
    value,
    isTakerBuy: taker.side === 'buy',
    makerOrderId: other.order?.id ?? null,
    takerOrderId: taker.id,
    makerFee: 0n,
    takerFee: 0n,
    makerRealized: otherSide.realized,
    takerRealized: takerSide.realized,
    makerMargin: otherSide.staked,
    takerMargin: takerSide.staked,
  };
}

function opposite({ side }: Taker): 'buy' | 'sell' {
  return side === 'buy' ? 'sell' : 'buy';
}
