#!/usr/bin/env node
// `npm test`: everything that can be checked on a machine with Node alone. Validation, build, faults of whole processes with nothing beside them;
// then the tests in Node that share modules beside those in the browser, or before them where memory is short, and those with modules of their own:
// in pieces, from the end of the browser tests, on each half of the processors that is free. All parts run even when one fails; the last line adds
// them up.
import { spawn } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { availableParallelism, setPriority, totalmem } from 'node:os';
import { ensureBuilt } from './launch/build.mjs';
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
const env = { ...process.env, CI: 'true', FORCE_COLOR: '0', PLAYWRIGHT_JSON_OUTPUT_NAME: `${REPORTS}/playwright.json` };
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
/** Browser tests wait for what is drawn: beside them the other tests take what they leave. */
const BESIDE_PRIORITY = 5;
/** Of the tests with modules of their own: small ones, so that both sides end at about the same time. A piece costs a second to begin. */
const ISOLATED_PIECES = 6;

try {
  await part('validate', () => validate((name, message) => failures.push({ name, message })));
  await part('build', async () => {
    await ensureBuilt({ say: console.log });
    return { passed: 1, failed: 0 };
  });
  await testInNode('faults', { projects: ['alone'], isQuiet: false, workers: faultWorkers });
  const shared = { projects: ['shared'], isQuiet: isBeside };
  if (isBeside) {
    const [inNode, inBrowser] = [testInNode('shared', shared), testInBrowser()];
    const pieces = Array.from({ length: ISOLATED_PIECES }, (_, index) => `${index + 1}/${ISOLATED_PIECES}`);
    // Whoever ends first: the pieces begin after the browser tests, which wait for what is drawn and have no more beside them than one part.
    await Promise.all([inBrowser.then(() => testPieces(pieces)), inNode.then(() => inBrowser).then(() => testPieces(pieces))]);
  } else {
    await testInNode('shared', shared);
    await testInBrowser();
    await testInNode('isolated', { projects: ['isolated'], isQuiet: false });
  }
} finally {
  for (const { name, message } of secondTries) console.log(`SECOND TRY  ${name}\n${message.slice(0, MESSAGE_CHARS)}`);
  for (const { name, message } of failures) console.log(`FAILED  ${name}\n${message.slice(0, MESSAGE_CHARS)}`);
  console.log(`${total.passed} passed, ${total.failed} failed`);
  process.exitCode = total.failed > 0 || total.passed === 0 ? 1 : 0;
}

/** Tests one piece after the other, on half of the processors, until the list that two such rows share is empty. */
async function testPieces(pieces) {
  const workers = Math.max(1, Math.floor(availableParallelism() / 2));
  for (let piece = pieces.shift(); piece !== undefined; piece = pieces.shift()) {
    await testInNode(`isolated ${piece}`, { projects: ['isolated'], isQuiet: true, piece, workers });
  }
}

/** Unit, integration and contract tests of some projects of the configuration, or a piece of them. */
function testInNode(name, { projects, isQuiet, piece, workers = isQuiet ? availableParallelism() - 1 : undefined }) {
  const report = `vitest-${name.replace(/\W/g, '-')}.json`;
  const args = ['node_modules/vitest/vitest.mjs', 'run', ...projects.flatMap((project) => ['--project', project])];
  args.push(`--retry=${RETRIES}`, '--reporter=dot', '--reporter=json');
  args.push(`--outputFile.json=${REPORTS}/${report}`);
  if (workers !== undefined) args.push(`--maxWorkers=${workers}`);
  if (piece !== undefined) args.push(`--shard=${piece}`);
  return part(`${name} tests`, async () => {
    const code = await run(args, { isQuiet });
    return readCounts(code, report, ({ numPassedTests, numFailedTests, numPendingTests, testResults }) => {
      for (const file of testResults) noteFailures(file);
      return { passed: numPassedTests, failed: numFailedTests + numPendingTests };
    });
  });
}

function noteFailures({ name: file, status, message, assertionResults }) {
  const noted = assertionResults.filter(({ status, failureMessages }) => status !== 'passed' || failureMessages.length > 0);
  for (const { fullName, status, failureMessages } of noted) {
    const list = status === 'passed' ? secondTries : failures;
    list.push({ name: `${file}: ${fullName}`, message: failureMessages.join('\n') });
  }
  if (status !== 'passed' && noted.length === 0) failures.push({ name: file, message });
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
    return readCounts(code, 'playwright.json', ({ stats, suites }) => {
      for (const suite of suites) noteSpecs(suite);
      return { passed: stats.expected + stats.flaky, failed: stats.unexpected + stats.skipped };
    });
  });
}

function noteSpecs({ file, specs = [], suites = [] }) {
  for (const { title, tests } of specs) {
    for (const { status, results } of tests.filter(({ status }) => status !== 'expected')) {
      const messages = results.flatMap(({ errors }) => errors.map(({ message }) => message));
      (status === 'flaky' ? secondTries : failures).push({ name: `${file}: ${title}`, message: messages.join('\n') });
    }
  }
  for (const suite of suites) noteSpecs(suite);
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

/** A runner that ends badly without a failed test (a broken file, no report) counts as one failure. */
function readCounts(code, file, read) {
  let count;
  try {
    count = read(JSON.parse(readFileSync(`${REPORTS}/${file}`, 'utf8')));
  } catch (error) {
    failures.push({ name: file, message: `no report: ${error.message}` });
    return { passed: 0, failed: 1 };
  }
  if (code === 0 || count.failed > 0) return count;
  failures.push({ name: file, message: `the runner ended with ${code}` });
  return { ...count, failed: 1 };
}

/** What runs beside another part is shown when it has ended, so that their lines don't mix. */
function run(args, { isQuiet = false } = {}) {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, args, { stdio: ['ignore', isQuiet ? 'pipe' : 'inherit', isQuiet ? 'pipe' : 'inherit'], env });
    const output = [];
    if (isQuiet) {
      setPriority(child.pid, BESIDE_PRIORITY);
      for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => output.push(chunk));
    }
    child.on('close', (code) => {
      if (isQuiet) process.stdout.write(Buffer.concat(output));
      resolve(code ?? 1);
    });
  });
}
