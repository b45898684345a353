#!/usr/bin/env node
// `npm run validate`: types, format and lint, who imports whom, sizes, unused code, messages, documents. All of them run, so
// that one look shows everything; the exit code is 1 when any of them failed.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';

const bin = (path) => ['node', [path]];
const STEPS = {
  types: ['node', ['node_modules/typescript/bin/tsc', '--noEmit', '-p', '.']],
  'format and lint': ['node', ['node_modules/@biomejs/biome/bin/biome', 'check', '--error-on-warnings', '.']],
  dependencies: bin('scripts/checks/check-dependencies.mjs'),
  sizes: bin('scripts/checks/check-sizes.mjs'),
  'unused code': ['node', ['node_modules/knip/bin/knip.js', '--no-progress']],
  messages: bin('scripts/checks/check-messages.mjs'),
  lock: bin('scripts/checks/check-lock.mjs'),
  documents: bin('scripts/checks/check-docs.mjs'),
};

/** Checks that run at once: most have one thread, and the rest of two processors would stand still. */
const LANES = 2;

/** Runs every check; returns how many passed and failed, and tells `onFailure` of each that failed. Output is shown for those that failed, a line for the others. */
export async function validate(onFailure) {
  if (!existsSync('next-env.d.ts')) await run('node', ['node_modules/next/dist/bin/next', 'typegen']);
  const count = { passed: 0, failed: 0 };
  const queue = Object.entries(STEPS);
  const runLane = async () => {
    for (let step = queue.shift(); step !== undefined; step = queue.shift()) {
      const [name, [command, args]] = step;
      const started = Date.now();
      const { code, output } = await run(command, args);
      const took = `${((Date.now() - started) / 1000).toFixed(1)} s`;
      console.log(code === 0 ? `ok      ${name} (${took})` : `FAILED  ${name} (${took})\n${output.trimEnd()}`);
      if (code !== 0) onFailure?.(name, output);
      count[code === 0 ? 'passed' : 'failed'] += 1;
    }
  };
  await Promise.all(Array.from({ length: LANES }, runLane));
  return count;
}

function run(command, args) {
  return new Promise((resolve) => {
    const child = spawn(command === 'node' ? process.execPath : command, args, { stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk));
    child.on('exit', (code) => resolve({ code: code ?? 1, output }));
  });
}

if (process.argv[1]?.endsWith('validate.mjs')) {
  const { passed, failed } = await validate();
  console.log(`${passed} passed, ${failed} failed`);
  process.exit(failed > 0 ? 1 : 0);
}
