// From the start command to the first page: of a built tree, and of a fresh clone after npm ci (its packages are linked, not downloaded).
import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { ensureBuilt } from '../../scripts/launch/build.mjs';
import { linkFolder } from '../support/link-packages';
import { median, printVerdict } from '../support/print';
import { startProduct } from '../support/product';

const ROUNDS = Number(process.env.ROUNDS ?? 5);
const BUILT_SECONDS_MAX = 5;
const FRESH_SECONDS_MAX = 120;
const CLONE = resolve('.cache/bench/clone');

/** Seconds from the command to the whole answer of the first page, with an empty data folder. */
async function timeStart(cwd?: string): Promise<number> {
  const startedAt = performance.now();
  const product = await startProduct(cwd === undefined ? {} : { cwd });
  const answer = await fetch(`${product.origin}/tab1`);
  const page = await answer.text();
  const seconds = (performance.now() - startedAt) / 1000;
  await product.stop();
  if (!answer.ok || !page.includes('</html>')) throw new Error(`the first page: HTTP ${answer.status}`);
  return seconds;
}

await ensureBuilt({});
const built: number[] = [];
for (let round = 0; round < ROUNDS; round += 1) built.push(await timeStart());
const seconds = median(built);
printVerdict({
  what: 'built tree to first page',
  value: `${seconds.toFixed(2)} s (median of ${ROUNDS}; ${Math.min(...built).toFixed(2)} to ${Math.max(...built).toFixed(2)})`,
  wanted: `at most ${BUILT_SECONDS_MAX} s`,
  isReached: seconds <= BUILT_SECONDS_MAX,
});

rmSync(CLONE, { recursive: true, force: true });
try {
  mkdirSync(CLONE, { recursive: true });
  execFileSync('git', ['clone', '--quiet', '.', CLONE]);
  linkFolder(resolve('node_modules'), join(CLONE, 'node_modules'));
  const fresh = await timeStart(CLONE);
  printVerdict({
    what: 'fresh clone to first page, after npm ci',
    value: `${fresh.toFixed(1)} s`,
    wanted: `at most ${FRESH_SECONDS_MAX} s`,
    isReached: fresh <= FRESH_SECONDS_MAX,
  });
} finally {
  rmSync(CLONE, { recursive: true, force: true });
}
