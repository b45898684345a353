#!/usr/bin/env node
// `npm test`: everything that can be checked on a machine with Node alone. Validation, then unit, integration and contract
// tests, then the browser. All parts run even when one fails; the last line adds them up.
import { spawn } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { ensureBuilt } from './launch/build.mjs';
import { validate } from './validate.mjs';

const REPORTS = '.cache/reports';
const total = { passed: 0, failed: 0 };
const add = ({ passed, failed }) => {
  total.passed += passed;
  total.failed += failed;
};

rmSync(REPORTS, { recursive: true, force: true });
mkdirSync(REPORTS, { recursive: true });
const env = { ...process.env, CI: 'true', FORCE_COLOR: '0', PLAYWRIGHT_JSON_OUTPUT_NAME: `${REPORTS}/playwright.json` };

try {
  await part('validate', validate);
  await part('build', async () => {
    await ensureBuilt({ say: console.log });
    return { passed: 1, failed: 0 };
  });
  await part('unit, integration and contract tests', async () => {
    const code = await run([
      'node_modules/vitest/vitest.mjs',
      'run',
      '--reporter=dot',
      '--reporter=json',
      `--outputFile.json=${REPORTS}/vitest.json`,
    ]);
    return readCounts(code, 'vitest.json', (report) => ({
      passed: report.numPassedTests,
      failed: report.numFailedTests + report.numPendingTests,
    }));
  });
  await part('browser tests', async () => {
    const code = await run(['node_modules/@playwright/test/cli.js', 'test', '--reporter=list,json']);
    return readCounts(code, 'playwright.json', ({ stats }) => ({
      passed: stats.expected,
      failed: stats.unexpected + stats.flaky + stats.skipped,
    }));
  });
} finally {
  console.log(`${total.passed} passed, ${total.failed} failed`);
  process.exitCode = total.failed > 0 || total.passed === 0 ? 1 : 0;
}

async function part(name, work) {
  const started = Date.now();
  console.log(`\n== ${name}`);
  const count = await work().catch((error) => {
    console.error(error.message);
    return { passed: 0, failed: 1 };
  });
  add(count);
  console.log(`== ${name}: ${count.passed} passed, ${count.failed} failed, ${Math.round((Date.now() - started) / 1000)} s`);
}

/** A runner that ends badly without a failed test (a broken file, no report) counts as one failure. */
function readCounts(code, file, read) {
  let count = { passed: 0, failed: 0 };
  try {
    count = read(JSON.parse(readFileSync(`${REPORTS}/${file}`, 'utf8')));
  } catch (error) {
    console.error(`no report: ${error.message}`);
  }
  return code !== 0 && count.failed === 0 ? { ...count, failed: 1 } : count;
}

function run(args) {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, args, { stdio: ['ignore', 'inherit', 'inherit'], env });
    child.on('exit', (code) => resolve(code ?? 1));
  });
}
