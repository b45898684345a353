import { expect, it } from 'vitest';
import { readAmount, readTime, readWhole, showAmount, showTime } from './typed-fields';

const of = (locale: string, timeZone = 'UTC') => ({ locale, timeZone });

it.each([
  ['en', '1,234.5', '1234.5'],
  ['en', '0.0008', '0.0008'],
  ['en', '1234567890.25', '1234567890.25'],
  ['de', '1.234,5', '1234.5'],
  ['de', '0,0008', '0.0008'],
  ['de', '1234', '1234'],
  ['fr', '12 500,75', '12500.75'],
  ['en', '1.2340', '1.2340'],
])('an amount is read as %s writes it: %s is %s', (locale, text, value) => {
  expect(readAmount(text, of(locale))).toEqual({ value });
});

it('security: what could be a thousand or a fraction is refused in every language, and so is what is no amount', () => {
  for (const locale of ['en', 'de', 'fr'])
    for (const text of ['1.234', '1,234', '50.000', '', '1e3', '-5', '12 13', '0.0000000001'])
      expect(readAmount(text, of(locale)), `${locale} ${text}`).toHaveProperty('fault');
});

it('whole tokens are a number, and nothing else is', () => {
  expect(readWhole('1 000 000', of('fr'))).toEqual({ value: 1_000_000 });
  expect(readWhole('1000000000000', of('en'))).toEqual({ value: 1_000_000_000_000 });
  expect(readWhole('1.5', of('en'))).toHaveProperty('fault');
});

it('what stands in a field at first is read as the same again', () => {
  for (const locale of ['en', 'de', 'fr', 'ja'])
    for (const decimal of ['0.0008', '1.234', '1234', '1234567.125', '12'])
      expect(Number((readAmount(showAmount(decimal, of(locale)), of(locale)) as { value: string }).value), decimal).toBe(Number(decimal));
  const berlin = of('de', 'Europe/Berlin');
  expect(readTime(showTime('2026-03-01T12:00:00.000Z', berlin), berlin, 'iso')).toEqual({ value: '2026-03-01T12:00:00.000Z' });
});

it('error: a browser that lacks the zone that the server wrote beside a field sends no time', () => {
  const lost = of('en', 'Nowhere/Atlantis');
  expect(readTime('2026-07-01T12:00', lost, 'ms')).toEqual({ fault: expect.stringContaining("doesn't know the time zone") as string });
  expect(showTime('2026-03-01T12:00:00.000Z', lost)).toBe('');
});

it('a time is read on the clock of its operator, sent in ms or as ISO, and refused where the clocks are changed', () => {
  const berlin = of('en', 'Europe/Berlin');
  expect(readTime('2026-07-01T12:00', berlin, 'ms')).toEqual({ value: Date.UTC(2026, 6, 1, 10) });
  expect(readTime('2026-07-01T12:00', berlin, 'iso')).toEqual({ value: '2026-07-01T10:00:00.000Z' });
  for (const text of ['2026-03-29T02:30', '2026-10-25T02:30', '']) expect(readTime(text, berlin, 'ms'), text).toHaveProperty('fault');
});
