import { describe, expect, it } from 'vitest';
import { applyTick, mergeCandles, movingAverage, openTimeOf, toDrawn, type DrawnCandle } from './candle-series';

const at = (iso: string) => Date.parse(iso);
const candle = (time: number, close: number): DrawnCandle => ({ time, open: close, high: close, low: close, close, volume: 1 });

describe('candle series', () => {
  it.each([
    ['1m', '2026-03-05T10:07:59.999Z', '2026-03-05T10:07:00Z'],
    ['15m', '2026-03-05T10:07:00Z', '2026-03-05T10:00:00Z'],
    ['4h', '2026-03-05T10:07:00Z', '2026-03-05T08:00:00Z'],
    ['1d', '2026-03-05T10:07:00Z', '2026-03-05T00:00:00Z'],
    ['1w', '2026-03-05T10:07:00Z', '2026-03-02T00:00:00Z'],
    ['1w', '2026-03-02T00:00:00Z', '2026-03-02T00:00:00Z'],
  ] as const)('opens the %s candle of %s at %s', (interval, tick, open) => {
    expect(openTimeOf(at(tick), interval) * 1000).toBe(at(open));
  });

  it('moves close, high and low of the open candle and keeps its open and volume', () => {
    const last = { time: openTimeOf(at('2026-03-05T10:07:00Z'), '1m'), open: 10, high: 11, low: 9, close: 10, volume: 5 };
    expect(applyTick(last, { price: 12, atMs: at('2026-03-05T10:07:30Z') }, '1m')).toEqual({ ...last, high: 12, close: 12 });
  });

  it('opens the next candle at the last close', () => {
    const last = candle(openTimeOf(at('2026-03-05T10:07:00Z'), '1m'), 10);
    expect(applyTick(last, { price: 9, atMs: at('2026-03-05T10:08:00Z') }, '1m')).toEqual({
      time: last.time + 60,
      open: 10,
      high: 10,
      low: 9,
      close: 9,
      volume: 0,
    });
  });

  it('ignores a tick that is older than the last candle', () => {
    expect(applyTick(candle(600, 10), { price: 9, atMs: 599_000 }, '1m')).toBeNull();
  });

  it('joins older candles in front and lets the newer answer win where both overlap', () => {
    const joined = mergeCandles([candle(60, 1), candle(120, 2)], [candle(120, 3), candle(180, 4)]);
    expect(joined.map((one) => [one.time, one.close])).toEqual([
      [60, 1],
      [120, 3],
      [180, 4],
    ]);
  });

  it('keeps candles that ticks opened beyond the newer answer', () => {
    expect(mergeCandles([candle(60, 1), candle(240, 9)], [candle(60, 2), candle(180, 4)]).map((one) => one.time)).toEqual([60, 180, 240]);
  });

  it('averages the last n closes from the n-th candle on', () => {
    expect(
      movingAverage(
        [1, 2, 3, 4].map((close, index) => candle(index, close)),
        3,
      ),
    ).toEqual([
      { time: 2, value: 2 },
      { time: 3, value: 3 },
    ]);
  });

  it('reads rows in milliseconds and decimal strings', () => {
    expect(toDrawn([[60_000, '1.5', '2', '1', '1.75', '10']])).toEqual([{ time: 60, open: 1.5, high: 2, low: 1, close: 1.75, volume: 10 }]);
  });
});
