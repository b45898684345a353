import { expect, it } from 'vitest';
import { LOCALES } from '../protocol/wire';
import { clockOf } from './clock';

const AFTERNOON = Date.UTC(2026, 10, 27, 15, 37);
const write = (locale: string) =>
  new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC', ...clockOf(locale) }).format(AFTERNOON);

it('Korean and the Chinese of Taiwan have 24 hours', () =>
  expect([write('ko'), write('zh-TW')]).toEqual(['2026. 11. 27. 15:37', expect.stringMatching(/^2026.*\s15:37$/)]));

it.each(LOCALES.filter((locale) => locale !== 'en'))('no half of the day is written in English: %s', (locale) =>
  expect(write(locale)).not.toMatch(/\b[AP]M\b/),
);
