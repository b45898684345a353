import { expect, it } from 'vitest';
import { calculateRecord, RANGE_DAYS_MIN } from './hosting-record';

const unit = (value: number) => BigInt(Math.round(value * 1e6)) * 1_000_000n;

it.each([
  { name: 'no day', values: [], expected: { days: 0, result: '0', largestFall: '0', worstDay: '0', losingDays: '0' } },
  { name: 'a rise', values: [1.01], expected: { days: 1, result: '0.01', largestFall: '0', losingDays: '0' } },
  {
    name: 'a fall over two days from a high in between, made good later',
    values: [1.1, 1.045, 0.99, 1.2],
    expected: { days: 4, result: '0.2', largestFall: '-0.1', worstDay: '-0.052631', losingDays: '0.5' },
  },
  { name: 'a fall below the beginning', values: [0.95], expected: { result: '-0.05', largestFall: '-0.05', losingDays: '1' } },
])('$name', ({ values, expected }) => {
  expect(calculateRecord(values.map(unit))).toMatchObject(expected);
});

it('says no range one day before there are enough, then the 10th and 90th percentile of its own 30 days', () => {
  const days = (count: number) => Array.from({ length: count }, (_, day) => unit(1 + (day + 1) / 100));
  expect(calculateRecord(days(RANGE_DAYS_MIN - 1)).range).toBeNull();
  // 31 runs of 30 days: each brings 0.3 of what it began with, 1.00 to 1.30.
  expect(calculateRecord(days(RANGE_DAYS_MIN)).range).toEqual({ low: '0.23622', high: '0.291262' });
});
