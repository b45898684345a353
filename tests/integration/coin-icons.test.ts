import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { ASSETS, SANDBOX_TOKENS } from '../../exchange/modules/ledger/ledger';
import coinIcons from '../../components/money/coin-icons.json';

it('has an icon for each asset of the ledger but the sandbox’s tokens, in one file that points to nothing outside a symbol', () => {
  const svg = readFileSync('public/coins.svg', 'utf8');
  const drawn = [...svg.matchAll(/<symbol id="([A-Z]+)" viewBox="0 0 32 32">/g)].map(([, coin]) => coin);
  expect(drawn).toEqual(coinIcons);
  expect(coinIcons).toEqual(ASSETS.filter((asset) => !SANDBOX_TOKENS.includes(asset)).sort());
  expect(svg).not.toMatch(/url\(|href|<script|<style/);
});
