import { setTimeout as wait } from 'node:timers/promises';
import type { Platform } from '../../platform/app';
import { listBooks } from './hosting.books.repository';
import { lookOf, type PastDay, type PastPrices, rangeOf, simulatePast } from './hosting.past';
import { insertPast, listBooksWithoutPast } from './hosting.past.repository';
import type { PaperMarket } from './hosting.paper';

/** The price of a market at the beginning of each candle. */
export type ReadCandles = (query: {
  market: string;
  minutes: number;
  before: number;
  limit: number;
}) => Promise<readonly { time: number; open: string }[]>;
type Book = Awaited<ReturnType<typeof listBooks>>[number];

/** Candles asked for at once, and how many times as long as each answer took is rested: a tenth of one core. */
const CANDLES_AT_ONCE = 120;
const REST = 9;

/**
 * Returns what writes the simulated past of every book that has none, a chunk of prices at a time. Only where prices are simulated: nothing that
 * somebody might have earned is made up of prices that were real, or of none.
 */
export function createPastWriter(
  { db, log }: Pick<Platform, 'db' | 'log'>,
  { readCandles, listMarkets, rest = REST }: { readCandles: ReadCandles; listMarkets(): readonly PaperMarket[]; rest?: number },
) {
  let isStopped = false;

  async function readMarket(
    market: string,
    { from, to, lookMs }: { from: number; to: number; lookMs: number },
  ): Promise<[number, string][]> {
    const found: [number, string][] = [];
    for (let before = to + 1; before > from && !isStopped; before -= CANDLES_AT_ONCE * lookMs) {
      const begun = performance.now();
      const candles = await readCandles({ market, minutes: lookMs / 60_000, before, limit: CANDLES_AT_ONCE });
      for (const { time, open } of candles) if (time >= from && time <= to) found.push([time, open]);
      await wait((performance.now() - begun) * rest, undefined, { ref: false });
    }
    return found;
  }

  async function readDisplayPreferences(book: Book): Promise<PastPrices[]> {
    const lookMs = lookOf(book.terms);
    const range = rangeOf(book.terms, book.openedAt);
    const byTime = new Map<number, Map<string, string>>();
    for (const market of book.terms.rules.markets) {
      for (const [time, price] of await readMarket(market, { ...range, lookMs })) {
        const prices = byTime.get(time) ?? new Map<string, string>();
        byTime.set(time, prices.set(market, price));
      }
    }
    const all = [...byTime].filter(([, prices]) => prices.size === book.terms.rules.markets.length);
    return all.sort(([one], [other]) => one - other).map(([at, prices]) => ({ at, prices }));
  }

  return {
    /** Writes what is missing. Whoever is interrupted begins anew: a past is written whole or not at all. */
    async write(): Promise<void> {
      const known = new Map<string, PastDay[]>();
      const missing = new Set(await listBooksWithoutPast(db.read));
      for (const book of await listBooks(db.read)) {
        if (isStopped || !missing.has(book.id)) continue;
        // Real and demo books of a plan that were opened on the same day have the same past.
        const key = `${book.plan} ${rangeOf(book.terms, book.openedAt).to}`;
        const days = known.get(key) ?? simulatePast(book.terms, { looks: await readDisplayPreferences(book), markets: listMarkets() });
        if (isStopped) return;
        known.set(key, days);
        await db.transaction((tx) => insertPast(tx, { book: book.id, days }), { kind: 'work' });
        log.info({ book: book.id, days: days.length }, 'the simulated past of a hosting book was written');
      }
    },
    stop(): void {
      isStopped = true;
    },
  };
}
