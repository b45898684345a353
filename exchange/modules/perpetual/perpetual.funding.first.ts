import type { TakerTerms } from '../matching/matching';
import { COMMAND_COST_MAX } from '../matching/matching';
import type { Position } from './perpetual.position';
import type { PerpetualBook } from './perpetual.book';

/**
 * A command met positions whose turn in the round under way hasn't come: they are settled first, then the command comes again. `owners` are as
 * many as one command may meet, so that it is put off once.
 */
export class FundingFirst extends Error {
  constructor(readonly owners: readonly number[]) {
    super(`${owners.length} positions are settled first`);
    this.name = 'FundingFirst';
  }
}

/** Makes sure that the position of a maker, which `taker` meets next, may change. @throws FundingFirst */
export function requireMakerFunded(book: PerpetualBook, maker: number, taker: TakerTerms): void {
  if (!isPending(book, maker)) return;
  const mark = book.book.mark();
  const { matches } = book.book.match(taker, COMMAND_COST_MAX);
  book.book.rollback(mark);
  throw new FundingFirst(matches.map((match) => match.maker.owner).filter((owner) => isPending(book, owner)));
}

/** Makes sure that a position that is deleveraged next at this mark (price units) may change. @throws FundingFirst */
export function requireOtherFunded(book: PerpetualBook, { owner, side }: Position, markPrice: bigint): void {
  if (!isPending(book, owner)) return;
  const owners: number[] = [];
  for (const other of book.rankings[side].ranked(markPrice)) {
    if (isPending(book, other)) owners.push(other);
    if (owners.length === COMMAND_COST_MAX) break;
  }
  throw new FundingFirst(owners);
}

function isPending(book: PerpetualBook, owner: number): boolean {
  return book.funding.isPending(book.position(owner));
}
