import { setImmediate as yieldToOthers, setTimeout as wait } from 'node:timers/promises';
import { createConcurrencyLimiter } from '../../../lib/rate-limits/concurrency-limiter';
import type { Clock } from '../../platform/clock';
import type { Database } from '../../platform/db';
import { DomainError } from '../../platform/domain-error';
import type { Logger } from '../../platform/logger';
import { CANDLE_COLUMNS, type Candle, calculateOpenTime, createCandleTable, foldInto, foldTable, readCandle } from './candles.math';
import { DAY_MS, HISTORY_COLUMNS, type HistoryQuery, MINUTE_MS, MINUTES_PER_DAY, type PriceSource } from './market-data.source';
import { listMinutes, listRecordedDays, type MinuteCandle } from './minutes.repository';

/** More than a year, so that a yearly chart has its first week whole. */
export const HISTORY_DAYS = 400;
/**
 * Newest days whose minutes stay at hand once they were read, as the newest candles of every interval are made of them: 58 KB for each market, so
 * 9 MB. Nobody who looks at older days can push them out.
 */
const RECENT_DAYS = 12;
/** Day blocks of older minutes kept, 9 MB; hours of past days are kept until those leave the history (1 KB each). */
const BLOCKS_MAX = 160;
/** Who waits for an older day to be computed: one is at a time, and then as long a rest, as the same thread matches orders. */
const WAITING_MAX = 16;
const REST_MAX_MS = 25;
/** Hours of so many days are folded at once. */
const DAYS_AT_ONCE = 32;
/** A source that is down is written down once in this time. */
const WARN_EVERY_MS = 10_000;
/** A live source that gave no history isn't asked about that market again so soon: a chart of a year is hundreds of questions, each as slow as the first. */
const ASK_AGAIN_MS = 10_000;
/** Days that a source with hourly history is still asked for in minutes. */
const MINUTE_DAYS_OF_HOURLY_SOURCE = 7;
/** One question to a source with hourly history. */
const HOURLY_DAYS_AT_ONCE = 20;
const HOURS = 24;

export type CandleStore = {
  load(): Promise<void>;
  /**
   * Candles with an open time < `before`, at most `limit`, oldest first; `open` is the minute that is still running.
   * @throws RATE_LIMITED when many wait for days that lie further back
   */
  list(query: { market: string; minutes: number; before: number; limit: number; open: Candle | null }): Promise<Candle[]>;
  /** Minutes of one day that have a candle, oldest first. */
  listDay(market: string, day: number): Promise<Candle[]>;
  /** Takes a minute made of prints: it wins over what the source says. */
  record(market: string, minute: number, candle: MinuteCandle): void;
  /** Forgets today, for instance after a gap: it is then read from the source again. */
  forgetDay(day: number): void;
  /** Computes the hours of one past day, so that a chart doesn't have to. */
  warm(market: string, day: number): Promise<void>;
  /** Forgets days that have left the history. Returns of how many days of a market. */
  prune(): number;
};

type StoreInput = { db: Database; clock: Clock; log: Logger; source: PriceSource | null };

/** Creates the candles of all markets out of `source` (null: recorded minutes only) and the recorded minutes. */
export function createCandleStore(input: StoreInput): CandleStore {
  const { db, clock, source } = input;
  const hours = new Map<string, Float64Array>();
  const blocks = createBlocks(input);
  const { recordedDays, readSource, isUnsure } = blocks;
  const today = () => Math.floor(clock.now() / DAY_MS);

  async function readHours(market: string, day: number): Promise<void> {
    const first = Math.max(day - HOURLY_DAYS_AT_ONCE + 1, today() - HISTORY_DAYS);
    const rows = await readSource({ market, minutes: 60, from: first * DAY_MS, to: (day + 1) * DAY_MS });
    if (!rows) return;
    for (let d = first; d <= day; d += 1) if (!hours.has(`${market}/${d}`)) hours.set(`${market}/${d}`, createCandleTable(HOURS));
    for (let i = 0; i < rows.length; i += HISTORY_COLUMNS) {
      const hour = Math.floor((rows[i] as number) / (60 * MINUTE_MS));
      const table = hours.get(`${market}/${Math.floor(hour / HOURS)}`);
      table?.set(rows.subarray(i + 1, i + HISTORY_COLUMNS), (hour % HOURS) * CANDLE_COLUMNS);
    }
  }

  async function getHours(market: string, day: number, isOwn = false): Promise<Float64Array> {
    const key = `${market}/${day}`;
    const known = hours.get(key);
    if (known) return known;
    if (source?.hasHourlyHistory && today() - day > MINUTE_DAYS_OF_HOURLY_SOURCE && !recordedDays.has(day)) await readHours(market, day);
    const made = hours.get(key) ?? foldTable(await blocks.get(market, day, isOwn), 60);
    if (day < today() && !isUnsure(key)) hours.set(key, made);
    await yieldToOthers();
    return made;
  }

  return {
    async load() {
      for (const day of await listRecordedDays(db.read)) recordedDays.add(day);
    },
    async list({ market, minutes, before, limit, open }) {
      const size = minutes * MINUTE_MS;
      const last = Math.min(calculateOpenTime(before - 1, minutes), calculateOpenTime(clock.now(), minutes));
      const earliest = (today() - HISTORY_DAYS) * DAY_MS;
      let first = last - (limit - 1) * size;
      // A candle whose beginning is older than the history would be half a candle.
      if (first < earliest) first = calculateOpenTime(earliest + size - 1, minutes);
      const end = last + size;
      const candles: Candle[] = [];
      const lastDay = Math.min(today(), Math.floor((end - 1) / DAY_MS));
      // The newest candles are the same for everybody: whoever asks for them waits behind nobody who looks at the past.
      const isNewest = before > clock.now();
      for (let day = Math.floor(first / DAY_MS); day <= lastDay; day += 1) {
        const isHourly = minutes >= 60;
        const table = isHourly ? await getHours(market, day, isNewest) : await blocks.get(market, day);
        // The running minute is added below: a block that has it already, a moment after its end, must not count it twice.
        const to = isHourly ? end : Math.min(end, open?.time ?? end);
        foldInto(candles, readTable(table, day * DAY_MS, isHourly ? 60 * MINUTE_MS : MINUTE_MS, first, to), minutes);
        if (!isHourly || day % DAYS_AT_ONCE === 0) await yieldToOthers();
      }
      if (open && open.time >= first && open.time < end) foldInto(candles, [open], minutes);
      return candles.slice(-limit);
    },
    async listDay(market, day) {
      return [...readTable(await blocks.get(market, day), day * DAY_MS, MINUTE_MS, 0, Number.POSITIVE_INFINITY)];
    },
    record(market, minute, candle) {
      const day = Math.floor(minute / MINUTES_PER_DAY);
      recordedDays.add(day);
      hours.delete(`${market}/${day}`);
      blocks.record(`${market}/${day}`, minute, candle);
    },
    forgetDay(day) {
      blocks.forgetDay(day);
      for (const key of [...hours.keys()]) if (key.endsWith(`/${day}`)) hours.delete(key);
    },
    async warm(market, day) {
      if (day < today()) await getHours(market, day, true);
    },
    prune() {
      const first = today() - HISTORY_DAYS;
      const isOver = (key: string) => Number(key.slice(key.lastIndexOf('/') + 1)) < first;
      for (const day of recordedDays) if (day < first) recordedDays.delete(day);
      const over = [...hours.keys()].filter(isOver);
      for (const key of over) hours.delete(key);
      return over.length;
    },
  };
}

function* readTable(table: Float64Array, start: number, stepMs: number, from: number, to: number): Generator<Candle> {
  for (let i = 0; i < table.length / CANDLE_COLUMNS; i += 1) {
    const time = start + i * stepMs;
    const candle = time >= from && time < to ? readCandle(table, i, time) : null;
    if (candle) yield candle;
  }
}

/** Keeps the minutes of the days that were read last, each day of a market as one table. */
function createBlocks({ db, clock, log, source }: StoreInput) {
  const recent = new Map<string, Promise<Float64Array>>();
  const older = new Map<string, Promise<Float64Array>>();
  const line = createConcurrencyLimiter({ runningMax: 1, waitingMax: WAITING_MAX, refuse: () => new DomainError('RATE_LIMITED') });
  let warnedAt = Number.NEGATIVE_INFINITY;
  /** When the source last failed, by market, in ms. */
  const failedAt = new Map<string, number>();
  const recordedDays = new Set<number>();
  /** Blocks whose source failed. */
  const unsure = new Set<string>();

  /** null: the source failed, so what is known without it must not be kept as if it were all. */
  async function readSource(query: HistoryQuery): Promise<Float64Array | null> {
    if (!source) return new Float64Array();
    const sinceFailed = clock.now() - (failedAt.get(query.market) ?? Number.NEGATIVE_INFINITY);
    if (source.kind === 'live' && sinceFailed >= 0 && sinceFailed < ASK_AGAIN_MS) return null;
    try {
      return await source.history(query);
    } catch (error) {
      failedAt.set(query.market, clock.now());
      if (clock.now() - warnedAt >= WARN_EVERY_MS) {
        warnedAt = clock.now();
        log.warn({ err: error, source: source.name, market: query.market }, 'a source gave no history');
      }
      return null;
    }
  }

  async function buildBlock(market: string, day: number): Promise<Float64Array> {
    const table = createCandleTable(MINUTES_PER_DAY);
    const start = day * MINUTES_PER_DAY;
    // The running minute is not history: it comes from the prints.
    const to = Math.min((day + 1) * DAY_MS, Math.floor(clock.now() / MINUTE_MS) * MINUTE_MS);
    const rows = to > day * DAY_MS ? await readSource({ market, minutes: 1, from: day * DAY_MS, to }) : new Float64Array();
    if (!rows) unsure.add(`${market}/${day}`);
    else unsure.delete(`${market}/${day}`);
    for (let i = 0; rows && i < rows.length; i += HISTORY_COLUMNS) {
      const index = Math.floor((rows[i] as number) / MINUTE_MS) - start;
      if (index >= 0 && index < MINUTES_PER_DAY) table.set(rows.subarray(i + 1, i + HISTORY_COLUMNS), index * CANDLE_COLUMNS);
    }
    if (!recordedDays.has(day)) return table;
    for (const { minute, candle } of await listMinutes(db.read, { market, from: start, to: start + MINUTES_PER_DAY })) {
      table.set(candle, (minute - start) * CANDLE_COLUMNS);
    }
    return table;
  }

  const isRecent = (day: number) => Math.floor(clock.now() / DAY_MS) - day < RECENT_DAYS;
  const dayOf = (key: string) => Number(key.slice(key.indexOf('/') + 1));

  async function buildInLine(market: string, day: number): Promise<Float64Array> {
    return line.run(async () => {
      const startedAt = performance.now();
      const block = await buildBlock(market, day);
      await wait(Math.min(REST_MAX_MS, performance.now() - startedAt));
      return block;
    });
  }

  /** `isOwn` is who waits for nobody: it rests by itself, or asks what all others ask. */
  function getBlock(market: string, day: number, isOwn = false): Promise<Float64Array> {
    const key = `${market}/${day}`;
    const isNew = isRecent(day);
    const blocks = isNew ? recent : older;
    const known = blocks.get(key);
    const block = known ?? (isNew || isOwn ? buildBlock(market, day) : buildInLine(market, day));
    blocks.delete(key);
    blocks.set(key, block);
    if (!known) {
      const forget = () => blocks.get(key) === block && blocks.delete(key);
      block.then(() => unsure.has(key) && forget(), forget);
      for (const one of isNew ? [...recent.keys()] : []) if (!isRecent(dayOf(one))) recent.delete(one);
    }
    if (older.size > BLOCKS_MAX) older.delete(older.keys().next().value as string);
    return block;
  }

  return {
    /** Days of which minutes were recorded. */
    recordedDays,
    readSource,
    get: getBlock,
    isUnsure: (key: string) => unsure.has(key),
    /** Writes a minute into its day where that was read. */
    record(key: string, minute: number, candle: MinuteCandle): void {
      (recent.get(key) ?? older.get(key))?.then(
        (table) => table.set(candle, (minute % MINUTES_PER_DAY) * CANDLE_COLUMNS),
        () => undefined,
      );
    },
    forgetDay(day: number): void {
      for (const blocks of [recent, older]) for (const key of [...blocks.keys()]) if (dayOf(key) === day) blocks.delete(key);
    },
  };
}
