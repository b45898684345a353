import { describe, expect, it } from 'vitest';
import type { DrawnCandle } from './candle-series';
import { profileOf } from './volume-profile.math';

const candle = (low: number, high: number, volume: number): DrawnCandle => ({ time: 0, open: low, close: high, low, high, volume });

describe('volume by price', () => {
  it('spreads each candle over the bands that it went through, and loses nothing', () => {
    const rows = profileOf([candle(100, 200, 10), candle(150, 200, 4)], 4);
    expect(rows.map(({ volume }) => volume)).toEqual([2.5, 2.5, 4.5, 4.5]);
    expect(rows[0]).toMatchObject({ low: 100, high: 125 });
    expect(rows.at(-1)?.high).toBe(200);
  });

  it('keeps a candle that stood still in its band', () =>
    expect(profileOf([candle(100, 200, 0), candle(200, 200, 7), candle(100, 100, 1)], 2).map(({ volume }) => volume)).toEqual([1, 7]));

  it('is nothing while prices have no range', () => {
    expect(profileOf([])).toEqual([]);
    expect(profileOf([candle(5, 5, 3)])).toEqual([]);
  });
});
