import { setTimeout as wait } from 'node:timers/promises';
import { FEED_DEAD_MS, FEED_STALE_MS, type HaltReason } from '../../../lib/protocol/wire';
import { DomainError } from '../../platform/domain-error';
import type { Platform } from '../../platform/app';
import type { Clock } from '../../platform/clock';
import { type CandleStore, createCandleStore, HISTORY_DAYS } from './candle-store.service';
import type { Candle } from './candles.math';
import { createFeedMetrics } from './feed.metrics';
import { createIndexService } from './index-price.service';
import { DAY_MS, MINUTE_MS, type PriceSource } from './market-data.source';
import { findMarket, formatUnits, MARKETS, type MarketSpec } from './markets';
import { createMinuteBuilder } from './minute-builder.service';
import { MinuteKeeper } from './minute-keeper.service';
import { pruneMinutes } from './minutes.repository';
import type { Print } from './prints.math';
import { createPrintService } from './prints.service';
import { type BestQuotes, createTickerService, type Ticker } from './tickers.service';

/** The background warming rests so many times as long as it works: a fiftieth of one core. Whoever opens a long chart before gets it computed. */
const WARM_REST = 49;
const WARM_PAUSE_MIN_MS = 25;
/** A process that was just started has members to serve who waited for it, and compiles what they need; one that lives shorter than this would have warmed for nobody. */
const WARM_AFTER_MS = 1_200_000;
const HOUR_MS = 3_600_000;

export type CandleText = { time: number; open: string; high: string; low: string; close: string; volume: string };

export type MarketDataDeps = {
  sources: readonly PriceSource[];
  /** Best prices of a market's real book; absent or null: nobody quotes. */
  bestQuotes?: (market: string) => BestQuotes | null;
  /** Why operators take no new trades in a market; null: they do. It is shown, and changes no price. */
  findHalt?: (market: string) => HaltReason | null;
};

export type MarketDataService = ReturnType<typeof createMarketDataService>;

/**
 * Creates the market data of one process: index, prints, candles and 24-hour figures, all driven by `runSecond`, which the module calls once
 * a second and a test whenever its clock says so.
 */
export function createMarketDataService(platform: Platform, deps: MarketDataDeps) {
  const { db, clock, log, events } = platform;
  const source = deps.sources[0] ?? null;
  const metrics = createFeedMetrics(platform.metrics);
  const live = deps.sources.filter(({ kind }) => kind === 'live');
  const venues = live.length > 0 ? live.length : null;
  const index = createIndexService({ clock, staleMs: FEED_STALE_MS, deadMs: FEED_DEAD_MS, venues, onLeftOut: metrics.leaveOut });
  metrics.watch(clock, index);
  const prints = createPrintService({ db, log, metrics: platform.metrics });
  const store = createCandleStore({ db, clock, log, source });
  const builder = createMinuteBuilder();
  const tickers = createTickerService();
  const minutes = new MinuteKeeper({ db, clock, log, source, prints, store, builder, tickers });
  const stopping = new AbortController();
  let prunedAt = 0;

  prints.onPrint((print) => minutes.accept(print, index.takeVolume));

  async function load(): Promise<void> {
    await prints.load();
    await store.load();
    await minutes.load();
  }

  async function prune(now: number): Promise<void> {
    if (now - prunedAt < HOUR_MS) return;
    prunedAt = now;
    store.prune();
    await prints.prune(now);
    await pruneMinutes(db.read, Math.floor(now / MINUTE_MS) - HISTORY_DAYS * 1_440);
  }

  function getTickers(): Ticker[] {
    return MARKETS.flatMap(({ market }) => {
      const price = index.getIndex(market);
      if (price === null) return [];
      const ticker = tickers.getTicker(price, builder.getOpen(market), deps.bestQuotes?.(market) ?? null);
      const halt = deps.findHalt?.(market) ?? null;
      return [halt === null ? ticker : { ...ticker, state: 'halted' as const, halt }];
    });
  }

  /** Ends the minute if it is over, prints the second, publishes the tickers. */
  async function runSecond(): Promise<void> {
    const now = clock.now();
    minutes.turn(now);
    const known = MARKETS.flatMap(({ market }) => index.getIndex(market) ?? []);
    metrics.note(known);
    // What is not confirmed is not printed: prints settle, liquidate and trigger.
    const fresh = known.filter(({ state }) => state === 'fresh');
    await prints.print(now, new Map(fresh.map(({ market, price }) => [market, price])));
    events.publish({ kind: 'tickers', at: now, rows: getTickers().map(({ sparkline: _, ...row }) => row) });
    await prune(now);
  }

  return {
    load,
    runSecond,
    warm: () => warmHistory({ clock, store, signal: stopping.signal }),
    getTickers,
    accept: index.accept,
    getSimulatedPrice(market: string, at: number): string | null {
      const { tickScale } = getSpec(market);
      return source?.priceAt === undefined ? null : formatUnits(source.priceAt(market, at).priceTicks, tickScale);
    },
    getIndex: index.getIndex,
    onPrint: (listener: (print: Print) => void) => prints.onPrint(listener),
    ...createReads({ clock, index, store, builder, tickers }),
    stop() {
      stopping.abort();
    },
  };
}

type ReadsDeps = {
  clock: Clock;
  index: ReturnType<typeof createIndexService>;
  store: CandleStore;
  builder: ReturnType<typeof createMinuteBuilder>;
  tickers: ReturnType<typeof createTickerService>;
};

/** Returns what is asked of one market: what the running minute traded, and its candles. */
function createReads({ clock, index, store, builder, tickers }: ReadsDeps) {
  return {
    getActivity(market: string): { minute: number; volume: string; turnover: string } | null {
      const open = builder.getOpen(market);
      const price = index.getIndex(market);
      if (open === null || price === null) return null;
      const { turnover } = tickers.getTicker(price, open, null);
      return { minute: open.time, volume: formatUnits(open.volume, getSpec(market).stepScale), turnover };
    },
    async getCandles(query: { market: string; minutes: number; before: number | null; limit: number }): Promise<CandleText[]> {
      const spec = getSpec(query.market);
      const now = clock.now();
      const candles = await store.list({ ...query, before: query.before ?? now + 1, open: builder.getOpen(query.market) });
      return candles.map((candle) => toText(candle, spec));
    },
  };
}

function getSpec(market: string): MarketSpec {
  const spec = findMarket(market);
  if (!spec) throw new DomainError('MARKET_UNKNOWN');
  return spec;
}

/** Computes what charts of the past are made of, in the background and from a while after the start on; resolves when it is there, or with `signal`. */
async function warmHistory({ clock, store, signal }: { clock: Clock; store: CandleStore; signal: AbortSignal }): Promise<void> {
  await wait(WARM_AFTER_MS, undefined, { ref: false, signal }).catch(() => undefined);
  const today = Math.floor(clock.now() / DAY_MS);
  for (let day = today - 1; day > today - HISTORY_DAYS && !signal.aborted; day -= 1) {
    for (const { market } of MARKETS) {
      const startedAt = performance.now();
      await store.warm(market, day);
      const rest = Math.max(WARM_PAUSE_MIN_MS, (performance.now() - startedAt) * WARM_REST);
      await wait(rest, undefined, { ref: false });
      if (signal.aborted) return;
    }
  }
}

function toText(candle: Candle, spec: MarketSpec): CandleText {
  const price = (ticks: number) => formatUnits(ticks, spec.tickScale);
  return {
    time: candle.time,
    open: price(candle.open),
    high: price(candle.high),
    low: price(candle.low),
    close: price(candle.close),
    volume: formatUnits(candle.volume, spec.stepScale),
  };
}
