import { z } from 'zod';
import type { Clock } from '../../platform/clock';
import type { Logger } from '../../platform/logger';
import { HISTORY_COLUMNS, type HistoryQuery, MINUTE_MS, type PriceSource, type SourcePrice } from './market-data.source';
import { findMarket, MARKETS } from './markets';

/** The venue library is an optional package: it is large, and only an operator with a live feed needs it. */
const LIBRARY = 'ccxt';
/** One question a second a venue, for all markets together. */
const POLL_MS = 1_000;
const BACK_OFF_MAX_MS = 30_000;
/** A venue's last trade may be this old while its price still counts as asked just now; older ones are left out. */
const LAST_TRADE_AGE_MAX_MS = 60_000;
const ROWS_AT_ONCE = 500;

const tickersSchema = z.record(z.string(), z.object({ last: z.number().positive().nullish(), timestamp: z.number().nullish() }));
const candlesSchema = z.array(z.tuple([z.number(), z.number(), z.number(), z.number(), z.number(), z.number().nullable()])).max(5_000);

/** The part of a venue of the library that is used here. What it answers is checked before use. */
type Venue = {
  fetchTickers(symbols: string[]): Promise<unknown>;
  fetchOHLCV(symbol: string, timeframe: string, since: number, limit: number): Promise<unknown>;
  close?(): Promise<void>;
};
type VenueClass = new (options: { enableRateLimit: boolean; timeout: number }) => Venue;

/**
 * Creates one source for each venue; the index is their median.
 * @throws Error that says what to install when the library is missing, or which venue it does not know
 */
export async function createLiveSources(input: {
  venues: readonly string[];
  clock: Clock;
  log: Logger;
  loadLibrary?: () => Promise<unknown>;
}): Promise<PriceSource[]> {
  const library = await (input.loadLibrary ?? importLibrary)();
  return input.venues.map((name) => {
    const VenueType = findVenueClass(library, name);
    // The library spaces out requests by each venue's own rules.
    return createVenueSource({ name, venue: new VenueType({ enableRateLimit: true, timeout: 5_000 }), clock: input.clock, log: input.log });
  });
}

async function importLibrary(): Promise<unknown> {
  try {
    return await import(/* @vite-ignore */ LIBRARY);
  } catch (cause) {
    throw new Error(`FEED=live needs the optional package ${LIBRARY}: npm install ${LIBRARY}`, { cause });
  }
}

function findVenueClass(library: unknown, name: string): VenueClass {
  const main = typeof library === 'object' && library !== null && 'default' in library ? library.default : library;
  const found = typeof main === 'object' || typeof main === 'function' ? (main as Record<string, unknown>)[name] : null;
  if (typeof found !== 'function') throw new Error(`FEED_VENUES: ${LIBRARY} knows no venue "${name}"`);
  return found as VenueClass;
}

const toSymbol = (market: string) => market.replace('-', '/');

function createVenueSource(input: { name: string; venue: Venue; clock: Clock; log: Logger }): PriceSource {
  const { name, venue, clock, log } = input;
  let timer: NodeJS.Timeout | null = null;
  let isStopped = false;
  let failures = 0;

  async function poll(onPrice: (price: SourcePrice) => void): Promise<void> {
    try {
      const tickers = tickersSchema.parse(await venue.fetchTickers(MARKETS.map(({ market }) => toSymbol(market))));
      const at = clock.now();
      for (const { market, tickScale } of MARKETS) {
        const ticker = tickers[toSymbol(market)];
        if (ticker?.last == null || at - (ticker.timestamp ?? at) > LAST_TRADE_AGE_MAX_MS) continue;
        onPrice({ market, priceTicks: Math.round(ticker.last * 10 ** tickScale), volumeSteps: 0, at });
      }
      failures = 0;
    } catch (error) {
      failures += 1;
      log.warn({ err: error, venue: name, failures }, 'a venue did not answer');
    }
    if (isStopped) return;
    timer = setTimeout(() => void poll(onPrice), Math.min(BACK_OFF_MAX_MS, POLL_MS * 2 ** failures));
  }

  async function history({ market, minutes, from, to }: HistoryQuery): Promise<Float64Array> {
    const spec = findMarket(market);
    const rows: number[] = [];
    for (let since = from; spec && since < to; ) {
      const page = candlesSchema.parse(await venue.fetchOHLCV(toSymbol(market), minutes === 60 ? '1h' : '1m', since, ROWS_AT_ONCE));
      for (const [time, open, high, low, close, volume] of page) {
        if (time < since || time >= to) continue;
        const prices = [open, high, low, close].map((price) => Math.round(price * 10 ** spec.tickScale));
        rows.push(time, ...prices, Math.round((volume ?? 0) * 10 ** spec.stepScale));
      }
      const last = page.at(-1)?.[0];
      // A venue that keeps less answers with nothing, or again with what it said before.
      if (last == null || last < since) break;
      since = last + minutes * MINUTE_MS;
    }
    return Float64Array.from(rows.slice(0, rows.length - (rows.length % HISTORY_COLUMNS)));
  }

  return {
    name: `live:${name}`,
    kind: 'live',
    hasHourlyHistory: true,
    history,
    start(onPrice) {
      void poll(onPrice);
      return Promise.resolve();
    },
    async stop() {
      isStopped = true;
      if (timer) clearTimeout(timer);
      await venue.close?.();
    },
  };
}
