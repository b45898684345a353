#!/usr/bin/env node
// `npm run test:node24`: all tests on another version of Node, taken from its npm package into .cache/. Operators run newer versions than the
// oldest one that is promised; both have to pass.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { delimiter, dirname, resolve } from 'node:path';

const VERSION = process.argv[2] ?? '24.21.0';
const folder = resolve(`.cache/node-${VERSION}`);
const node = resolve(folder, 'node_modules/node/bin/node');

if (!/^\d+\.\d+\.\d+$/.test(VERSION)) fail(`not a version: ${VERSION}`);
if (!existsSync(node)) {
  mkdirSync(folder, { recursive: true });
  run('npm', ['install', '--no-save', '--no-package-lock', '--prefix', folder, `node@${VERSION}`]);
}
const seen = spawnSync(node, ['--version'], { encoding: 'utf8' }).stdout?.trim();
if (seen !== `v${VERSION}`) fail(`the package of Node ${VERSION} brought ${seen || 'no program'}`);
console.log(`Node ${seen}`);
run(node, ['scripts/test.mjs']);

function run(command, args) {
  // Programs that a test starts by name find the same version.
  const env = { ...process.env, PATH: `${dirname(node)}${delimiter}${process.env.PATH}` };
  const { status } = spawnSync(command, args, { stdio: 'inherit', env });
  if (status !== 0) process.exit(status ?? 1);
}

function fail(text) {
  process.stderr.write(`${text}\n`);
  process.exit(1);
}
