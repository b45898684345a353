// Lighthouse, mobile, of /tab1 as a visitor sees it, beside a bare page of the framework: the median of five runs. Lighthouse itself is
// installed once into .cache, pinned.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { findInstalledBrowser } from '../../scripts/browser.mjs';
import { median, printVerdict } from '../support/print';
import { startPlainApp } from '../support/plain-app';
import { startProduct } from '../support/product';

/** The newest that runs on the Node that this product needs. */
const VERSION = '12.8.2';
const FOLDER = resolve(`.cache/lighthouse-${VERSION}`);
const PROGRAM = join(FOLDER, 'node_modules/lighthouse/cli/index.js');
const TRIES = 3;
const ROUNDS = Number(process.env.ROUNDS ?? 5);
const CATEGORIES = { performance: 98, accessibility: 100, 'best-practices': 100, seo: 100 } as const;
const LCP_SECONDS_MAX = 1.5;

type Report = {
  categories: Record<string, { score: number | null }>;
  audits: Record<string, { score: number | null; numericValue?: number; title: string; scoreDisplayMode: string }>;
};

function install(): void {
  if (existsSync(PROGRAM)) return;
  mkdirSync(FOLDER, { recursive: true });
  // A manifest of its own, so that npm does not look for the project's.
  writeFileSync(join(FOLDER, 'package.json'), '{ "private": true }');
  const args = ['install', '--save-exact', '--ignore-scripts', '--no-audit', '--no-fund', `lighthouse@${VERSION}`];
  execFileSync('npm', args, { cwd: FOLDER, stdio: 'inherit' });
}

/** Simulated: worked out from an unhindered load. Applied: the line and the processor really are slow while the page loads. */
type Throttling = 'simulate' | 'devtools';

/** A browser whose trace has no beginning is started again. */
async function run(url: string, throttling: Throttling): Promise<Report> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await runOnce(url, throttling);
    } catch (error) {
      const [first] = String((error as { stderr?: string }).stderr ?? error).split('\n');
      if (attempt === TRIES) throw new Error(first);
      console.log(`Lighthouse did not finish, once more: ${first}`);
    }
  }
}

async function runOnce(url: string, throttling: Throttling): Promise<Report> {
  const { executablePath, args, env } = await findInstalledBrowser();
  const options = [
    '--output=json',
    '--quiet',
    `--only-categories=${Object.keys(CATEGORIES).join(',')}`,
    `--throttling-method=${throttling}`,
    `--chrome-flags=--headless=new ${args.join(' ')}`,
  ];
  const text = execFileSync(process.execPath, [PROGRAM, url, ...options], {
    env: { ...process.env, ...env, CHROME_PATH: executablePath },
    maxBuffer: 64 * 2 ** 20,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  return JSON.parse(text) as Report;
}

async function runRounds(url: string, throttling: Throttling): Promise<Report[]> {
  const reports: Report[] = [];
  for (let round = 0; round < ROUNDS; round += 1) reports.push(await run(url, throttling));
  return reports;
}

const figureOf = (reports: readonly Report[], id: string) => median(reports.map(({ audits }) => audits[id]?.numericValue ?? Number.NaN));
const scoreOf = (reports: readonly Report[], category: string) =>
  median(reports.map(({ categories }) => Math.round((categories[category]?.score ?? 0) * 100)));

function printPaints(name: string, reports: readonly Report[]): void {
  const seconds = (id: string) => `${(figureOf(reports, id) / 1000).toFixed(2)} s`;
  console.log(
    `${name}: performance ${scoreOf(reports, 'performance')}, first paint ${seconds('first-contentful-paint')}, largest paint ${seconds('largest-contentful-paint')}, blocked ${figureOf(reports, 'total-blocking-time').toFixed(0)} ms, layout shift ${figureOf(reports, 'cumulative-layout-shift').toFixed(4)}, server ${figureOf(reports, 'server-response-time').toFixed(0)} ms`,
  );
}

install();
const product = await startProduct();
try {
  console.log(`Lighthouse ${VERSION}, mobile, median of ${ROUNDS}`);
  await (await fetch(`${product.origin}/tab1`)).text();
  const reports = await runRounds(`${product.origin}/tab1`, 'simulate');
  for (const [category, wanted] of Object.entries(CATEGORIES)) {
    const score = scoreOf(reports, category);
    printVerdict({ what: category, value: String(score), wanted: `at least ${wanted}`, isReached: score >= wanted });
  }
  const lcp = figureOf(reports, 'largest-contentful-paint') / 1000;
  printVerdict({
    what: 'largest contentful paint',
    value: `${lcp.toFixed(2)} s`,
    wanted: `at most ${LCP_SECONDS_MAX} s`,
    isReached: lcp <= LCP_SECONDS_MAX,
  });
  printPaints('/tab1, simulated', reports);
  const failed = Object.values(reports[0]?.audits ?? {}).filter(
    ({ score, scoreDisplayMode }) => scoreDisplayMode === 'binary' && score === 0,
  );
  for (const { title } of failed) console.log(`  ${title}`);
  printPaints('/tab1, line and processor really slow', await runRounds(`${product.origin}/tab1`, 'devtools'));
} finally {
  await product.stop();
}

const plain = await startPlainApp();
try {
  await (await fetch(plain.origin)).text();
  printPaints('bare page, simulated', await runRounds(`${plain.origin}/`, 'simulate'));
  printPaints('bare page, line and processor really slow', await runRounds(`${plain.origin}/`, 'devtools'));
} finally {
  await plain.stop();
}
