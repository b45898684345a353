import { setTimeout as wait } from 'node:timers/promises';
import type { Clock } from '../../platform/clock';
import type { Database } from '../../platform/db';
import type { Logger } from '../../platform/logger';
import { toUnits } from '../../platform/decimal';
import type { CandleStore } from './candle-store.service';
import { DAY_MS, HISTORY_COLUMNS, MINUTE_MS, type PriceSource } from './market-data.source';
import { findMarket, MARKETS } from './markets';
import type { ClosedMinute, MinuteBuilder } from './minute-builder.service';
import { upsertMinute } from './minutes.repository';
import { parsePrices, type Print } from './prints.math';
import { listPrintsBetween } from './prints.repository';
import type { PrintService } from './prints.service';
import type { TickerService } from './tickers.service';

/** What a live source knows of the past is waited for this long (ms) at a start; what comes later is filled in beside prices and prints. */
const SEED_WAIT_MS = 2_000;
const FILL_WAIT_MS = 3_000;
/** Minutes that wait to be written at most, an hour. */
const UNWRITTEN_MAX = 60;

type Deps = {
  db: Database;
  clock: Clock;
  log: Logger;
  source: PriceSource | null;
  prints: PrintService;
  store: CandleStore;
  builder: MinuteBuilder;
  tickers: TickerService;
};

/** Makes minutes of prints, and keeps them: in the database, in the candles and in the 24-hour figures. */
export class MinuteKeeper {
  #lastMinute = -1;
  #filling: Promise<void> | null = null;
  #isFillAsked = false;
  /** Minutes that are not in the database yet, the oldest first. */
  readonly #unwritten = new Map<number, ClosedMinute>();
  #writing: Promise<void> | null = null;
  readonly #deps: Deps;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /** Goes on where the last process stopped. */
  async load(): Promise<void> {
    const { clock, log } = this.#deps;
    const now = clock.now();
    try {
      await this.#resume(now);
    } catch (error) {
      log.warn({ err: error }, 'the running minute begins without what was before');
    }
    this.#lastMinute = Math.floor(now / MINUTE_MS);
    const filled = this.#fillSoon();
    await (this.#deps.source?.kind === 'live' ? inTime(filled, FILL_WAIT_MS) : filled);
  }

  /** Takes a print; `takeVolume` says how many steps were traded since the last one. */
  accept(print: Print, takeVolume: (market: string) => number): void {
    const { builder } = this.#deps;
    // What was traded since the last print is the next one's.
    if (builder.isOver(print.time)) return;
    const prices = readTicks(print);
    for (const [market, price] of prices) price.volumeSteps = takeVolume(market);
    const closed = builder.add(print.time, prices);
    if (closed) this.#record(closed);
  }

  /** Ends the running minute if it is over by `now` (ms), and has filled what a sleep of the machine left open: no print waits for either. */
  turn(now: number): void {
    const closed = this.#deps.builder.closeBefore(now);
    if (closed) this.#record(closed);
    else if (this.#unwritten.size > 0) void this.#writeSoon();
    this.#mendGap(now);
  }

  /** Rebuilds the minute that the last process was in from its stored prints, and begins the running one. */
  async #resume(now: number): Promise<void> {
    const { db, prints, builder } = this.#deps;
    const current = Math.floor(now / MINUTE_MS);
    const last = prints.getLast();
    const resumed = last.time > 0 ? Math.min(current, Math.floor(last.time / MINUTE_MS)) : current;
    await this.#seed(resumed, now);
    const from = resumed * MINUTE_MS;
    for (const print of await listPrintsBetween(db.read, { from, to: from + MINUTE_MS, limit: 60 }))
      builder.add(print.time, readTicks(print));
    const closed = builder.closeBefore(now);
    if (closed) await this.#storeMinute(closed);
    if (resumed < current) await this.#seed(current, now);
  }

  /** Takes from the source what it knows of a minute that has begun before this process did. */
  async #seed(minute: number, now: number): Promise<void> {
    const { source, builder } = this.#deps;
    const from = minute * MINUTE_MS;
    const to = Math.min(now, from + MINUTE_MS);
    if (!source || to <= from) return;
    const asked = Promise.all(MARKETS.map(async ({ market }) => ({ market, row: await source.history({ market, minutes: 1, from, to }) })));
    // Prints wait for this: without it the minute begins with the first of them.
    for (const { market, row } of (await (source.kind === 'live' ? inTime(asked, SEED_WAIT_MS) : asked)) ?? []) {
      if (row.length !== HISTORY_COLUMNS) continue;
      const [time, open, high, low, close, volume] = row as unknown as [number, number, number, number, number, number];
      builder.seed(market, { time, open, high, low, close, volume });
    }
  }

  /** Reads the last day's figures anew, once at a time; who asks meanwhile is served by another reading. Never rejects. */
  #fillSoon(): Promise<void> {
    this.#isFillAsked = true;
    this.#filling ??= this.#fillAsked().finally(() => {
      this.#filling = null;
    });
    return this.#filling;
  }

  async #fillAsked(): Promise<void> {
    while (this.#isFillAsked) {
      this.#isFillAsked = false;
      await this.#fillTickers().catch((error: unknown) => this.#deps.log.warn({ err: error }, 'figures of the last day were not read'));
    }
  }

  async #fillTickers(): Promise<void> {
    const { store, tickers, clock } = this.#deps;
    const day = Math.floor(clock.now() / DAY_MS);
    for (const { market } of MARKETS) {
      tickers.fill(market, [...(await store.listDay(market, day - 1)), ...(await store.listDay(market, day))], clock.now());
    }
  }

  /** Shows a minute at once and writes it. */
  #storeMinute(closed: ClosedMinute): Promise<void> {
    this.#show(closed);
    this.#unwritten.set(closed.minute, closed);
    const [oldest] = this.#unwritten.keys();
    if (this.#unwritten.size > UNWRITTEN_MAX && oldest !== undefined) {
      this.#unwritten.delete(oldest);
      this.#deps.log.error({ minute: oldest }, 'a minute was never stored');
    }
    return this.#writeSoon();
  }

  #show({ minute, candles }: ClosedMinute): void {
    for (const [market, candle] of candles) this.#deps.store.record(market, minute, candle);
  }

  /** Writes what is not written yet, once at a time. What fails is tried again with the next second. Never rejects. */
  #writeSoon(): Promise<void> {
    this.#writing ??= this.#write()
      .catch((error: unknown) => this.#deps.log.error({ err: error, minutes: this.#unwritten.size }, 'a minute was not stored'))
      .finally(() => {
        this.#writing = null;
      });
    return this.#writing;
  }

  async #write(): Promise<void> {
    for (const closed of this.#unwritten.values()) {
      const { minute, samples, candles } = closed;
      await upsertMinute(this.#deps.db.read, { minute, samples, candles: Object.fromEntries(candles) });
      if (this.#unwritten.get(minute) === closed) this.#unwritten.delete(minute);
      // A day that was read from the database meanwhile is without it.
      this.#show(closed);
    }
  }

  #record(closed: ClosedMinute): void {
    const { clock, tickers } = this.#deps;
    const now = clock.now();
    for (const [market, candle] of closed.candles) {
      const [open, high, low, close, volume] = candle;
      tickers.close(market, { time: closed.minute * MINUTE_MS, open, high, low, close, volume }, now);
    }
    void this.#storeMinute(closed);
  }

  /** After a sleep of the machine the source may know what no print saw; minutes with prints stay as they are. */
  #mendGap(now: number): void {
    const minute = Math.floor(now / MINUTE_MS);
    const gap = minute - this.#lastMinute;
    this.#lastMinute = minute;
    if (gap <= 1) return;
    for (let day = Math.floor((now - gap * MINUTE_MS) / DAY_MS); day <= Math.floor(now / DAY_MS); day += 1) this.#deps.store.forgetDay(day);
    void this.#fillSoon();
  }
}

/** Resolves with null when it takes longer; what it comes to then is nobody's. */
function inTime<T>(work: Promise<T>, ms: number): Promise<T | null> {
  const stop = new AbortController();
  const late = wait(ms, null, { signal: stop.signal, ref: false }).catch(() => null);
  return Promise.race([work, late]).finally(() => stop.abort());
}

function readTicks(print: Print): Map<string, { priceTicks: number; volumeSteps: number }> {
  const prices = new Map<string, { priceTicks: number; volumeSteps: number }>();
  for (const [market, price] of parsePrices(print.prices)) {
    const spec = findMarket(market);
    if (spec) prices.set(market, { priceTicks: Number(toUnits(price, spec.tickScale)), volumeSteps: 0 });
  }
  return prices;
}
