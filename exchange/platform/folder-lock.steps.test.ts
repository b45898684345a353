import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import * as files from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { build } from 'esbuild';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { lockFolder } from './folder-lock';

/** Called before each step with a file of the lock, by what it is. */
const steps = vi.hoisted(() => ({ before: (_name: string, _path: string): void => undefined }));
vi.mock('node:fs', async (load) => {
  const real = await load<typeof files>();
  const stepwise = <A extends [unknown, ...unknown[]], R>(name: string, run: (...input: A) => R) => {
    return (...input: A): R => {
      steps.before(name, String(input[0]));
      return run(...input);
    };
  };
  return {
    ...real,
    linkSync: stepwise('link', real.linkSync),
    readFileSync: stepwise('read', real.readFileSync as (path: files.PathOrFileDescriptor) => string),
    renameSync: stepwise('rename', real.renameSync),
    unlinkSync: stepwise('unlink', real.unlinkSync),
  };
});

/** No starter takes more steps with files of the lock. */
const STEPS_MAX = 40;
let root = '';
let program = '';
beforeAll(async () => {
  root = files.mkdtempSync(join(tmpdir(), 'lock-steps-'));
  program = join(root, 'hold.mjs');
  const source = `import { writeFileSync } from 'node:fs';
    import { lockFolder } from ${JSON.stringify(resolve('exchange/platform/folder-lock.ts'))};
    const [folder, result] = process.argv.slice(2);
    const text = await lockFolder(folder).then(() => 'held', () => 'refused');
    writeFileSync(result, text); if (text === 'held') setInterval(() => {}, 60_000);`;
  await build({
    ...{ stdin: { contents: source, resolveDir: resolve('.'), loader: 'ts' }, outfile: program },
    ...{ bundle: true, platform: 'node', format: 'esm', logLevel: 'warning' },
  });
});
afterAll(() => files.rmSync(root, { recursive: true }));

/** Starts a process that wants the folder, and stands still until it has it or was refused. */
function startAnother(folder: string, result: string): { child: ChildProcess; text: string } {
  const child = spawn(process.execPath, [program, folder, result], { stdio: ['ignore', 'ignore', 'inherit'] });
  const pause = new Int32Array(new SharedArrayBuffer(4));
  while (!files.existsSync(result) || files.statSync(result).size === 0) Atomics.wait(pause, 0, 0, 5);
  // Read in a way that is no step.
  const file = files.openSync(result, 'r');
  const bytes = Buffer.alloc(10);
  const length = files.readSync(file, bytes);
  files.closeSync(file);
  return { child, text: bytes.toString('utf8', 0, length) };
}

type Came = { at: string; child: ChildProcess; text: string };

/** Starts three that find one stale lock: the first here, the others so many steps after it has read that lock. Returns who came when and who has the folder. */
async function startThree(after: readonly [second: number, third: number]) {
  const folder = join(files.mkdtempSync(join(root, 'three-')), 'database');
  // Of a process that is gone.
  files.writeFileSync(`${folder}.lock`, JSON.stringify({ pid: process.pid, boot: 'another', started: '1' }));
  const others: Came[] = [];
  let taken: number | null = null;
  steps.before = (step, path) => {
    if (!path.startsWith(folder)) return;
    for (const count of after) if (taken === count) others.push({ at: step, ...startAnother(folder, `${folder}.${others.length}.result`) });
    if (taken !== null) taken += 1;
    else if (step === 'read' && path === `${folder}.lock`) taken = 0;
  };
  const release = await lockFolder(folder).catch(() => null);
  steps.before = () => undefined;
  release?.();
  for (const { child } of others) if (child.exitCode === null && child.kill('SIGKILL')) await once(child, 'exit');
  const holders = [release === null ? 'refused' : 'held', ...others.map(({ text }) => text)].filter((text) => text === 'held').length;
  return { came: others.map(({ at }) => at), holders };
}

it.each([
  { what: 'the others one after the other', toSteps: (count: number) => [0, count] as const },
  { what: 'the others at once', toSteps: (count: number) => [count, count] as const },
])('of three starts that find one stale lock one has the folder, whenever the others come: $what', async ({ toSteps }) => {
  const found: Awaited<ReturnType<typeof startThree>>[] = [];
  for (let count = 0; count < STEPS_MAX; count += 1) {
    const one = await startThree(toSteps(count));
    // The first has ended before they came.
    if (one.came.length < 2) break;
    found.push(one);
  }
  expect(found.length).toBeGreaterThan(2);
  expect(found.filter(({ holders }) => holders !== 1)).toEqual([]);
});
