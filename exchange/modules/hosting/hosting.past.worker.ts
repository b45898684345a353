import { setTimeout as wait } from 'node:timers/promises';
import type { Platform } from '../../platform/app';
import { listBooks } from './hosting.books.repository';
import { BESIDE, lookOf, type PastDay, type PastPrices, rangeOf, simulatePast } from './hosting.past';
import { insertPast, listBooksWithoutPast } from './hosting.past.repository';
import type { PaperMarket } from './hosting.paper';

/** The price of a market (decimals) at any moment, ms. */
export type FindPrice = (market: string, at: number) => string | null;
type Book = Awaited<ReturnType<typeof listBooks>>[number];

/** Looks whose prices are computed at once (a day's by the hour), and how many times as long as it took is rested: a tenth of one core. */
const LOOKS_AT_ONCE = 24;
const REST = 9;

/**
 * Returns what writes the simulated past of every book that has none, a chunk of prices at a time. Only where prices are simulated: nothing that
 * somebody might have earned is made up of prices that were real, or of none.
 */
export function createPastWriter(
  { db, log }: Pick<Platform, 'db' | 'log'>,
  { findPrice, listMarkets, rest = REST }: { findPrice: FindPrice; listMarkets(): readonly PaperMarket[]; rest?: number },
) {
  let isStopped = false;

  /** Nothing where one of the markets had no price. */
  function findPrices({ terms }: Book, at: number): PastPrices[] {
    const prices = new Map<string, string>();
    for (const market of terms.rules.markets) {
      const price = findPrice(market, at);
      if (price === null) return [];
      prices.set(market, price);
    }
    return [{ at, prices }];
  }

  async function listLooks(book: Book): Promise<PastPrices[]> {
    const lookMs = lookOf(book.terms);
    const { from, to } = rangeOf(book.terms, book.openedAt);
    const looks: PastPrices[] = [];
    for (let chunk = from; chunk <= to && !isStopped; chunk += LOOKS_AT_ONCE * lookMs) {
      const begun = performance.now();
      for (let at = chunk; at <= Math.min(to, chunk + (LOOKS_AT_ONCE - 1) * lookMs); at += lookMs) looks.push(...findPrices(book, at));
      await wait((performance.now() - begun) * rest, undefined, { ref: false });
    }
    return looks;
  }

  async function simulate(book: Book): Promise<{ days: PastDay[]; btc: string | null }> {
    const looks = await listLooks(book);
    return { days: simulatePast(book.terms, { looks, markets: listMarkets() }), btc: looks[0]?.prices.get(BESIDE) ?? null };
  }

  return {
    /** Writes what is missing. Whoever is interrupted begins anew: a past is written whole or not at all. */
    async write(): Promise<void> {
      const known = new Map<string, { days: PastDay[]; btc: string | null }>();
      const missing = new Set(await listBooksWithoutPast(db.read));
      for (const book of await listBooks(db.read)) {
        if (isStopped || !missing.has(book.id)) continue;
        // Real and demo books of a plan that were opened on the same day have the same past.
        const key = `${book.plan} ${rangeOf(book.terms, book.openedAt).to}`;
        const past = known.get(key) ?? (await simulate(book));
        if (isStopped) return;
        known.set(key, past);
        await db.transaction((tx) => insertPast(tx, { book: book.id, ...past }), { kind: 'work' });
        log.info({ book: book.id, days: past.days.length }, 'the simulated past of a hosting book was written');
      }
    },
    stop(): void {
      isStopped = true;
    },
  };
}
