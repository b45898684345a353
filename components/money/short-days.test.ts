import { readFileSync } from 'node:fs';
import { createTranslator } from 'next-intl';
import { expect, it } from 'vitest';
import { LOCALES } from '@/lib/protocol/wire';
import { formatDuration } from './duration';

const TEXTS = [
  ['staking', 'sandboxDay'],
  ['hosting', 'sandboxDay'],
  ['loans', 'sandboxTerm'],
] as const;

it.each(
  LOCALES.flatMap((locale) => TEXTS.flatMap(([file, key]) => [1, 5, 60, 120].map((seconds) => [seconds, locale, file, key] as const))),
)('a short day of %i seconds is said as long as it is in %s, %s', (seconds, locale, file, key) => {
  const messages = JSON.parse(readFileSync(`messages/${locale}/${file}.json`, 'utf8')) as Record<string, string>;
  const t = createTranslator({ locale, messages });
  const length = formatDuration(seconds, locale);
  expect(t(key, { length, days: 3, min: '10', max: '1,000' })).toContain(length);
});
