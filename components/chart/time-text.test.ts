import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { tickText, timeShiftOf, timeText } from './time-text';

const zone = process.env.TZ;
const at = (iso: string) => Date.parse(iso) / 1000;
const [DAY, TIME] = [2, 3];

describe('times of a chart in New York', () => {
  beforeEach(() => {
    process.env.TZ = 'America/New_York';
  });
  afterEach(() => {
    process.env.TZ = zone;
  });

  it('names the candle of a day by the day it stands for', () => {
    expect(tickText(at('2026-03-03T00:00:00Z'), DAY, '1d', 'en')).toBe('Mar 3');
    expect(timeText(at('2026-03-03T00:00:00Z'), '1d', 'en')).toBe('Mar 3, 2026');
  });
  it('begins a day of hours at the midnight of the reader', () => {
    const midnight = at('2026-03-03T05:00:00Z');
    expect(timeShiftOf('15m', new Date('2026-03-03T12:00:00Z'))).toBe(-5 * 3_600);
    expect((midnight + timeShiftOf('15m', new Date('2026-03-03T12:00:00Z'))) % 86_400).toBe(0);
    expect(tickText(midnight, DAY, '15m', 'en')).toBe('Mar 3');
  });
  it('names a day before the clock changed by its own date', () => {
    // In April midnight is an hour earlier than in February: 23:00 of the day before there.
    const shift = timeShiftOf('1h', new Date('2026-04-10T12:00:00Z'));
    expect(tickText(at('2026-02-05T00:00:00Z') - shift, DAY, '1h', 'en')).toBe('Feb 5');
  });
  it('writes midnight as 00:00', () => {
    const midnight = at('2026-03-03T05:00:00Z');
    expect(tickText(midnight, TIME, '15m', 'en')).toBe('00:00');
    expect(timeText(midnight, '15m', 'en')).toBe('Mar 3, 00:00');
  });
});
