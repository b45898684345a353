#!/usr/bin/env node
// Makes public/coins.svg, one picture with the icons of all coins in components/money/coin-icons.json: one request a browser. The icons come from
// the package cryptocurrency-icons (CC0), which is fetched for this and isn't a dependency. Run it after changing the list.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const PACKAGE = 'cryptocurrency-icons@0.18.1';
const LIST = 'components/money/coin-icons.json';
const OUT = 'public/coins.svg';
/** From the top of an icon to that of the next: 32, and room that keeps its neighbours out of a view. */
const STEP = 40;

const folder = mkdtempSync(join(tmpdir(), 'coin-icons-'));
try {
  const [{ filename }] = JSON.parse(execFileSync('npm', ['pack', PACKAGE, '--json', '--pack-destination', folder], { encoding: 'utf8' }));
  execFileSync('tar', ['xzf', join(folder, filename), '-C', folder]);
  const icons = JSON.parse(readFileSync(LIST, 'utf8')).map((coin, index) => {
    const svg = readFileSync(join(folder, `package/svg/color/${coin.toLowerCase()}.svg`), 'utf8');
    const top = index * STEP;
    return `<view id="${coin}" viewBox="0 ${top} 32 32"/><g transform="translate(0 ${top})">${flatten(svg)}</g>`;
  });
  writeFileSync(OUT, `<svg xmlns="http://www.w3.org/2000/svg">${icons.join('')}</svg>\n`);
} finally {
  rmSync(folder, { recursive: true, force: true });
}

/** Returns the drawing alone. Ids of several icons would be in each other's way: shadows go, what is drawn by reference stands in its place. */
function flatten(svg) {
  const paths = new Map([...svg.matchAll(/<path d="([^"]+)" id="([^"]+)"\/>/g)].map(([, d, id]) => [id, d]));
  const inner = svg
    .replace(/^[\s\S]*?<svg[^>]*>|<\/svg>\s*$/g, '')
    .replace(/<defs>[\s\S]*?<\/defs>/g, '')
    .replace(/<use[^>]*filter="[^"]*"[^>]*\/>/g, '')
    .replace(/<use fill="([^"]+)" xlink:href="#([^"]+)"\/>/g, (_, fill, id) => `<path fill="${fill}" d="${paths.get(id)}"/>`);
  if (/url\(|xlink|<use|<defs/.test(inner)) throw new Error(`this icon is drawn by reference: ${inner.slice(0, 200)}`);
  return inner;
}
