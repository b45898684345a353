import { describe, expect, test } from 'vitest';
import {
  cutDecimals,
  directionOf,
  formatAge,
  formatAmount,
  formatCompact,
  formatExact,
  formatPercent,
  formatPrice,
  shownDirection,
} from './format';

describe('amounts', () => {
  test.each([
    { name: 'groups and shows two decimals', value: '104318.5', locale: 'en', text: '104,318.50' },
    { name: 'uses the decimal comma of German', value: '104318.5', locale: 'de', text: '104.318,50' },
    { name: 'cuts instead of rounding up', value: '0.999', locale: 'en', text: '0.99' },
    { name: 'shows a loss with its sign', value: '-5', locale: 'en', text: '-5.00' },
    { name: 'shows no sign on a loss too small to see', value: '-0.001', locale: 'en', text: '0.00' },
  ])('$name', ({ value, locale, text }) => {
    expect(formatAmount(value, { locale })).toBe(text);
  });

  test('keeps every digit of an amount that a float would lose', () => {
    expect(formatExact('12345678901234567890.123456789012345678', 'en')).toBe('12,345,678,901,234,567,890.123456789012345678');
  });

  test('puts a plus before a gain and nothing before zero', () => {
    expect(formatAmount('12.5', { locale: 'en', sign: 'always' })).toBe('+12.50');
    expect(formatAmount('0', { locale: 'en', sign: 'always' })).toBe('0.00');
  });

  test('shows a balance without decimals when asked for none', () => {
    expect(formatAmount('99999.99', { locale: 'en', decimalsMin: 0, decimalsMax: 0 })).toBe('99,999');
  });

  test('cuts towards zero on both sides of it', () => {
    expect([cutDecimals('1.239', 2), cutDecimals('-1.239', 2), cutDecimals('1.2', 2), cutDecimals('1.9', 0)]).toEqual([
      '1.23',
      '-1.23',
      '1.2',
      '1',
    ]);
  });
});

describe('prices', () => {
  test.each([
    { value: '67412.8', decimals: undefined, text: '67,412.80' },
    { value: '0.12486', decimals: undefined, text: '0.12486' },
    { value: '0.5', decimals: 4, text: '0.5000' },
  ])('writes $value as $text', ({ value, decimals, text }) => {
    expect(formatPrice(value, { locale: 'en', decimals })).toBe(text);
  });
});

describe('percent', () => {
  test('is a hundred times the fraction, without a sign of its own', () => {
    expect(formatPercent('-0.0174', { locale: 'en' })).toBe('1.74%');
  });
  test('is exact for fractions with many digits', () => {
    expect(formatPercent('0.00123456789', { locale: 'en', decimals: 6 })).toBe('0.123457%');
  });
  test('is flat when it reads 0.00', () => {
    expect([shownDirection('0.00001'), shownDirection('-0.00001'), shownDirection('-0.0001'), shownDirection('0')]).toEqual([0, 0, -1, 0]);
  });
});

test('direction ignores a signed zero', () => {
  expect([directionOf('-0.00'), directionOf('0'), directionOf('-0.01'), directionOf('3')]).toEqual([0, 0, -1, 1]);
});

test('a volume is written short', () => {
  expect(formatCompact('1234567890', 'en')).toBe('1.2B');
});

test('an age has one decimal below ten seconds and none above', () => {
  expect([formatAge(400, 'en'), formatAge(42_300, 'en'), formatAge(120_000, 'en')]).toEqual(['0.4s', '42s', '2m']);
});
