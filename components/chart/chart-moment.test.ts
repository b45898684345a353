import { expect, it } from 'vitest';
import { intervalReaching, readMoment } from './chart-moment';

const NOW = Date.UTC(2026, 2, 1);
const MINUTE_MS = 60_000;

it.each([
  ['a minute ago', MINUTE_MS, '1m'],
  ['three days ago', 3 * 24 * 60 * MINUTE_MS, '1m'],
  ['5,000 minutes ago', 5_000 * MINUTE_MS, '5m'],
  ['a month ago', 31 * 24 * 60 * MINUTE_MS, '15m'],
  ['ten years ago', 10 * 365 * 24 * 60 * MINUTE_MS, '1d'],
])('%s is shown by candles that reach there', (_name, ago, expected) => {
  expect(intervalReaching(NOW - ago, NOW)).toBe(expected);
});

it.each([
  [String(NOW), NOW],
  [String(NOW + 1), null],
  ['12', null],
  ['1e12', null],
  ['-1772323200000', null],
  [undefined, null],
  [['1772323200000'], null],
])('reads the moment %s of an address', (text, expected) => {
  expect(readMoment(text, NOW)).toBe(expected);
});
