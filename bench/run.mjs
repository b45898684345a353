#!/usr/bin/env node
// `npm run bench -- <row>`: runs one measurement of bench/rows and prints ours beside its reference from the same run. Without a row it
// lists them. A row is one program (.ts or .mjs) whose first line says what it measures.
import { spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { cpus, loadavg, totalmem } from 'node:os';
import { build, stop } from 'esbuild';

const ROWS = 'bench/rows';
const files = new Map(
  readdirSync(ROWS).flatMap((name) => (/\.(ts|mjs)$/.test(name) ? [[name.replace(/\.[a-z]+$/, ''), `${ROWS}/${name}`]] : [])),
);
const [row, ...rest] = process.argv.slice(2);
const file = files.get(row);
if (file === undefined) {
  const width = Math.max(...[...files.keys()].map((name) => name.length));
  for (const [name, path] of [...files].sort()) console.log(`${name.padEnd(width)}  ${firstLine(path)}`);
  console.log('\nnpm run bench -- <row>');
  process.exit(row === undefined ? 0 : 1);
}

const program = `.build/bench/${row}.mjs`;
await build({
  entryPoints: [file],
  outfile: program,
  bundle: true,
  packages: 'external',
  platform: 'node',
  format: 'esm',
  target: 'node20',
  sourcemap: true,
  logLevel: 'warning',
});
await stop();
console.log(
  `# ${row}: ${cpus().length} x ${cpus()[0]?.model}, ${Math.round(totalmem() / 2 ** 30)} GB, node ${process.version}, ${loadText('before')}`,
);
const args = ['--enable-source-maps', '--import', './bench/support/keep-exit-code.mjs', ...(process.env.BENCH_NODE_ARGS?.split(' ') ?? [])];
const child = spawn(process.execPath, [...args, program, ...rest], {
  stdio: 'inherit',
});
child.on('exit', (code, signal) => {
  console.log(`# ${loadText('after')}`);
  process.exit(signal ? 1 : code);
});

function loadText(when) {
  return `load ${when} ${loadavg()[0].toFixed(2)}`;
}

function firstLine(path) {
  return readFileSync(path, 'utf8')
    .split('\n')[0]
    .replace(/^\/\/\s*/, '');
}
