import { toScaled } from '../../../lib/rules/decimal';
import { PERPETUAL_SCALE } from '../../../lib/rules/perpetual';
import { calculateMarkPrice, calculateNextBasis } from '../../../lib/rules/perpetual-funding';
import type { Database } from '../../platform/db';
import type { Logger } from '../../platform/logger';
import { parsePrices, type Print } from '../market-data/market-data';
import type { ChunkSize, Refusals } from '../matching/matching';
import type { Command, Outcome } from './perpetual.commands';
import { createDueRunner } from './perpetual.due-runner';
import { findDistance } from './perpetual.distance';
import { FundingTimes } from './perpetual.funding.times';
import type { Mark } from './perpetual.mark';
import type { PerpetualBook } from './perpetual.book';
import type { PerpetualState } from './perpetual.state';
import type { DueTrigger } from './perpetual.triggers';

/** A book is quoted while something in it falls due within this distance of the mark, in units of 0.0001, so that it finds a price there. */
const NEAR_BPS = 100;

type MarksDeps = {
  db: Database;
  log: Logger;
  state: PerpetualState;
  fundOwner(): number;
  submit(command: Command): Promise<Outcome>;
  /** Stores the marks for the processes that don't write these books. */
  share(books: readonly PerpetualBook[]): Promise<void>;
  look(market: string, mode: PerpetualBook['mode']): Promise<void>;
  touch(market: string, mode: PerpetualBook['mode']): void;
  refusals: Refusals;
  pieces: ChunkSize;
};

/**
 * Turns every print into a mark price for each book that this process writes, and has done what that mark makes due: liquidations, triggers,
 * the fund's sales, and funding. Time is the prints' own, which never goes back; a command that finds its work done already does nothing.
 */
export function createMarks(deps: MarksDeps) {
  const { log, state } = deps;
  const running = new Set<Promise<void>>();
  const runner = createDueRunner({ ...deps, track });
  const times = new FundingTimes({ ...deps, track });

  function step(book: PerpetualBook, print: Print, price: string): void {
    const index = toScaled(price, PERPETUAL_SCALE);
    if (index === null || index === 0n || (book.mark !== null && print.time <= book.mark.at)) return;
    // Where a side is thin nobody says that the market is elsewhere than the index; the mark goes back there no faster than it left.
    book.basis = calculateNextBasis({ average: book.basis, basis: findDistance(book, index) ?? 0n });
    const mark = calculateMarkPrice({ indexPrice: index, basisAverage: book.basis });
    const before = book.mark;
    book.mark = { price: mark, index, basis: book.basis, seq: print.seq, at: print.time };
    const due = book.triggers.popDue(mark);
    if (due.length > 0) track(settleDue(book, due));
    else if (isNear(book)) deps.touch(book.terms.symbol, book.mode);
    if (book.position(deps.fundOwner()) !== null) runner.unwind(book);
    times.check(book, book.mark, before);
  }

  async function settleDue(book: PerpetualBook, due: readonly DueTrigger[]): Promise<void> {
    const { terms, mode } = book;
    // The mark that it was due at, whatever the next one is by the time the book is quoted.
    const mark = book.mark as Mark;
    await deps.look(terms.symbol, mode);
    runner.accept({ book, mark }, due);
  }

  function track(work: Promise<void>): void {
    const watched = work
      .catch((error: unknown) => log.error({ err: error }, 'what a mark price made due failed, the next one tries again'))
      .finally(() => running.delete(watched));
    running.add(watched);
  }

  return {
    /** When each book's funding is due, and what its rate is made of. */
    times,
    accept(print: Print): void {
      const prices = parsePrices(print.prices);
      for (const book of state.all()) {
        const price = prices.get(book.terms.symbol);
        if (price !== undefined) step(book, print, price);
      }
      runner.retry();
      track(times.sample(print));
      track(deps.share(state.all()));
    },
    /** Goes on with what a committed transaction left. */
    follow: runner.follow,
    get isIdle(): boolean {
      return running.size === 0;
    },
    /** Resolves when everything that the last prints made due is settled. */
    async settled(): Promise<void> {
      while (running.size > 0) await Promise.all(running);
    },
  };
}

export type Marks = ReturnType<typeof createMarks>;

function isNear({ triggers, mark }: PerpetualBook): boolean {
  const { below, above } = triggers.nearest();
  const price = Number(mark?.price ?? 0n);
  const distance = (price * NEAR_BPS) / 10_000;
  return (below !== null && price - below <= distance) || (above !== null && above - price <= distance);
}
