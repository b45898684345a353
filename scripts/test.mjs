#!/usr/bin/env node
// `npm test`: everything that can be checked on a machine with Node alone. Build, validation, faults of whole processes, tests in the browser and in
// Node those with modules of their own, in pieces; the tests in Node that share modules take what all of these leave of the processors, or come in
// their turn where memory is short. All parts run even when one fails; the last line adds them up.
import { spawn } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { availableParallelism, setPriority, totalmem } from 'node:os';
import { ensureBuilt } from './launch/build.mjs';
import { makeScratch, removeScratch } from './scratch.mjs';
import { countOutcome, isRed, listAgain, mergeOutcomes, readOutcome } from './test-reports.mjs';
import { validate } from './validate.mjs';

const REPORTS = '.cache/reports';
const total = { passed: 0, failed: 0 };
/** What failed, said again at the end: a log of forty minutes is read from there. */
const failures = [];
/** What passed at its second try: counted as passed, and named, so that somebody looks for the cause (docs/decisions/0102-a-test-has-two-tries.md). */
const secondTries = [];
const RETRIES = 1;
const MESSAGE_CHARS = 1_000;
const add = ({ passed, failed }) => {
  total.passed += passed;
  total.failed += failed;
};

rmSync(REPORTS, { recursive: true, force: true });
mkdirSync(REPORTS, { recursive: true });
const scratch = makeScratch();
const env = {
  ...process.env,
  ...(scratch === null ? {} : { TMPDIR: scratch }),
  CI: 'true',
  FORCE_COLOR: '0',
  PLAYWRIGHT_JSON_OUTPUT_NAME: `${REPORTS}/playwright.json`,
};
/** A browser, the servers of the product and one worker of the other tests. */
const BESIDE_BYTES = 12 * 2 ** 30;
const isBeside = totalmem() >= BESIDE_BYTES && availableParallelism() > 1;
/** Browser tests wait for two thirds of their time: three of them fill two processors. Each worker has servers of its own, which need four gigabytes. */
const BROWSER_WORKERS_MAX = 3;
const WORKER_BYTES = 4 * 2 ** 30;
const spareWorkers = Math.max(0, Math.floor((totalmem() - BESIDE_BYTES) / WORKER_BYTES));
const browserWorkers = isBeside ? Math.min(BROWSER_WORKERS_MAX, 1 + spareWorkers) : 1;
/** Files about faults wait for a third of their time: for processes that start, leases that end, and moments at which one is killed. */
const FAULT_WORKERS_MAX = 3;
const faultWorkers = isBeside ? Math.min(FAULT_WORKERS_MAX, 1 + spareWorkers) : 1;
/** Whole processes that start and end, and what is drawn, are waited for: beside them the other tests take what they leave. */
const BESIDE_PRIORITY = 8;
/** Of the tests with modules of their own: small ones, so that both sides end at about the same time. A piece costs a second to begin. */
const ISOLATED_PIECES = 8;

try {
  await part('build', async () => {
    await ensureBuilt({ say: console.log });
    return { passed: 1, failed: 0 };
  });
  // In the background of all that follows, where memory allows.
  const shared = isBeside ? testInNode('shared', { projects: ['shared'], isQuiet: true }) : null;
  // The build leaves types of the routes, which it doesn't check itself.
  await part('validate', () => validate((name, message) => failures.push({ name, message })));
  await testInNode('faults', { projects: ['alone'], isQuiet: false, workers: faultWorkers });
  if (shared !== null) {
    const pieces = Array.from({ length: ISOLATED_PIECES }, (_, index) => `${index + 1}/${ISOLATED_PIECES}`);
    // They wait for half of their time, for processes that start: one at a time beside the others, and one more behind each part that has ended.
    const testMore = () => testPieces(pieces);
    await Promise.all([shared.then(testMore), testInBrowser().then(testMore), testMore()]);
  } else {
    await testInNode('shared', { projects: ['shared'], isQuiet: false });
    await testInBrowser();
    await testInNode('isolated', { projects: ['isolated'], isQuiet: false });
  }
} finally {
  for (const { name, message } of secondTries) console.log(`SECOND TRY  ${name}\n${message.slice(0, MESSAGE_CHARS)}`);
  for (const { name, message } of failures) console.log(`FAILED  ${name}\n${message.slice(0, MESSAGE_CHARS)}`);
  removeScratch(scratch);
  console.log(`${total.passed} passed, ${total.failed} failed`);
  process.exitCode = total.failed > 0 || total.passed === 0 ? 1 : 0;
}

/** Tests one piece after the other, until the list that several such rows share is empty. */
async function testPieces(pieces) {
  for (let piece = pieces.shift(); piece !== undefined; piece = pieces.shift()) {
    await testInNode(`isolated ${piece}`, { projects: ['isolated'], isQuiet: true, piece });
  }
}

/** Unit, integration and contract tests of some projects of the configuration, or a piece of them; red files a second time, in a world of their own. */
function testInNode(name, { projects, isQuiet, piece, workers }) {
  const report = `vitest-${name.replace(/\W/g, '-')}`;
  const args = ['node_modules/vitest/vitest.mjs', 'run', ...projects.flatMap((project) => ['--project', project])];
  args.push('--reporter=dot', '--reporter=json');
  const test = async (file, more) => {
    const code = await run([...args, `--outputFile.json=${REPORTS}/${file}`, ...more], { isQuiet, workers });
    return { code, outcome: readReport(file, readOutcome) };
  };
  return part(`${name} tests`, async () => {
    const first = await test(`${report}.json`, piece === undefined ? [] : [`--shard=${piece}`]);
    const again = first.outcome === undefined ? [] : listAgain(first.outcome);
    if (again.length === 0) return countRun(report, first.code, first.outcome && countOutcome(first.outcome));
    console.log(`== ${name} again: ${again.join(', ')}`);
    const second = await test(`${report}-again.json`, again);
    const merged = mergeOutcomes(first.outcome, second.outcome ?? []);
    secondTries.push(...merged.secondTries);
    const isExplained = second.outcome?.some(isRed) === true;
    return countRun(report, isExplained ? 0 : second.code, countOutcome(merged.outcome));
  });
}

/** A runner that ends badly without a failed test (no report, an error outside of tests) counts as one failure. */
function countRun(name, code, counted) {
  if (counted === undefined) return { passed: 0, failed: 1 };
  failures.push(...counted.failures);
  if (code === 0 || counted.failed > 0) return counted;
  failures.push({ name, message: `the runner ended with ${code}` });
  return { ...counted, failed: 1 };
}

function testInBrowser() {
  return part('browser tests', async () => {
    const code = await run([
      'node_modules/@playwright/test/cli.js',
      'test',
      `--retries=${RETRIES}`,
      `--workers=${browserWorkers}`,
      '--reporter=list,json',
    ]);
    const counted = readReport('playwright.json', ({ stats, suites }) => {
      const red = suites.flatMap(listRedSpecs);
      secondTries.push(...red.filter(({ status }) => status === 'flaky'));
      return {
        passed: stats.expected + stats.flaky,
        failed: stats.unexpected + stats.skipped,
        failures: red.filter(({ status }) => status !== 'flaky'),
      };
    });
    return countRun('browser tests', code, counted);
  });
}

function listRedSpecs({ file, specs = [], suites = [] }) {
  const red = specs.flatMap(({ title, tests }) => tests.filter(({ status }) => status !== 'expected').map((test) => ({ ...test, title })));
  const told = red.map(({ title, status, results }) => ({
    name: `${file}: ${title}`,
    status,
    message: results.flatMap(({ errors }) => errors.map(({ message }) => message)).join('\n'),
  }));
  return [...told, ...suites.flatMap(listRedSpecs)];
}

async function part(name, work) {
  const started = Date.now();
  console.log(`\n== ${name}`);
  const count = await work().catch((error) => {
    failures.push({ name, message: error.message });
    return { passed: 0, failed: 1 };
  });
  add(count);
  console.log(`== ${name}: ${count.passed} passed, ${count.failed} failed, ${Math.round((Date.now() - started) / 1000)} s`);
}

function readReport(file, read) {
  try {
    return read(JSON.parse(readFileSync(`${REPORTS}/${file}`, 'utf8')));
  } catch (error) {
    failures.push({ name: file, message: `no report: ${error.message}` });
    return undefined;
  }
}

/** What runs beside another part is shown when it has ended, so that their lines don't mix. */
function run(args, { isQuiet = false, workers } = {}) {
  return new Promise((resolve) => {
    const output = isQuiet ? 'pipe' : 'inherit';
    const child = spawn(process.execPath, args, {
      stdio: ['ignore', output, output],
      env: workers === undefined ? env : { ...env, TEST_WORKERS: String(workers) },
    });
    const lines = [];
    if (isQuiet) {
      setPriority(child.pid, BESIDE_PRIORITY);
      for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => lines.push(chunk));
    }
    child.on('close', (code) => {
      if (isQuiet) process.stdout.write(Buffer.concat(lines));
      resolve(code ?? 1);
    });
  });
}
