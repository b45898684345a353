import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const COLOURS = new Set([...readFileSync('app/globals.css', 'utf8').matchAll(/--color-([a-z0-9-]+): var/g)].map(([, name]) => name));
/** Utilities that take one of the product's colours: the first word of its name is enough to know them. */
const USES =
  /\b(?:bg|text|border|outline|fill|stroke|accent|from|to|via|ring|decoration)-((?:surface|ink|accent|action|up|down|warn|danger|on|paper|white|black)(?:-[a-z0-9]+)*)/g;

it('names no colour that the theme does not have', () => {
  const files = ['app', 'components'].flatMap((root) =>
    readdirSync(root, { recursive: true, encoding: 'utf8' }).flatMap((name) => (name.endsWith('.tsx') ? [`${root}/${name}`] : [])),
  );
  const unknown = files.flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(USES)].flatMap(([use, name = '']) => (COLOURS.has(name) ? [] : [`${file}: ${use}`])),
  );
  expect(files.length).toBeGreaterThan(100);
  expect(unknown).toEqual([]);
});
