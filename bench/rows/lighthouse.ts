// Lighthouse, mobile, of /tab1 as a visitor sees it: the median of five runs. Lighthouse itself is installed once into .cache, pinned.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { findBrowser } from '../../scripts/browser.mjs';
import { median, printVerdict } from '../support/print';
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

/** A browser whose trace has no beginning is started again. */
async function run(url: string): Promise<Report> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await runOnce(url);
    } catch (error) {
      const [first] = String((error as { stderr?: string }).stderr ?? error).split('\n');
      if (attempt === TRIES) throw new Error(first);
      console.log(`Lighthouse did not finish, once more: ${first}`);
    }
  }
}

async function runOnce(url: string): Promise<Report> {
  const { executablePath, args, env } = await findBrowser();
  const options = ['--output=json', '--quiet', `--only-categories=${Object.keys(CATEGORIES).join(',')}`];
  const text = execFileSync(process.execPath, [PROGRAM, url, ...options, `--chrome-flags=--headless=new ${args.join(' ')}`], {
    env: { ...process.env, ...env, CHROME_PATH: executablePath },
    maxBuffer: 64 * 2 ** 20,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  return JSON.parse(text) as Report;
}

install();
const product = await startProduct();
try {
  await (await fetch(`${product.origin}/tab1`)).text();
  const reports: Report[] = [];
  for (let round = 0; round < ROUNDS; round += 1) reports.push(await run(`${product.origin}/tab1`));
  const figure = (id: string) => median(reports.map(({ audits }) => audits[id]?.numericValue ?? Number.NaN));
  console.log(`Lighthouse ${VERSION}, mobile, median of ${ROUNDS}`);
  for (const [category, wanted] of Object.entries(CATEGORIES)) {
    const score = median(reports.map(({ categories }) => Math.round((categories[category]?.score ?? 0) * 100)));
    printVerdict({ what: category, value: String(score), wanted: `at least ${wanted}`, isReached: score >= wanted });
  }
  const lcp = figure('largest-contentful-paint') / 1000;
  printVerdict({
    what: 'largest contentful paint',
    value: `${lcp.toFixed(2)} s`,
    wanted: `at most ${LCP_SECONDS_MAX} s`,
    isReached: lcp <= LCP_SECONDS_MAX,
  });
  console.log(
    `first paint ${(figure('first-contentful-paint') / 1000).toFixed(2)} s, blocked ${figure('total-blocking-time').toFixed(0)} ms, layout shift ${figure('cumulative-layout-shift').toFixed(4)}, server ${figure('server-response-time').toFixed(0)} ms`,
  );
  const failed = Object.values(reports[0]?.audits ?? {}).filter(
    ({ score, scoreDisplayMode }) => scoreDisplayMode === 'binary' && score === 0,
  );
  for (const { title } of failed) console.log(`  ${title}`);
} finally {
  await product.stop();
}
