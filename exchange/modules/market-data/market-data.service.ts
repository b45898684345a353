import { setTimeout as wait } from 'node:timers/promises';
import { FEED_DEAD_MS, FEED_STALE_MS, type HaltReason } from '../../../lib/protocol/wire';
import { DomainError } from '../../platform/domain-error';
import type { Platform } from '../../platform/app';
import { toUnits } from '../../platform/decimal';
import { createCandleStore, HISTORY_DAYS } from './candle-store.service';
import type { Candle } from './candles.math';
import { createFeedMetrics } from './feed.metrics';
import { createIndexService } from './index-price.service';
import { DAY_MS, HISTORY_COLUMNS, MINUTE_MS, type PriceSource } from './market-data.source';
import { findMarket, formatUnits, MARKETS, type MarketSpec } from './markets';
import { createMinuteBuilder, type ClosedMinute } from './minute-builder.service';
import { pruneMinutes, upsertMinute } from './minutes.repository';
import { parsePrices, type Print } from './prints.math';
import { listPrintsBetween } from './prints.repository';
import { createPrintService } from './prints.service';
import { type BestQuotes, createTickerService, type Ticker } from './tickers.service';

/** The background warming rests so many times as long as it works: a fiftieth of one core. Whoever opens a long chart before gets it computed. */
const WARM_REST = 49;
const WARM_PAUSE_MIN_MS = 25;
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
  let isStopped = false;
  let lastMinute = -1;
  let prunedAt = 0;

  function getSpec(market: string): MarketSpec {
    const spec = findMarket(market);
    if (!spec) throw new DomainError('MARKET_UNKNOWN');
    return spec;
  }

  async function fillTickers(now: number): Promise<void> {
    const day = Math.floor(now / DAY_MS);
    for (const { market } of MARKETS) {
      tickers.fill(market, [...(await store.listDay(market, day - 1)), ...(await store.listDay(market, day))], now);
    }
  }

  /** Takes from the source what it knows of a minute that has begun before this process did. */
  async function seedMinute(minute: number, now: number): Promise<void> {
    const from = minute * MINUTE_MS;
    const to = Math.min(now, from + MINUTE_MS);
    if (!source || to <= from) return;
    for (const { market } of MARKETS) {
      const row = await source.history({ market, minutes: 1, from, to });
      if (row.length !== HISTORY_COLUMNS) continue;
      const [time, open, high, low, close, volume] = row as unknown as [number, number, number, number, number, number];
      builder.seed(market, { time, open, high, low, close, volume });
    }
  }

  /** Rebuilds the minute that the last process was in from its stored prints, and begins the running one. */
  async function resumeMinutes(now: number): Promise<void> {
    const current = Math.floor(now / MINUTE_MS);
    const last = prints.getLast();
    const resumed = last.time > 0 ? Math.min(current, Math.floor(last.time / MINUTE_MS)) : current;
    await seedMinute(resumed, now);
    const from = resumed * MINUTE_MS;
    for (const print of await listPrintsBetween(db.read, { from, to: from + MINUTE_MS, limit: 60 }))
      builder.add(print.time, readTicks(print));
    const closed = builder.closeBefore(now);
    if (closed) await storeMinute(closed);
    if (resumed < current) await seedMinute(current, now);
  }

  async function load(): Promise<void> {
    await prints.load();
    await store.load();
    const now = clock.now();
    try {
      await resumeMinutes(now);
    } catch (error) {
      log.warn({ err: error }, 'the running minute begins without what was before');
    }
    await fillTickers(now);
    lastMinute = Math.floor(now / MINUTE_MS);
  }

  function readTicks(print: Print): Map<string, { priceTicks: number; volumeSteps: number }> {
    const prices = new Map<string, { priceTicks: number; volumeSteps: number }>();
    for (const [market, price] of parsePrices(print.prices)) {
      const spec = findMarket(market);
      if (spec) prices.set(market, { priceTicks: Number(toUnits(price, spec.tickScale)), volumeSteps: 0 });
    }
    return prices;
  }

  async function storeMinute(closed: ClosedMinute): Promise<void> {
    for (const [market, candle] of closed.candles) store.record(market, closed.minute, candle);
    await upsertMinute(db.read, { minute: closed.minute, samples: closed.samples, candles: Object.fromEntries(closed.candles) });
  }

  async function recordMinute(closed: ClosedMinute): Promise<void> {
    const now = clock.now();
    for (const [market, candle] of closed.candles) {
      const [open, high, low, close, volume] = candle;
      tickers.close(market, { time: closed.minute * MINUTE_MS, open, high, low, close, volume }, now);
    }
    await storeMinute(closed);
  }

  /** After a sleep of the machine the source may know what no print saw; minutes with prints stay as they are. */
  async function mendGap(now: number): Promise<void> {
    const minute = Math.floor(now / MINUTE_MS);
    const gap = minute - lastMinute;
    lastMinute = minute;
    if (gap <= 1) return;
    for (let day = Math.floor((now - gap * MINUTE_MS) / DAY_MS); day <= Math.floor(now / DAY_MS); day += 1) store.forgetDay(day);
    await fillTickers(now);
  }

  prints.onPrint((print) => {
    const prices = readTicks(print);
    for (const [market, price] of prices) price.volumeSteps = index.takeVolume(market);
    const closed = builder.add(print.time, prices);
    if (closed) recordMinute(closed).catch((error: unknown) => log.error({ err: error, minute: closed.minute }, 'a minute was not stored'));
  });

  async function prune(now: number): Promise<void> {
    if (now - prunedAt < HOUR_MS) return;
    prunedAt = now;
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
    const closed = builder.closeBefore(now);
    if (closed) await recordMinute(closed);
    await mendGap(now);
    const known = MARKETS.flatMap(({ market }) => index.getIndex(market) ?? []);
    metrics.note(known);
    // What is not confirmed is not printed: prints settle, liquidate and trigger.
    const fresh = known.filter(({ state }) => state === 'fresh');
    await prints.print(now, new Map(fresh.map(({ market, price }) => [market, price])));
    events.publish({ kind: 'tickers', at: now, rows: getTickers().map(({ sparkline: _, ...row }) => row) });
    await prune(now);
  }

  async function warm(): Promise<void> {
    const today = Math.floor(clock.now() / DAY_MS);
    for (let day = today - 1; day > today - HISTORY_DAYS && !isStopped; day -= 1) {
      for (const { market } of MARKETS) {
        const startedAt = performance.now();
        await store.warm(market, day);
        const rest = Math.max(WARM_PAUSE_MIN_MS, (performance.now() - startedAt) * WARM_REST);
        await wait(rest, undefined, { ref: false });
        if (isStopped) return;
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

  return {
    load,
    runSecond,
    warm,
    getTickers,
    accept: index.accept,
    getIndex: index.getIndex,
    onPrint: (listener: (print: Print) => void) => prints.onPrint(listener),
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
    stop() {
      isStopped = true;
    },
  };
}
