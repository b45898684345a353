import { setTimeout as sleep } from 'node:timers/promises';
import { calculatePremium, findNextFunding, FUNDING_INTERVAL_MS, PREMIUM_SAMPLE_MS } from '../../../lib/rules/perpetual-funding';
import type { Database, Tx } from '../../platform/db';
import type { Print } from '../market-data/market-data';
import type { ChunkSize, Refusals } from '../matching/matching';
import type { Command, Outcome } from './perpetual.commands';
import { findDistance } from './perpetual.distance';
import { FUNDING_LATE_MS } from './perpetual.funding.plan';
import { insertPremiums, findLastInstant, type PremiumRow, sumPremiums } from './perpetual.funding.repository';
import type { Mark } from './perpetual.mark';
import type { PerpetualBook } from './perpetual.book';
import type { PerpetualState } from './perpetual.state';
import { formatUnits8 } from './perpetual.wire';

/** The longest wait between two chunks of a funding time. */
const CHUNK_PAUSE_MS_MAX = 250;

type TimesDeps = {
  db: Database;
  state: PerpetualState;
  submit(command: Command): Promise<Outcome>;
  refusals: Refusals;
  pieces: ChunkSize;
  /** Has the promise waited for by `settled`. */
  track(work: Promise<void>): void;
};

/** Knows when each book's funding is due, has it worked through chunk by chunk, and samples what its rate is made of. */
export class FundingTimes {
  private readonly lastInstants = new Map<string, number>();

  constructor(private readonly deps: TimesDeps) {}

  /** Reads where the funding of a book stands, and what its running interval has been sampled so far; call it when the book is taken over. */
  async load(tx: Tx, book: PerpetualBook, now: number): Promise<void> {
    const to = findNextFunding(now);
    const of = { market: book.terms.symbol, mode: book.mode };
    const [last, samples] = await Promise.all([findLastInstant(tx, of), sumPremiums(tx, { ...of, from: to - FUNDING_INTERVAL_MS, to })]);
    Object.assign(book.funding, samples);
    const key = `${of.market}:${of.mode}`;
    if (last === null) this.lastInstants.delete(key);
    else this.lastInstants.set(key, last);
  }

  /** Makes a book's funding due when `mark` is the first one after its time, and has its chunks done. */
  check(book: PerpetualBook, mark: Mark, before: Mark | null): void {
    const { funding } = book;
    if (funding.next === 0) funding.next = this.nextInstant(book, mark.at);
    if (mark.at >= funding.next && funding.isIdle) {
      const instant = funding.next;
      const isLate = mark.at - instant > FUNDING_LATE_MS;
      // Nobody held anything then and nobody does now: nothing was missed.
      if (isLate && book.positionCount === 0) Object.assign(funding, { next: findNextFunding(mark.at), sum: 0n, count: 0 });
      else funding.setDue({ instant, mark, isLate, isFirst: before !== null && before.at < instant });
    }
    if (!funding.isIdle && !funding.isRunning) this.deps.track(this.runChunks(book));
  }

  /** Stores one sample a minute, the average distance then, of every book that has a mark and positions or enough on both sides. */
  async sample(print: Print): Promise<void> {
    const { db, state } = this.deps;
    const minute = print.time - (print.time % PREMIUM_SAMPLE_MS);
    const rows = state.all().flatMap((book): PremiumRow[] => {
      const { mark, funding } = book;
      if (mark === null || funding.sampledAt >= minute) return [];
      if (book.positionCount === 0 && findDistance(book, mark.index) === null) return [];
      const premium = calculatePremium({ basisAverage: mark.basis, indexPrice: mark.index });
      Object.assign(funding, { sampledAt: minute, sum: funding.sum + premium, count: funding.count + 1 });
      const of = { market: book.terms.symbol, mode: book.mode };
      return [{ ...of, minute, premium, index: formatUnits8(mark.index), basis: formatUnits8(mark.basis) }];
    });
    if (rows.length > 0) await insertPremiums(db.read, rows);
  }

  /** One chunk after the other, with as much time in between as the last one took, so that users' commands come in between. */
  private async runChunks(book: PerpetualBook): Promise<void> {
    const { pieces, refusals, state, submit } = this.deps;
    const { funding } = book;
    const of = { market: book.terms.symbol, mode: book.mode };
    const key = `funding ${of.market} ${of.mode}`;
    funding.isRunning = true;
    try {
      for (let isDone = false; !isDone && state.find(of.market, of.mode) === book; ) {
        const startedAt = performance.now();
        const outcome = await submit({ kind: 'funding', ...of });
        if (outcome.kind !== 'answer') {
          // The next print tries again, with the same mark and a smaller chunk.
          pieces.noteRefused();
          refusals.refused({ key, work: 'funding', at: book.mark?.at ?? 0 }, outcome.kind === 'refusal' ? outcome.code : 'MARKET_BUSY');
          return;
        }
        refusals.ended(key);
        isDone = 'done' in outcome.answer && outcome.answer.done;
        if (!isDone) await sleep(Math.min(performance.now() - startedAt, CHUNK_PAUSE_MS_MAX));
      }
    } finally {
      funding.isRunning = false;
    }
  }

  private nextInstant(book: PerpetualBook, now: number): number {
    const last = this.lastInstants.get(`${book.terms.symbol}:${book.mode}`);
    if (last !== undefined) return last + FUNDING_INTERVAL_MS;
    // The first instant of the book: the first one that its oldest position has lived through, whoever wrote the book then.
    let since = now;
    for (const { openedAt } of book.allPositions()) since = Math.min(since, openedAt);
    return findNextFunding(since);
  }
}
