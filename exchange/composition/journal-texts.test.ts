import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const MODULES = 'exchange/modules';
const CODE = /\b([A-Z][A-Z0-9_]+): \{ record: '/g;
const sources = readdirSync(MODULES, { recursive: true, encoding: 'utf8' }).filter(
  (name) => name.endsWith('.ts') && !name.endsWith('.test.ts'),
);
const codes = [
  ...new Set(sources.flatMap((name) => [...readFileSync(join(MODULES, name), 'utf8').matchAll(CODE)].map(([, code]) => code))),
];
const texts = JSON.parse(readFileSync('messages/en/records.json', 'utf8')) as { codes: Record<string, string> };

it('every journal code of a module has words in the records', () => {
  expect(codes).toContain('CONVERT');
  expect(codes.filter((code) => code !== undefined && texts.codes[code] === undefined)).toEqual([]);
});

it('every purpose that money is held for has words in the wallet, in every language, and none has that nothing is held for', () => {
  const text = sources.map((name) => readFileSync(join(MODULES, name), 'utf8')).join('\n');
  const constants = new Map([...text.matchAll(/export const ([A-Z_]+) = '([a-z-]+)';/g)].map(([, name, value]) => [name, value]));
  const held = new Set([...text.matchAll(/purpose: ([A-Z_]+), reference:/g)].map(([, name]) => constants.get(name)));
  expect(held).toContain('withdrawal');
  for (const locale of readdirSync('messages')) {
    const { heldFor } = JSON.parse(readFileSync(`messages/${locale}/wallet.json`, 'utf8')) as { heldFor: Record<string, string> };
    expect(Object.keys(heldFor).sort(), locale).toEqual([...held, 'orders', 'other'].sort());
  }
});
