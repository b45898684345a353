import { describe, expect, it } from 'vitest';
import { sumUp } from './candle-series';
import { parseSettings, STUDIES, USUAL_SETTINGS } from './chart-settings';
import { parseDrawings } from './drawings';
import { createMeter } from './studies';

const closes = Array.from({ length: 60 }, (_, index) => 100 + 10 * Math.sin(index / 5) + index / 10);

describe('chart tools', () => {
  it.each(STUDIES)('computes %s tick by tick as it does from whole candles', (study) => {
    const whole = createMeter(study);
    const ticked = createMeter(study);
    for (const close of closes) {
      const expected = whole.next(close, false);
      ticked.next(close * 1.01, false);
      ticked.next(close * 0.98, true);
      const found = ticked.next(close, true);
      expect(found.map((value) => (value === null ? null : Number(value.toFixed(8))))).toEqual(
        expected.map((value) => (value === null ? null : Number(value.toFixed(8)))),
      );
    }
  });

  it('knows the exponential average of 20 closes from the 20th on: the same weight for all that came first', () => {
    const meter = createMeter('ema');
    const values = closes.map((close) => meter.next(close, false)[0]);
    expect(values.findIndex((value) => value !== null)).toBeLessThanOrEqual(19);
    expect(createMeter('bollinger').next(1, false)).toEqual([null, null, null]);
  });

  it.each([null, 'x', '[]', '"a"', '{"style":"bars","interval":"2m","studies":["volume"]}'])('is as usual with %s kept', (text) =>
    expect(parseSettings(text)).toEqual(USUAL_SETTINGS),
  );

  it('remembers style, interval, indicators and the volume profile', () => {
    const kept = { style: 'line', interval: '4h', studies: ['rsi', 'ema'], hasProfile: true };
    expect(parseSettings(JSON.stringify(kept))).toEqual({ style: 'line', interval: '4h', studies: ['ema', 'rsi'], hasProfile: true });
  });

  it('leaves out what is no drawing, and keeps the last twenty of a market', () => {
    const level = (price: unknown, id = 'a') => ({ id, kind: 'level', price });
    const line = { id: 'l', kind: 'line', from: { time: 60, price: 1 }, to: { time: 120, price: 2 } };
    const text = JSON.stringify({ 'BTC-USDT': [level(1), level('1'), level(null), { ...line, to: {} }, line, null], 'ETH-USDT': 5 });
    expect(parseDrawings(text)).toEqual({ 'BTC-USDT': [level(1), line], 'ETH-USDT': [] });
    const many = parseDrawings(JSON.stringify({ x: Array.from({ length: 25 }, (_, index) => level(index)) }));
    expect(many.x?.map((one) => ('price' in one ? one.price : null)).slice(0, 2)).toEqual([5, 6]);
    expect(parseDrawings('{')).toEqual({});
  });

  it('says what candles did together', () => {
    const candle = (time: number, open: number, high: number, low: number, close: number) => ({ time, open, high, low, close, volume: 1 });
    expect(sumUp([candle(60, 10, 14, 9, 12), candle(120, 12, 13, 8, 11)])).toEqual({
      ...{ first: 10, last: 11, high: 14, highAt: 60, low: 8, lowAt: 120 },
      change: expect.closeTo(0.1, 9),
    });
    expect(sumUp([])).toBeNull();
  });
});
