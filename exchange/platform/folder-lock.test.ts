import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { FolderLocked, lockFolder } from './folder-lock';

let root = '';
let folder = '';
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'lock-'));
  folder = join(root, 'database');
});
afterEach(() => rmSync(root, { recursive: true }));

it('refuses a second holder with the pid of the first, and lets it in after the release', () => {
  const release = lockFolder(folder);
  expect(() => lockFolder(folder)).toThrow(`in use by process ${process.pid}`);
  release();
  expect(existsSync(`${folder}.lock`)).toBe(false);
  lockFolder(folder)();
});

it('takes over the lock of a killed process and leaves no other file behind', async () => {
  const child = spawn(process.execPath, ['-e', 'setTimeout(() => {}, 60000)']);
  writeFileSync(`${folder}.lock`, JSON.stringify({ ...readOwnLock(), pid: child.pid, started: readStart(child.pid) }));
  expect(() => lockFolder(folder)).toThrow(FolderLocked);
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGKILL');
  await ended;
  const release = lockFolder(folder);
  expect(readdirSync(root)).toEqual(['database.lock']);
  release();
});

it('takes over the lock of a killed process that its parent has not collected', () => {
  // The shell starts a process, says its pid, and becomes a program that never collects it.
  const shell = spawn('sh', ['-c', 'sleep 0.05 & echo $!; exec sleep 60'], { stdio: ['ignore', 'pipe', 'ignore'] });
  return new Promise<void>((resolve, reject) => {
    shell.stdout.once('data', (chunk: Buffer) => {
      const pid = Number(chunk.toString());
      const started = readStart(pid);
      const wait = setInterval(() => {
        if (!readFileSync(`/proc/${pid}/stat`, 'utf8').includes(') Z ')) return;
        clearInterval(wait);
        try {
          writeFileSync(`${folder}.lock`, JSON.stringify({ ...readOwnLock(), pid, started }));
          lockFolder(folder)();
          resolve();
        } catch (error) {
          reject(error);
        } finally {
          shell.kill('SIGKILL');
        }
      }, 10);
    });
  });
});

const stale = [
  { name: 'from before the last start of the machine', change: { boot: 'another-boot' } },
  { name: 'of an earlier process with the same pid', change: { started: '1' } },
];
it.each(stale)('takes over a lock $name', ({ change }) => {
  writeFileSync(`${folder}.lock`, JSON.stringify({ ...readOwnLock(), pid: process.ppid, started: readStart(process.ppid), ...change }));
  lockFolder(folder)();
});

it('takes over a lock that cannot be read', () => {
  writeFileSync(`${folder}.lock`, '');
  lockFolder(folder)();
});

function readOwnLock(): Record<string, unknown> {
  const release = lockFolder(`${folder}-own`);
  const text = readFileSync(`${folder}-own.lock`, 'utf8');
  release();
  return JSON.parse(text) as Record<string, unknown>;
}

function readStart(pid: number | undefined): string {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? '';
}
