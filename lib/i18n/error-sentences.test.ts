import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { LOCALES } from '../protocol/wire';

/** How a sentence ends; a text with choices ends with its last one. */
const SENTENCE_END = /[.。!?！？}]$/;

it.each(LOCALES)('every refusal is a whole sentence in %s', (locale) => {
  for (const file of ['errors', 'error-values']) {
    const texts: Record<string, string> = JSON.parse(readFileSync(`messages/${locale}/${file}.json`, 'utf8'));
    for (const [code, text] of Object.entries(texts)) expect(text, `${file} ${code}`).toMatch(SENTENCE_END);
  }
});
