import { describe, expect, it } from 'vitest';
import { CANDLE_INTERVALS, CANDLE_MINUTES, CANDLES_MAX } from '../../protocol/wire';
import { joinPages, pagesBefore } from './read-candles';

const NOW = Date.UTC(2026, 5, 17, 12, 34, 56, 789);
const MINUTE = 60_000;
/** A Monday, where weeks begin. */
const MONDAY = Date.UTC(2024, 0, 1);

describe('pages of candles', () => {
  it.each(CANDLE_INTERVALS)('of %s hold the last candles before any time, and begin at times of their own', (interval) => {
    const size = CANDLE_MINUTES[interval] * MINUTE;
    for (const before of [NOW, MONDAY, MONDAY + 1, MONDAY + size, NOW - 333 * size]) {
      const last = Math.floor((before - 1 - MONDAY) / size) * size + MONDAY;
      const pages = pagesBefore(before, interval).map(({ end }) => [end - CANDLES_MAX * size, end] as const);
      const isHeld = (open: number) => pages.some(([from, to]) => open >= from && open < to);
      expect([isHeld(last), isHeld(last - (CANDLES_MAX - 1) * size)]).toEqual([true, true]);
      expect(pages.every(([from]) => (from - MONDAY) % size === 0)).toBe(true);
    }
  });
  it('security: are few, however often the time is another', () => {
    const ends = Array.from({ length: 100_000 }, (_, index) => pagesBefore(NOW - index * 997, '30m').map(({ end }) => end)).flat();
    expect(new Set(ends).size).toBeLessThan(12);
  });
  it('are none before 1970', () => expect(pagesBefore(Date.UTC(1, 0, 1), '1m')).toEqual([]));
  it('are joined without a candle twice, also where the newest one reaches into the one before', () => {
    const rows = (from: number, to: number) =>
      Array.from({ length: (to - from) / MINUTE }, (_, index) => [from + index * MINUTE, '1', '1', '1', '1', '1'] as never);
    const [from, length] = [MONDAY, CANDLES_MAX * MINUTE];
    const now = from + 100 * MINUTE;
    const joined = joinPages(
      [
        { from: from - length, rows: rows(from - length, from) },
        { from, rows: rows(now - length, now) },
      ],
      from + 50 * MINUTE,
    ).map(([time]) => time);
    expect(joined).toEqual(Array.from({ length: CANDLES_MAX }, (_, index) => from + (50 - CANDLES_MAX + index) * MINUTE));
  });
});
