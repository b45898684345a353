import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { build } from 'esbuild';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { FolderLocked, lockFolder } from './folder-lock';

let root = '';
let folder = '';
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'lock-'));
  folder = join(root, 'database');
});
afterEach(() => rmSync(root, { recursive: true }));

it('refuses a second holder with the pid of the first, and lets it in after the release', async () => {
  const release = await lockFolder(folder);
  await expect(lockFolder(folder)).rejects.toThrow(`in use by process ${process.pid}.`);
  release();
  expect(readdirSync(root)).toEqual([]);
  (await lockFolder(folder))();
});

it('takes over the lock of a killed process and leaves no other file behind', async () => {
  const child = spawn(process.execPath, ['-e', 'setTimeout(() => {}, 60000)']);
  writeFileSync(`${folder}.lock`, JSON.stringify({ ...(await readOwnLock()), pid: child.pid, started: readStart(child.pid) }));
  await expect(lockFolder(folder)).rejects.toThrow(FolderLocked);
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGKILL');
  await ended;
  const release = await lockFolder(folder);
  expect(readdirSync(root)).toEqual(['database.lock', expect.stringMatching(/^database\.lock\.[0-9a-f]+\.sock$/)]);
  release();
});

it('takes over the lock of a killed process that its parent has not collected', async () => {
  const own = await readOwnLock();
  // The shell starts a process, says its pid, and becomes a program that never collects it.
  const shell = spawn('sh', ['-c', 'sleep 0.05 & echo $!; exec sleep 60'], { stdio: ['ignore', 'pipe', 'ignore'] });
  return new Promise<void>((resolve, reject) => {
    shell.stdout.once('data', (chunk: Buffer) => {
      const pid = Number(chunk.toString());
      const started = readStart(pid);
      const wait = setInterval(() => {
        if (!readFileSync(`/proc/${pid}/stat`, 'utf8').includes(') Z ')) return;
        clearInterval(wait);
        writeFileSync(`${folder}.lock`, JSON.stringify({ ...own, pid, started }));
        lockFolder(folder)
          .then((release) => release())
          .then(resolve, reject)
          .finally(() => shell.kill('SIGKILL'));
      }, 10);
    });
  });
});

const stale = [
  { name: 'from before the last start of the machine', change: { boot: 'another-boot' } },
  { name: 'of an earlier process with the same pid', change: { started: '1' } },
];
it.each(stale)('takes over a lock $name', async ({ change }) => {
  writeFileSync(
    `${folder}.lock`,
    JSON.stringify({ ...(await readOwnLock()), pid: process.ppid, started: readStart(process.ppid), ...change }),
  );
  (await lockFolder(folder))();
});

it('takes over a lock that cannot be read', async () => {
  writeFileSync(`${folder}.lock`, '');
  (await lockFolder(folder))();
});

it('takes over a lock, and the guard of one who was killed while taking it over', async () => {
  const dead = JSON.stringify({ ...(await readOwnLock()), started: '1' });
  for (const name of ['lock', 'lock.guard', 'lock.guard.guard']) writeFileSync(`${folder}.${name}`, dead);
  const release = await lockFolder(folder);
  expect(readdirSync(root)).toEqual(['database.lock', expect.stringMatching(/\.sock$/)]);
  release();
});

/** In another process that counts processes apart, as a container does: its number is nobody's here. */
async function lockInContainer(): Promise<ChildProcess> {
  const source = `import { lockFolder } from ${JSON.stringify(resolve('exchange/platform/folder-lock.ts'))};
    await lockFolder(${JSON.stringify(folder)}); console.log('locked'); setInterval(() => {}, 60_000);`;
  const program = join(root, 'hold.mjs');
  await build({
    ...{ stdin: { contents: source, resolveDir: resolve('.'), loader: 'ts' }, outfile: program },
    ...{ bundle: true, platform: 'node', format: 'esm', logLevel: 'warning' },
  });
  const child = spawn(process.execPath, [program], { stdio: ['ignore', 'pipe', 'inherit'] });
  await once(child.stdout as NodeJS.ReadableStream, 'data');
  const lock = JSON.parse(readFileSync(`${folder}.lock`, 'utf8')) as object;
  writeFileSync(`${folder}.lock`, JSON.stringify({ ...lock, pid: 1, started: '1', space: 'pid:[1]' }));
  return child;
}

it.each([
  { what: 'with a short path', deeper: '' },
  { what: 'with a path that is longer than the name of a socket may be', deeper: 'x'.repeat(120) },
])(
  'refuses the folder of another container while its process lives or stands still, and takes it over once that is killed, $what',
  async ({ deeper }) => {
    mkdirSync(join(root, deeper), { recursive: true });
    folder = join(root, deeper, 'database');
    const child = await lockInContainer();
    try {
      await expect(lockFolder(folder)).rejects.toThrow('in use by process 1 of another container');
      child.kill('SIGSTOP');
      await expect(lockFolder(folder)).rejects.toThrow(FolderLocked);
    } finally {
      child.kill('SIGKILL');
    }
    await once(child, 'exit');
    const release = await lockFolder(folder);
    expect(readdirSync(dirname(folder)).filter((name) => name.endsWith('.sock'))).toHaveLength(1);
    release();
    expect(readdirSync(dirname(folder)).filter((name) => name.startsWith('database'))).toEqual([]);
  },
);

async function readOwnLock(): Promise<Record<string, unknown>> {
  const release = await lockFolder(`${folder}-own`);
  const text = readFileSync(`${folder}-own.lock`, 'utf8');
  release();
  return JSON.parse(text) as Record<string, unknown>;
}

function readStart(pid: number | undefined): string {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? '';
}
