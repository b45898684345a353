import type { ErrorCode } from '../../../lib/protocol/errors';
import type { OrderSide } from '../../../lib/protocol/wire';
import { calculateNotionalMax, calculateValue, isLiquidatable } from '../../../lib/rules/perpetual';
import type { Match } from '../matching/matching';
import { type SideOfFill, settleSide } from './perpetual.fill';
import { openingSide, type Position } from './perpetual.position';
import { holdOf } from './perpetual.postings';
import type { PerpetualBook } from './perpetual.book';
import type { Taker } from './perpetual.taker';
import type { Work } from './perpetual.turn';

type Maker = Match['maker'];
type Unfit = { keep: number; reason: ErrorCode };

/** Returns what a resting order's side of a fill comes to, or why its owner can't have it (any more). */
export function settleMaker(
  work: Work,
  taker: Taker,
  maker: Maker,
  fill: { quantity: bigint; value: bigint; at: number; steps: number },
): SideOfFill | { unfit: Unfit } {
  const { book } = work;
  const { terms } = book;
  const resting = book.restingTerms(maker.id);
  const side: OrderSide = taker.side === 'buy' ? 'sell' : 'buy';
  const position = book.position(maker.owner);
  const unfit = (reason: ErrorCode, keep = 0) => ({ unfit: { keep, reason } });
  let held: { margin: bigint; fee: bigint } | null = null;
  if (resting.isReduceOnly) {
    const reducible = position === null || openingSide(position.side) === side ? 0n : position.quantity;
    if (fill.quantity > reducible) return unfit('REDUCE_ONLY_REFUSED', Number(reducible / terms.stepUnits));
  } else if (book.quotes.get(maker.id) === undefined) {
    const after = (book.book.get(maker.id)?.rest ?? 0) - fill.steps;
    const [more, less] = [fill.steps + after, after].map((rest) =>
      holdOf(book, { price: maker.price, rest, leverage: resting.leverage }),
    ) as [{ margin: bigint; fee: bigint }, { margin: bigint; fee: bigint }];
    held = { margin: more.margin - less.margin, fee: more.fee - less.fee };
  }
  const own = {
    ...resting,
    owner: maker.owner,
    termsVersion: book.rules.version,
    side,
    feeRate: work.fees.maker,
    held,
    markPrice: null,
    isFund: false,
  };
  const settled = settleSide(position, own, fill);
  // A quote holds nothing: it is paid from what its owner may spend.
  const spendable = book.quotes.get(maker.id) === undefined ? 0n : work.spendable(maker.owner);
  if (settled.credit < 0n || spendable + settled.available < 0n) return unfit('INSUFFICIENT_BALANCE');
  if (settled.openedQuantity > 0n) {
    const problem = findPositionProblem(book, settled.position as Position, taker.markPrice, resting.leverage);
    if (problem !== null) return unfit(problem);
  }
  return settled;
}

/** Returns why a position may not be opened like this at a mark price by its own terms, or null. */
export function findPositionProblem(book: PerpetualBook, position: Position, markPrice: bigint, leverage: number): ErrorCode | null {
  const terms = book.rulesOf(position);
  const notional = calculateValue({ price: markPrice, quantity: position.quantity, rounding: 'up' });
  if (notional > calculateNotionalMax(terms.tiers, leverage)) return 'POSITION_TOO_LARGE';
  return isLiquidatable({ terms, position, markPrice }) ? 'POSITION_WOULD_LIQUIDATE' : null;
}
