import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createLogger } from '../../platform/logger';
import type { Database } from '../../platform/db';
import { createTestDatabase } from '../../platform/test-database';
import { type CandleStore, createCandleStore, HISTORY_DAYS } from './candle-store.service';
import { type Candle, calculateOpenTime } from './candles.math';
import { DAY_MS, MINUTE_MS } from './market-data.source';
import { listRecordedDays, upsertMinute } from './minutes.repository';
import { createSimulationSource } from './simulation.source';

// A Wednesday, in the middle of an hour.
const NOW = Date.UTC(2026, 5, 17, 12, 34, 56);
const clock = { now: () => NOW };
const log = createLogger('silent');
const source = createSimulationSource({ seed: 'candles', clock });
let db: Database;
let store: CandleStore;

beforeAll(async () => {
  db = await createTestDatabase();
  store = createCandleStore({ db, clock, log, source });
});
afterAll(() => db.close());

const list = (minutes: number, limit: number, before = NOW + 1, open: Candle | null = null) =>
  store.list({ market: 'BTC-USDT', minutes, before, limit, open });

describe('calculateOpenTime', () => {
  it.each([
    { minutes: 1, open: '2026-06-17T12:34:00.000Z' },
    { minutes: 15, open: '2026-06-17T12:30:00.000Z' },
    { minutes: 240, open: '2026-06-17T12:00:00.000Z' },
    { minutes: 1_440, open: '2026-06-17T00:00:00.000Z' },
    { minutes: 10_080, open: '2026-06-15T00:00:00.000Z' },
  ])('$minutes minutes begin at $open', ({ minutes, open }) => expect(new Date(calculateOpenTime(NOW, minutes)).toISOString()).toBe(open));
});

describe('candles', () => {
  it.each([
    { minutes: 5, small: 1 },
    { minutes: 15, small: 5 },
    { minutes: 30, small: 15 },
    { minutes: 60, small: 1 },
    { minutes: 240, small: 30 },
    { minutes: 1_440, small: 60 },
    { minutes: 10_080, small: 1_440 },
  ])('of $minutes minutes are made of those of $small', async ({ minutes, small }) => {
    const big = (await list(minutes, 4)).at(-2)!;
    const end = big.time + minutes * MINUTE_MS;
    const parts = (await list(small, minutes / small, end)).filter(({ time }) => time >= big.time);
    expect(parts).toHaveLength(minutes / small);
    expect(big).toEqual({
      time: big.time,
      open: parts[0]!.open,
      close: parts.at(-1)!.close,
      high: Math.max(...parts.map(({ high }) => high)),
      low: Math.min(...parts.map(({ low }) => low)),
      volume: parts.reduce((sum, { volume }) => sum + volume, 0),
    });
  });

  it.each([1, 5, 60, 1_440, 10_080])(
    'of %i minutes come oldest first, one after the other, open and close within low and high',
    async (minutes) => {
      const candles = await list(minutes, 50, NOW - (NOW % MINUTE_MS));
      expect(candles).toHaveLength(50);
      for (const [i, candle] of candles.entries()) {
        if (i > 0) expect(candle.time - candles[i - 1]!.time).toBe(minutes * MINUTE_MS);
        expect(candle.high).toBeGreaterThanOrEqual(Math.max(candle.open, candle.close));
        expect(candle.low).toBeLessThanOrEqual(Math.min(candle.open, candle.close));
      }
    },
  );

  it('page backwards without a seam', async () => {
    const all = await list(60, 60);
    const newer = await list(60, 30);
    const older = await list(60, 30, newer[0]!.time);
    expect([...older, ...newer]).toEqual(all);
  });

  it('reach back at least 365 days by day and 90 days by minute', async () => {
    expect((await list(1_440, 500)).length).toBeGreaterThanOrEqual(365);
    expect(await list(1, 10, NOW - 90 * DAY_MS)).toHaveLength(10);
  });

  it('end with the running minute, which is in every interval', async () => {
    const open = { time: NOW - (NOW % MINUTE_MS), open: 1, high: 999_999_999, low: 1, close: 42, volume: 7 };
    for (const minutes of [1, 5, 60, 1_440, 10_080])
      expect((await list(minutes, 3, NOW + 1, open)).at(-1)).toMatchObject({ close: 42, high: 999_999_999 });
  });

  it('take a recorded minute over what the source says, also in the hour', async () => {
    const minute = Math.floor(NOW / MINUTE_MS) - 3 * 1_440;
    const hourBefore = (await list(60, 1, minute * MINUTE_MS + 1))[0]!;
    const recorded: [number, number, number, number, number] = [
      hourBefore.high,
      hourBefore.high + 500,
      hourBefore.high,
      hourBefore.high,
      3,
    ];
    await upsertMinute(db.read, { minute, samples: 60, candles: { 'BTC-USDT': recorded } });
    store.record('BTC-USDT', minute, recorded);
    expect((await list(1, 1, minute * MINUTE_MS + 1))[0]).toEqual({
      time: minute * MINUTE_MS,
      open: recorded[0],
      high: recorded[1],
      low: recorded[2],
      close: recorded[3],
      volume: 3,
    });
    expect((await list(60, 1, minute * MINUTE_MS + 1))[0]!.high).toBe(hourBefore.high + 500);
    // The same after a restart.
    const again = createCandleStore({ db, clock, log, source });
    await again.load();
    expect((await again.list({ market: 'BTC-USDT', minutes: 60, before: minute * MINUTE_MS + 1, limit: 1, open: null }))[0]!.high).toBe(
      recorded[1],
    );
  });

  it('without a source are the recorded minutes alone', async () => {
    const bare = createCandleStore({ db, clock, log, source: null });
    await bare.load();
    expect(await bare.list({ market: 'BTC-USDT', minutes: 1_440, before: NOW, limit: 500, open: null })).toHaveLength(1);
  });

  it('know the days with recorded minutes, from the first to the last, however far apart', async () => {
    const own = await createTestDatabase();
    expect(await listRecordedDays(own.read)).toEqual([]);
    const minutes = [100, 101, 400].flatMap((day) => [day * 1_440, day * 1_440 + 1, day * 1_440 + 1_439]);
    for (const minute of minutes) await upsertMinute(own.read, { minute, samples: 1, candles: { 'BTC-USDT': [1, 1, 1, 1, 0] } });
    expect(await listRecordedDays(own.read)).toEqual([100, 101, 400]);
    await own.close();
  });

  it('security: of days further back are computed one at a time, and push nothing of the newest out', async () => {
    const asked = new Map<string, number>();
    let running = 0;
    let most = 0;
    const counted = createCandleStore({
      ...{ db, clock, log },
      source: {
        ...source,
        async history(query) {
          const day = Math.floor(query.from / DAY_MS);
          asked.set(`${query.market}/${day}`, (asked.get(`${query.market}/${day}`) ?? 0) + 1);
          const isOld = NOW - query.from > 20 * DAY_MS;
          if (isOld) running += 1;
          most = Math.max(most, running);
          await new Promise((resolve) => setImmediate(resolve));
          if (isOld) running -= 1;
          return new Float64Array();
        },
      },
    });
    const read = (daysAgo: number, market = 'BTC-USDT') =>
      counted.list({ market, minutes: 30, before: NOW + 1 - daysAgo * DAY_MS, limit: 500, open: null });
    await read(0);
    const newest = new Map(asked);
    const answers = await Promise.allSettled(Array.from({ length: 30 }, (_, index) => read(40 + 12 * index)));
    expect([most, answers.some(({ status }) => status === 'rejected')]).toEqual([1, true]);
    await read(0);
    for (const [key, count] of newest) expect(asked.get(key), key).toBe(count);
  });

  it('of days that have left the history are forgotten', async () => {
    const time = { now: NOW };
    const aging = createCandleStore({ db, clock: { now: () => time.now }, log, source });
    const today = Math.floor(NOW / DAY_MS);
    for (const age of [HISTORY_DAYS, HISTORY_DAYS - 1, HISTORY_DAYS - 2, 1]) await aging.warm('BTC-USDT', today - age);
    expect(aging.prune()).toBe(0);
    time.now += 2 * DAY_MS;
    expect(aging.prune()).toBe(2);
    expect(aging.prune()).toBe(0);
    time.now += (HISTORY_DAYS - 2) * DAY_MS;
    expect(aging.prune()).toBe(2);
  });

  it('come back by themselves after the source had failed', async () => {
    let isDown = true;
    const shaky = createCandleStore({
      db,
      clock,
      log,
      source: { ...source, history: (query) => (isDown ? Promise.reject(new Error('down')) : source.history(query)) },
    });
    const query = { market: 'ETH-USDT', minutes: 60, before: NOW, limit: 5, open: null };
    expect(await shaky.list(query)).toEqual([]);
    isDown = false;
    expect(await shaky.list(query)).toHaveLength(5);
  });

  it('error: a live source that is down is not asked again for every day of a chart, and is again after a while', async () => {
    const time = { now: NOW };
    let [asked, isDown] = [0, true];
    const live = createCandleStore({
      ...{ db, log },
      clock: { now: () => time.now },
      source: {
        ...source,
        kind: 'live',
        hasHourlyHistory: true,
        history(query) {
          asked += 1;
          return isDown ? Promise.reject(new Error('down')) : source.history({ ...query, minutes: 1 });
        },
      },
    });
    const chart = { market: 'BTC-USDT', minutes: 10_080, before: NOW + 1, limit: 60, open: null };
    await live.list(chart);
    await live.list({ ...chart, minutes: 1, limit: 500 });
    expect(asked).toBe(1);
    isDown = false;
    time.now += 10_000;
    expect(await live.list({ ...chart, minutes: 1, limit: 500 })).toHaveLength(500);
  });

  describe('of a moment at which something changes', () => {
    const DAY = Math.floor(NOW / DAY_MS);
    const MIDNIGHT = (DAY + 1) * DAY_MS;
    const LAST = MIDNIGHT / MINUTE_MS - 1;
    const CLOSE: [number, number, number, number, number] = [5, 999_999_999, 5, 5, 3];
    /** Without a source: of what was recorded alone. */
    async function createAt(now: number) {
      const own = await createTestDatabase();
      const kept = createCandleStore({ db: own, clock: { now: () => now }, log, source: null });
      const minute = LAST - 1;
      await upsertMinute(own.read, { minute, samples: 1, candles: { 'BTC-USDT': [5, 6, 5, 5, 1] } });
      await kept.load();
      const day = () => kept.list({ market: 'BTC-USDT', minutes: 1_440, before: MIDNIGHT, limit: 1, open: null });
      return { own, kept, day };
    }

    it('are whole afterwards: the last minute, which is recorded while its day is read', async () => {
      const { own, kept, day } = await createAt(MIDNIGHT + 1);
      await kept.listDay('BTC-USDT', DAY);
      const reading = day();
      kept.record('BTC-USDT', LAST, CLOSE);
      await reading;
      expect((await day())[0]).toMatchObject({ high: 999_999_999, volume: 4 });
      await own.close();
    });

    it('count a running minute once that is recorded while it is read', async () => {
      const { own, kept } = await createAt(MIDNIGHT - 1);
      await kept.listDay('BTC-USDT', DAY);
      const [open, high, low, close, volume] = CLOSE;
      kept.record('BTC-USDT', LAST, CLOSE);
      const query = { market: 'BTC-USDT', minutes: 60, before: MIDNIGHT, limit: 1 };
      const candles = await kept.list({ ...query, open: { time: LAST * MINUTE_MS, open, high, low, close, volume } });
      expect(candles[0]?.volume).toBe(4);
      await own.close();
    });
  });

  it('of hours: days with recorded minutes are made of them, also where the source is asked for many days at once', async () => {
    const own = await createTestDatabase();
    const recordedDay = Math.floor(NOW / DAY_MS) - 12;
    await upsertMinute(own.read, { minute: recordedDay * 1_440, samples: 1, candles: { 'BTC-USDT': [5, 999_999_999, 5, 5, 3] } });
    const hourly = createCandleStore({ ...{ db: own, clock, log }, source: { ...source, kind: 'live', hasHourlyHistory: true } });
    await hourly.load();
    const read = (day: number) => hourly.list({ market: 'BTC-USDT', minutes: 60, before: day * DAY_MS + 1, limit: 1, open: null });
    await read(recordedDay + 1);
    expect((await read(recordedDay))[0]?.high).toBe(999_999_999);
    await own.close();
  });
});
