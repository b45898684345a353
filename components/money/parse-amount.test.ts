import { expect, test } from 'vitest';
import { canBeReadTwoWays, finishAmount, parseAmount, showTyped } from './parse-amount';

test.each([
  { name: 'keeps a plain decimal', typed: '12.5', locale: 'en', value: '12.5' },
  { name: 'takes the German decimal comma', typed: '12,5', locale: 'de', value: '12.5' },
  { name: 'takes a typed comma as the decimal sign in English, never as nothing', typed: '1,5', locale: 'en', value: '1.5' },
  { name: 'takes a typed point as the decimal sign in German', typed: '1.5', locale: 'de', value: '1.5' },
  { name: 'keeps an unfinished decimal', typed: '12.', locale: 'en', value: '12.' },
  { name: 'puts a zero before a leading point', typed: '.5', locale: 'en', value: '0.5' },
  { name: 'drops a prefix that is no digit', typed: '$ 12', locale: 'en', value: '12' },
  { name: 'refuses an exponent instead of reading its digits', typed: '-1e5', locale: 'en', value: null },
  { name: 'refuses a letter in between', typed: '1a5', locale: 'en', value: null },
  { name: 'refuses a minus', typed: '-5', locale: 'en', value: null },
  { name: 'reads Arabic digits and their decimal sign', typed: '١٢٫٥', locale: 'en', value: '12.5' },
  { name: 'reads Persian digits', typed: '۱۲', locale: 'en', value: '12' },
  { name: 'refuses digits that it does not know instead of leaving them out', typed: '१२', locale: 'en', value: null },
  { name: 'drops needless zeros in front', typed: '007', locale: 'en', value: '7' },
  { name: 'reads full-width digits', typed: '１２．５', locale: 'ja', value: '12.5' },
  { name: 'cuts the tenth decimal', typed: '0.1234567891', locale: 'en', value: '0.123456789' },
  { name: 'takes nine digits before the point', typed: '123456789', locale: 'en', value: '123456789' },
  { name: 'refuses the tenth digit before the point', typed: '1234567890', locale: 'en', value: null },
  { name: 'refuses words', typed: 'abc', locale: 'en', value: null },
  { name: 'is empty when all was deleted', typed: '', locale: 'en', value: '' },
  { name: 'keeps the first of two typed points', typed: '1.5.', locale: 'en', value: '1.5' },
  { name: 'keeps the amount when a comma is typed after a point', typed: '1.5,', locale: 'en', value: '1.5' },
])('$name', ({ typed, locale, value }) => {
  expect(parseAmount(typed, { locale })).toBe(value);
});

test('security: a page that was pasted is refused before it is looked at', () => {
  const before = process.cpuUsage();
  for (const sign of [' ', '1', '.', '1 ', '$', "'"])
    expect(parseAmount(`${sign.repeat(100_000)}x`, { locale: 'en', isPasted: true })).toBeNull();
  expect(process.cpuUsage(before).user).toBeLessThan(2_000_000);
});

test.each([
  { typed: '1,000', locale: 'en', value: '1000' },
  { typed: '1.000', locale: 'de', value: '1000' },
  { typed: '1,000.50', locale: 'en', value: '1000.50' },
  { typed: '1.000,50', locale: 'en', value: '1000.50' },
  { typed: '1,234,567', locale: 'en', value: '1234567' },
  { typed: '0,125', locale: 'de', value: '0.125' },
  { typed: '12 500,75 USDT', locale: 'fr', value: '12500.75' },
  { typed: '0,001', locale: 'en', value: '0.001' },
  { typed: '0.001', locale: 'de', value: '0.001' },
  { typed: '1,5', locale: 'en', value: '1.5' },
  { typed: "12'500.75", locale: 'de', value: '12500.75' },
  { typed: '$ 12.50', locale: 'en', value: '12.50' },
  { typed: '12.50 €', locale: 'en', value: '12.50' },
  { typed: '1.50000000000', locale: 'en', value: '1.500000000' },
  { typed: '1e-7', locale: 'en', value: null },
  { typed: '1,2,3', locale: 'en', value: null },
  { typed: '1,00.50', locale: 'en', value: null },
  { typed: '1.000.50', locale: 'en', value: null },
  { typed: '15k', locale: 'en', value: null },
  { typed: '12 Mio', locale: 'de', value: null },
  { typed: '12 and 13', locale: 'en', value: null },
  { typed: '12 13', locale: 'en', value: null },
  { typed: '-5', locale: 'en', value: null },
  { typed: '0x10', locale: 'en', value: null },
  { typed: 'NaN', locale: 'en', value: null },
  { typed: '0.0000000001', locale: 'en', value: null },
])('a pasted $typed reads as $value in $locale', ({ typed, locale, value }) => {
  expect(parseAmount(typed, { locale, isPasted: true })).toBe(value);
});

test('an asset without decimals takes none', () => {
  expect(parseAmount('12.5', { locale: 'en', decimals: 0 })).toBe('12');
});

test('shows the decimal sign of the reader', () => {
  expect(showTyped('1234.5', 'de')).toBe('1234,5');
});

test('a finished amount has no dangling point, and nothing is null', () => {
  expect([finishAmount('12.'), finishAmount('0.50'), finishAmount(''), finishAmount('.')]).toEqual(['12', '0.50', null, null]);
});

test('what is a thousand in one language and a fraction in another can be read two ways, whatever stands around it', () => {
  for (const typed of ['1.234', '1,234', '50.000', '999,999', '$ 1,234', '1.234 USDT', '１．２３４'])
    expect(canBeReadTwoWays(typed), typed).toBe(true);
  for (const typed of ['1234', '0.001', '0,125', '1.5', '1.2340', '1,234.5', '1.234.567', '12 345', "1'234", ''])
    expect(canBeReadTwoWays(typed), typed).toBe(false);
});
