import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const COLOURS = new Set([...readFileSync('app/globals.css', 'utf8').matchAll(/--color-([a-z0-9-]+): var/g)].map(([, name]) => name));
/** Utilities that take one of the product's colours: the first word of its name is enough to know them. */
const USES =
  /\b(?:bg|text|border|outline|fill|stroke|accent|from|to|via|ring|decoration)-((?:surface|ink|accent|action|up|down|warn|danger|on|paper|white|black)(?:-[a-z0-9]+)*)/g;

const FILES = ['app', 'components'].flatMap((root) =>
  readdirSync(root, { recursive: true, encoding: 'utf8' }).flatMap((name) => (name.endsWith('.tsx') ? [`${root}/${name}`] : [])),
);

it('names no colour that the theme does not have', () => {
  const unknown = FILES.flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(USES)].flatMap(([use, name = '']) => (COLOURS.has(name) ? [] : [`${file}: ${use}`])),
  );
  expect(FILES.length).toBeGreaterThan(100);
  expect(unknown).toEqual([]);
});

it('receipts are written by their component: a long value breaks there alone', () => {
  expect(FILES.filter((file) => /className=["{`']+receipt[ "]/.test(readFileSync(file, 'utf8')))).toEqual(['components/ui/receipt.tsx']);
});
