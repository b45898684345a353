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
