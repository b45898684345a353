import { setTimeout as wait } from 'node:timers/promises';
import { createConcurrencyLimiter } from '../../../lib/rate-limits/concurrency-limiter';
import type { Clock } from '../../platform/clock';
import type { Database } from '../../platform/db';
import { DomainError } from '../../platform/domain-error';
import type { Logger } from '../../platform/logger';
import { CANDLE_COLUMNS, createCandleTable } from './candles.math';
import { DAY_MS, HISTORY_COLUMNS, type HistoryQuery, MINUTE_MS, MINUTES_PER_DAY, type PriceSource } from './market-data.source';
import { listMinutes, type MinuteCandle } from './minutes.repository';

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
/** A source that is down is written down once in this time. */
const WARN_EVERY_MS = 10_000;
/** A live source that gave no history isn't asked about that market again so soon: a chart of a year is hundreds of questions, each as slow as the first. */
const ASK_AGAIN_MS = 10_000;

export type StoreInput = { db: Database; clock: Clock; log: Logger; source: PriceSource | null };

/** Keeps the minutes of the days that were read last, each day of a market as one table. */
export function createBlocks({ db, clock, log, source }: StoreInput) {
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
