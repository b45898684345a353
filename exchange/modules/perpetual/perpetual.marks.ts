import { setTimeout as sleep } from 'node:timers/promises';
import { toScaled } from '../../../lib/rules/decimal';
import { PERPETUAL_SCALE } from '../../../lib/rules/perpetual';
import {
  calculateMarkPrice,
  calculateNextBasis,
  calculatePremium,
  findNextFunding,
  FUNDING_INTERVAL_MS,
  PREMIUM_SAMPLE_MS,
} from '../../../lib/rules/perpetual-funding';
import type { Database } from '../../platform/db';
import type { Logger } from '../../platform/logger';
import { parsePrices, type Print } from '../market-data/market-data';
import type { Refusals } from '../matching/matching';
import type { Command, Outcome } from './perpetual.commands';
import { createDueRunner } from './perpetual.due-runner';
import { insertPremiums, listLastInstants, type PremiumRow, sumPremiums } from './perpetual.funding.repository';
import { FUNDING_LATE_MS } from './perpetual.funding.plan';
import type { Mark } from './perpetual.mark';
import type { PerpetualBook, PerpetualState } from './perpetual.state';
import type { DueTrigger } from './perpetual.triggers';
import { formatUnits8 } from './perpetual.wire';

/** The longest wait between two pieces of a funding time. */
const PIECE_PAUSE_MS_MAX = 250;
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
};

/**
 * Turns every print into a mark price for each book that this process writes, and has done what that mark makes due: liquidations, triggers,
 * the fund's sales, and funding. Time is the prints' own, which never goes back; a command that finds its work done already does nothing.
 */
export function createMarks(deps: MarksDeps) {
  const { db, log, state } = deps;
  const running = new Set<Promise<void>>();
  const runner = createDueRunner({ ...deps, track });
  let lastInstants = new Map<string, number>();

  function step(book: PerpetualBook, print: Print, price: string): void {
    const index = toScaled(price, PERPETUAL_SCALE);
    if (index === null || (book.mark !== null && print.time <= book.mark.at)) return;
    const mid = findMid(book);
    // Without both sides nobody says that the market is elsewhere than the index.
    book.basis = mid === null ? 0n : calculateNextBasis({ average: book.basis, basis: mid - index });
    const mark = calculateMarkPrice({ indexPrice: index, basisAverage: book.basis });
    const before = book.mark;
    book.mark = { price: mark, index, basis: book.basis, seq: print.seq, at: print.time };
    const due = book.triggers.popDue(mark);
    if (due.length > 0) track(settleDue(book, due));
    else if (isNear(book)) deps.touch(book.terms.symbol, book.mode);
    if (book.position(deps.fundOwner()) !== null) runner.unwind(book);
    checkFunding(book, book.mark, before);
  }

  async function settleDue(book: PerpetualBook, due: readonly DueTrigger[]): Promise<void> {
    const { terms, mode } = book;
    // The mark that it was due at, whatever the next one is by the time the book is quoted.
    const mark = book.mark as Mark;
    await deps.look(terms.symbol, mode);
    runner.accept({ book, mark }, due);
  }

  function checkFunding(book: PerpetualBook, mark: Mark, before: Mark | null): void {
    const { funding } = book;
    if (funding.next === 0) funding.next = nextInstant(book, mark.at);
    if (mark.at >= funding.next && funding.isIdle) {
      const instant = funding.next;
      const isLate = mark.at - instant > FUNDING_LATE_MS;
      // Nobody held anything then and nobody does now: nothing was missed.
      if (isLate && book.positionCount === 0) Object.assign(funding, { next: findNextFunding(mark.at), sum: 0n, count: 0 });
      else funding.setDue({ instant, mark, isLate, isFirst: before !== null && before.at < instant });
    }
    if (!funding.isIdle && !funding.isRunning) track(runPieces(book));
  }

  /** One piece after the other, with as much time in between as the last one took, so that users' commands come in between. */
  async function runPieces(book: PerpetualBook): Promise<void> {
    const { funding } = book;
    const of = { market: book.terms.symbol, mode: book.mode };
    const key = `funding ${of.market} ${of.mode}`;
    funding.isRunning = true;
    try {
      for (let isDone = false; !isDone && state.find(of.market, of.mode) === book; ) {
        const startedAt = performance.now();
        const outcome = await deps.submit({ kind: 'funding', ...of });
        if (outcome.kind !== 'answer') {
          // The next print tries again, with the same mark.
          deps.refusals.refused(
            { key, work: 'funding', at: book.mark?.at ?? 0 },
            outcome.kind === 'refusal' ? outcome.code : 'MARKET_BUSY',
          );
          return;
        }
        deps.refusals.ended(key);
        isDone = 'done' in outcome.answer && outcome.answer.done;
        if (!isDone) await sleep(Math.min(performance.now() - startedAt, PIECE_PAUSE_MS_MAX));
      }
    } finally {
      funding.isRunning = false;
    }
  }

  function nextInstant(book: PerpetualBook, now: number): number {
    const last = lastInstants.get(`${book.terms.symbol}:${book.mode}`);
    if (last !== undefined) return last + FUNDING_INTERVAL_MS;
    // The first instant of the book: the first one that its oldest position has lived through, whoever wrote the book then.
    let since = now;
    for (const { openedAt } of book.allPositions()) since = Math.min(since, openedAt);
    return findNextFunding(since);
  }

  async function sample(print: Print): Promise<void> {
    const minute = print.time - (print.time % PREMIUM_SAMPLE_MS);
    const rows = state.all().flatMap((book): PremiumRow[] => {
      const { mark, funding } = book;
      const mid = findMid(book);
      if (mark === null || funding.sampledAt >= minute || (mid === null && book.positionCount === 0)) return [];
      const premium = mid === null ? 0n : calculatePremium({ midPrice: mid, indexPrice: mark.index });
      Object.assign(funding, { sampledAt: minute, sum: funding.sum + premium, count: funding.count + 1 });
      const of = { market: book.terms.symbol, mode: book.mode };
      return [{ ...of, minute, premium, index: formatUnits8(mark.index), basis: formatUnits8(mark.basis) }];
    });
    if (rows.length > 0) await insertPremiums(db.read, rows);
  }

  function track(work: Promise<void>): void {
    const watched = work
      .catch((error: unknown) => log.error({ err: error }, 'what a mark price made due failed, the next one tries again'))
      .finally(() => running.delete(watched));
    running.add(watched);
  }

  return {
    /** Reads where funding stands. */
    async load(): Promise<void> {
      lastInstants = await listLastInstants(db.read);
    },
    /** Reads what the running interval of a book has been sampled so far; call it when the book is taken over. */
    async loadSamples(book: PerpetualBook, now: number): Promise<void> {
      const to = findNextFunding(now);
      const of = { market: book.terms.symbol, mode: book.mode };
      Object.assign(book.funding, await sumPremiums(db.read, { ...of, from: to - FUNDING_INTERVAL_MS, to }));
    },
    accept(print: Print): void {
      const prices = parsePrices(print.prices);
      for (const book of state.all()) {
        const price = prices.get(book.terms.symbol);
        if (price !== undefined) step(book, print, price);
      }
      runner.retry();
      track(sample(print));
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

/** The middle of the best bid and ask in price units, null without both. */
function findMid({ book, terms }: PerpetualBook): bigint | null {
  const [bid, ask] = [book.bestPrice('bids'), book.bestPrice('asks')];
  return bid === null || ask === null ? null : (BigInt(bid + ask) * terms.tickUnits) / 2n;
}

function isNear({ triggers, mark }: PerpetualBook): boolean {
  const { below, above } = triggers.nearest();
  const price = Number(mark?.price ?? 0n);
  const distance = (price * NEAR_BPS) / 10_000;
  return (below !== null && price - below <= distance) || (above !== null && above - price <= distance);
}
