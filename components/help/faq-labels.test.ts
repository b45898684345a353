import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { LOCALES, type Locale } from '@/lib/protocol/wire';
import type { FaqId, FaqTexts } from '@/lib/rules/help';

/** What answers tell a reader to open or tap, by the text that stands on it: file and key. */
const NAMED: readonly (readonly [FaqId, string, string])[] = [
  ['spot-how', 'layout', 'tabs.market'],
  ['spot-how', 'spot', 'buy'],
  ['spot-how', 'spot', 'kinds.market'],
  ['amend-order', 'spot', 'amend.action'],
  ['deposit-how', 'layout', 'tabs.account'],
  ['deposit-missing', 'deposits', 'find'],
  ['withdraw-how', 'layout', 'tabs.account'],
  ['check-balance', 'records', 'title'],
  ['reserves', 'status', 'title'],
  ['stolen', 'layout', 'tabs.account'],
  ['stolen', 'account', 'sessions'],
  ['data-copy', 'data', 'title'],
  ['close-account', 'data', 'title'],
  ['support', 'support', 'title'],
  ['hear', 'notifications', 'title'],
  ['hear', 'alerts', 'title'],
];

function readText(locale: Locale, file: string, key: string): string {
  const texts: unknown = JSON.parse(readFileSync(`messages/${locale}/${file}.json`, 'utf8'));
  return String(key.split('.').reduce<unknown>((part, name) => (part as Record<string, unknown>)[name], texts)).toLowerCase();
}

it.each([...LOCALES])('in %s an answer calls tabs, pages and buttons what they are called', (locale) => {
  const { entries } = JSON.parse(readFileSync(`messages/${locale}/faq.json`, 'utf8')) as { entries: FaqTexts };
  const missing = NAMED.filter(([id, file, key]) => !entries[id]?.a.toLowerCase().includes(readText(locale, file, key)));
  expect(missing).toEqual([]);
});
