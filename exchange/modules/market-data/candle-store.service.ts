import { setImmediate as yieldToOthers } from 'node:timers/promises';
import { createBlocks, type StoreInput } from './candle-blocks';
import { CANDLE_COLUMNS, type Candle, calculateOpenTime, createCandleTable, foldInto, foldTable, readCandle } from './candles.math';
import { DAY_MS, HISTORY_COLUMNS, MINUTE_MS, MINUTES_PER_DAY } from './market-data.source';
import { listRecordedDays, type MinuteCandle } from './minutes.repository';

/** More than a year, so that a yearly chart has its first week whole. */
export const HISTORY_DAYS = 400;
/** Hours of so many days are folded at once. */
const DAYS_AT_ONCE = 32;
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

/** Creates the candles of all markets out of `source` (null: recorded minutes only) and the recorded minutes. */
export function createCandleStore(input: StoreInput): CandleStore {
  const { db, clock, source } = input;
  const hours = new Map<string, Float64Array>();
  /** Days whose hours are being made; one that changes meanwhile leaves it, and what was made is kept by nobody. */
  const foldings = new Map<string, object>();
  const blocks = createBlocks(input);
  const { recordedDays, readSource, isUnsure } = blocks;
  const today = () => Math.floor(clock.now() / DAY_MS);

  async function readHours(market: string, day: number): Promise<void> {
    const first = Math.max(day - HOURLY_DAYS_AT_ONCE + 1, today() - HISTORY_DAYS);
    const rows = await readSource({ market, minutes: 60, from: first * DAY_MS, to: (day + 1) * DAY_MS });
    if (!rows) return;
    const made = new Map<number, Float64Array>();
    // Minutes that were recorded win over what the source says: their days are made of minutes.
    for (let d = first; d <= day; d += 1) if (!hours.has(`${market}/${d}`) && !recordedDays.has(d)) made.set(d, createCandleTable(HOURS));
    for (let i = 0; i < rows.length; i += HISTORY_COLUMNS) {
      const hour = Math.floor((rows[i] as number) / (60 * MINUTE_MS));
      made.get(Math.floor(hour / HOURS))?.set(rows.subarray(i + 1, i + HISTORY_COLUMNS), (hour % HOURS) * CANDLE_COLUMNS);
    }
    for (const [d, table] of made) hours.set(`${market}/${d}`, table);
  }

  async function getHours(market: string, day: number, isOwn = false): Promise<Float64Array> {
    const key = `${market}/${day}`;
    const known = hours.get(key);
    if (known) return known;
    if (source?.hasHourlyHistory && today() - day > MINUTE_DAYS_OF_HOURLY_SOURCE && !recordedDays.has(day)) await readHours(market, day);
    const folding = {};
    foldings.set(key, folding);
    try {
      const made = hours.get(key) ?? foldTable(await blocks.get(market, day, isOwn), 60);
      if (day < today() && foldings.get(key) === folding && !isUnsure(key)) hours.set(key, made);
      await yieldToOthers();
      return made;
    } finally {
      if (foldings.get(key) === folding) foldings.delete(key);
    }
  }

  const forgetHours = (key: string): void => {
    for (const one of [hours, foldings]) one.delete(key);
  };

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
      const openDay = open === null ? null : Math.floor(open.time / DAY_MS);
      const lastDay = Math.min(today(), Math.floor((end - 1) / DAY_MS));
      // The newest candles are the same for everybody: whoever asks for them waits behind nobody who looks at the past.
      const isNewest = before > clock.now();
      for (let day = Math.floor(first / DAY_MS); day <= lastDay; day += 1) {
        // The running minute may be recorded meanwhile: its day is made of minutes, which say which of them are before it.
        const isHourly = minutes >= 60 && day !== openDay;
        const table = isHourly ? await getHours(market, day, isNewest) : await blocks.get(market, day, isNewest);
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
      forgetHours(`${market}/${day}`);
      blocks.record(`${market}/${day}`, minute, candle);
    },
    forgetDay(day) {
      blocks.forgetDay(day);
      for (const key of [...hours.keys(), ...foldings.keys()]) if (key.endsWith(`/${day}`)) forgetHours(key);
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
