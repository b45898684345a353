import { pbkdf2 } from 'node:crypto';
import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { SyncThread } from './sync-thread';

/** Threads that calls of the system share, and more hashes than they do at once. */
const SHARED = 4;
const HASHES = 16;
const ITERATIONS = 200_000;
/** Above what a process may open. */
const NO_DESCRIPTOR = 2_000_000_000;
const TEST_MS = 300_000;

let root = '';
let descriptor = 0;
let thread: SyncThread;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'sync-thread-'));
  descriptor = openSync(join(root, 'file'), 'w');
  thread = new SyncThread();
});
afterEach(async () => {
  await thread.close();
  rmSync(root, { recursive: true });
});

it('does not wait for what fills the threads that all calls of the system share', { timeout: TEST_MS }, async () => {
  await thread.sync(descriptor);
  const done: string[] = [];
  const hashes = Array.from(
    { length: HASHES },
    () =>
      new Promise<void>((resolve) =>
        pbkdf2('a password', 'salt', ITERATIONS, 64, 'sha512', () => {
          done.push('hash');
          resolve();
        }),
      ),
  );
  writeSync(descriptor, 'a line');
  await thread.sync(descriptor).then(() => done.push('sync'));
  await Promise.all(hashes);
  closeSync(descriptor);
  // In their queue it would be begun when all hashes but the last ones are done.
  expect(done.indexOf('sync')).toBeLessThan(HASHES - SHARED);
});

it('says that the disk refused, and goes on with the next file', async () => {
  await expect(thread.sync(NO_DESCRIPTOR)).rejects.toThrow('EBADF');
  await thread.sync(descriptor);
  closeSync(descriptor);
});

it('refuses instead of waiting for a thread that is gone', async () => {
  await thread.sync(descriptor);
  await thread.close();
  await expect(thread.sync(descriptor)).rejects.toThrow('has ended');
  closeSync(descriptor);
});
