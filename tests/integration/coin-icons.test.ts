import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { ASSETS, SANDBOX_TOKENS } from '../../exchange/modules/ledger/ledger';
import coinIcons from '../../components/money/coin-icons.json';

it('has an icon for each asset of the ledger but the sandbox’s tokens, each in a view of one file that points to nothing', () => {
  const svg = readFileSync('public/coins.svg', 'utf8');
  const drawn = [...svg.matchAll(/<view id="([A-Z]+)" viewBox="0 (\d+) 32 32"\/><g transform="translate\(0 \2\)">/g)].map(
    ([, coin]) => coin,
  );
  expect(drawn).toEqual(coinIcons);
  expect(coinIcons).toEqual(ASSETS.filter((asset) => !SANDBOX_TOKENS.includes(asset)).sort());
  expect(svg).not.toMatch(/url\(|href|<script|<style/);
});

it('no component shows a part of another file by <use>, which Chromium leaves empty where it comes while the file is being read', () => {
  const files = readdirSync('components', { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.tsx'));
  expect(files.length).toBeGreaterThan(300);
  expect(files.filter((name) => /<use\s[^>]*href=[^#>]*\//.test(readFileSync(`components/${name}`, 'utf8')))).toEqual([]);
});
