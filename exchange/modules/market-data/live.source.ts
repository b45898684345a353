import { setTimeout as wait } from 'node:timers/promises';
import { z } from 'zod';
import { createConcurrencyLimiter } from '../../../lib/rate-limits/concurrency-limiter';
import { readBounded } from '../../platform/bounded-body';
import { createTokenBuckets } from '../../../lib/rate-limits/token-buckets';
import type { Clock } from '../../platform/clock';
import type { Logger } from '../../platform/logger';
import { HISTORY_COLUMNS, type HistoryQuery, MINUTE_MS, type PriceSource, type SourcePrice } from './market-data.source';
import { findMarket, MARKETS } from './markets';
import { QUOTE_AGE_MAX_MS, QUOTE_AHEAD_MAX_MS } from './venue-index.math';

/** The venue library is an optional package: it is large, and only an operator with a live feed needs it. */
const LIBRARY = 'ccxt';
/** A venue has so long to answer, to the end of its answer … */
const VENUE_ANSWER_MS = 5_000;
/** … and may answer so much: the longest is the list of all that a venue trades, of some megabytes. */
const VENUE_ANSWER_BYTES_MAX = 32 * 1024 * 1024;
/** One question a second a venue, for all markets together. */
const POLL_MS = 1_000;
/** A venue that is back must not stay unheard for long: a market may be halted for want of it. */
const BACK_OFF_MAX_MS = 5_000;
const ROWS_AT_ONCE = 500;
/** Questions about the past that a venue is asked: a start, which fills the last two days of all markets, at once; then one a second. */
const HISTORY_RULE = { burst: 80, perSecond: 1 };
const HISTORY_PAUSE_MS = 250;
const HISTORY_WAITING_MAX = 32;
/** Between a bid and an ask further apart than this there is no price, in units of 0.0001. */
const SPREAD_MAX_BPS = 100;
/**
 * Venues whose tickers carry no time, as the library reads them. Their answer is as old as its last change: one that nothing moves in, over
 * all markets, is a copy that somebody keeps.
 */
const VENUES_WITHOUT_TIME: ReadonlySet<string> = new Set(['kraken', 'coinbase', 'gateio', 'gate']);

const priceField = z.number().positive().nullish();
const tickerSchema = z.object({ bid: priceField, ask: priceField, last: priceField, timestamp: z.number().nullish() });
const tickersSchema = z.record(z.string(), tickerSchema);
type VenueTicker = z.infer<typeof tickerSchema>;
const candlesSchema = z.array(z.tuple([z.number(), z.number(), z.number(), z.number(), z.number(), z.number().nullable()])).max(5_000);

/** The part of a venue of the library that is used here. What it answers is checked before use. */
type Venue = {
  fetchTickers(symbols: string[]): Promise<unknown>;
  fetchOHLCV(symbol: string, timeframe: string, since: number, limit: number): Promise<unknown>;
  close?(): Promise<void>;
  /** Loads what the venue lists into `symbols`; asking for a symbol that it doesn't list fails as a whole. */
  loadMarkets?(): Promise<unknown>;
  symbols?: readonly string[];
};
type VenueClass = new (options: { enableRateLimit: boolean; timeout: number; fetchImplementation: typeof fetch }) => Venue;

/** Why a quote doesn't count. */
export type QuoteFault = 'no_price' | 'no_time' | 'late' | 'future';

/**
 * Creates one source for each venue; the index is what a quorum of them agrees on.
 * @throws Error that says what to install when the library is missing, or which venue it does not know
 */
export async function createLiveSources(input: {
  venues: readonly string[];
  clock: Clock;
  log: Logger;
  loadLibrary?: () => Promise<unknown>;
  onRefused?: (venue: string, reason: QuoteFault) => void;
}): Promise<PriceSource[]> {
  const library = await (input.loadLibrary ?? importLibrary)();
  return input.venues.map((name) => {
    const VenueType = findVenueClass(library, name);
    // The library spaces out the requests of one client by the venue's own rules: charts of the past must not stand in the line of prices.
    const [venue, historian] = [createVenue(VenueType), createVenue(VenueType)];
    const { clock, log } = input;
    return createVenueSource({ name, venue, historian, clock, log, onRefused: (reason) => input.onRefused?.(name, reason) });
  });
}

const createVenue = (VenueType: VenueClass): Venue =>
  new VenueType({ enableRateLimit: true, timeout: VENUE_ANSWER_MS, fetchImplementation: fetchBounded });

/** How the library asks a venue: by itself it bounds neither the length of an answer nor the time that one takes to come in. @throws AnswerTooLarge */
const fetchBounded: typeof fetch = async (input, init) => {
  const limit = AbortSignal.timeout(VENUE_ANSWER_MS);
  const signal = init?.signal == null ? limit : AbortSignal.any([init.signal, limit]);
  const answer = await fetch(input, { ...init, signal });
  const { status, statusText, headers } = answer;
  const bytes = await readBounded(answer, VENUE_ANSWER_BYTES_MAX);
  return new Response(bytes.length === 0 ? null : new Uint8Array(bytes), { status, statusText, headers });
};

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

type VenueInput = { name: string; venue: Venue; historian: Venue; clock: Clock; log: Logger; onRefused(reason: QuoteFault): void };

/** Returns how one venue is asked about the past: one question at a time, so many in a while. */
function createHistorian(venue: Venue, clock: Clock) {
  const line = createConcurrencyLimiter({
    runningMax: 1,
    waitingMax: HISTORY_WAITING_MAX,
    refuse: () => new Error('many questions about the past'),
  });
  const budget = createTokenBuckets(HISTORY_RULE);
  return (symbol: string, timeframe: string, since: number): Promise<unknown> =>
    line.run(async () => {
      while (!budget.take('', clock.now())) await wait(HISTORY_PAUSE_MS);
      return venue.fetchOHLCV(symbol, timeframe, since, ROWS_AT_ONCE);
    });
}

function createVenueSource({ name, venue, historian, clock, log, onRefused }: VenueInput): PriceSource {
  let timer: NodeJS.Timeout | null = null;
  let isStopped = false;
  let failures = 0;
  let wanted: string[] | null = null;
  const askPast = createHistorian(historian, clock);
  let lastAnswer = { text: '', at: 0 };

  async function listWanted(): Promise<string[]> {
    const all = MARKETS.map(({ market }) => toSymbol(market));
    await venue.loadMarkets?.();
    const listed = new Set(venue.symbols ?? all);
    const missing = all.filter((symbol) => !listed.has(symbol));
    if (missing.length > 0) log.warn({ venue: name, missing }, 'a venue does not list some markets');
    return all.filter((symbol) => listed.has(symbol));
  }

  /** When what the venue says was made, in ms; null when nobody knows. */
  function timeOf(ticker: VenueTicker): number | null {
    return ticker.timestamp ?? (VENUES_WITHOUT_TIME.has(name) ? lastAnswer.at : null);
  }

  async function poll(onPrice: (price: SourcePrice) => void): Promise<void> {
    try {
      wanted ??= await listWanted();
      const tickers = tickersSchema.parse(await venue.fetchTickers(wanted));
      const now = clock.now();
      const text = JSON.stringify(Object.values(tickers));
      if (text !== lastAnswer.text) lastAnswer = { text, at: now };
      for (const { market, tickScale } of MARKETS) {
        const ticker = tickers[toSymbol(market)];
        if (ticker === undefined) continue;
        const quote = readQuote({ price: findPrice(ticker), at: timeOf(ticker), now });
        if ('fault' in quote) onRefused(quote.fault);
        else onPrice({ market, priceTicks: Math.round(quote.price * 10 ** tickScale), volumeSteps: 0, at: quote.at });
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
      const page = candlesSchema.parse(await askPast(toSymbol(market), minutes === 60 ? '1h' : '1m', since));
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
      await Promise.all([venue.close?.(), historian.close?.()]);
    },
  };
}

/** The middle between bid and ask, which say what a coin is worth now; the last trade where a venue doesn't name both. */
function findPrice({ bid, ask, last }: VenueTicker): number | null {
  if (bid == null || ask == null) return last ?? null;
  const isNarrow = ask >= bid && (ask - bid) * 10_000 <= SPREAD_MAX_BPS * bid;
  return isNarrow ? (bid + ask) / 2 : null;
}

function readQuote({
  price,
  at,
  now,
}: {
  price: number | null;
  at: number | null;
  now: number;
}): { price: number; at: number } | { fault: QuoteFault } {
  if (price === null) return { fault: 'no_price' };
  if (at === null) return { fault: 'no_time' };
  if (at > now + QUOTE_AHEAD_MAX_MS) return { fault: 'future' };
  if (now - at >= QUOTE_AGE_MAX_MS) return { fault: 'late' };
  return { price, at: Math.min(at, now) };
}
