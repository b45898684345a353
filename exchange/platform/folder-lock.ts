import { randomBytes } from 'node:crypto';
import { linkSync, readFileSync, readlinkSync, unlinkSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { canReachSocket, openLockSocket } from './lock-socket';

/** `space`: in which process numbers are counted. `socket`: the file that says that the holder lives, where there can be one. */
type Holder = { pid: number; boot: string; started: string; space: string; socket: string };

/** The folder is in use by a living process; `message` is for the operator. */
export class FolderLocked extends Error {
  constructor(folder: string, { pid, space }: Pick<Holder, 'pid' | 'space'>) {
    const where = space === readSpace() ? '' : ' of another container';
    super(
      `The data folder ${folder} is in use by process ${pid}${where}. Two processes on one embedded database would lose data: stop that one first.`,
    );
    this.name = 'FolderLocked';
  }
}

/** Tries to take over a lock that others release or take at the same moment. */
const LOCK_ATTEMPTS_MAX = 5;
/** Tries to take the guard of a takeover, which others have for some steps, and the wait (ms) between two: a second together. */
const GUARD_ATTEMPTS_MAX = 40;
const GUARD_WAIT_MS = 25;
/** Guards of guards: so many processes may be killed in the middle of a takeover, one after the other. */
const GUARDS_MAX = 5;
/** What stands in a lock is part of a path. */
const SOCKET_NAME = /^[\w.-]{1,255}$/;

/**
 * Takes the lock file beside `folder` and returns the function that releases it. A lock whose process is gone (killed, or from before the
 * last start of the machine) is taken over. Containers count their processes apart, so a holder also listens at a socket, which ends with it.
 * @throws FolderLocked when its process lives
 */
export async function lockFolder(folder: string): Promise<() => void> {
  const path = `${folder}.lock`;
  // Not by process number: two containers have the same ones.
  const nonce = randomBytes(8).toString('hex');
  const socket = `${basename(path)}.${nonce}.sock`;
  const closeSocket = await openLockSocket(join(dirname(path), socket));
  const { pid, boot, started } = describeProcess(process.pid);
  const own = JSON.stringify({ pid, boot, started, space: readSpace(), socket: closeSocket === null ? '' : socket });
  const draft = `${path}.${nonce}`;
  let isTaken = false;
  try {
    writeFileSync(draft, own, { mode: 0o600 });
    isTaken = await takeLock(folder, { path, draft });
  } finally {
    removeFile(draft);
    if (!isTaken) closeSocket?.();
  }
  return () => {
    releaseLock(path, own);
    closeSocket?.();
  };
}

/**
 * Takes the lock at `path`. There is one way in, a link, which fails while a file is there, and two ways out: its own process removes it, or, once that is gone,
 * whoever has its guard. The guard is a lock of the same kind, `depth` deep. @throws FolderLocked
 */
async function takeLock(folder: string, { path, draft }: { path: string; draft: string }, depth = 0): Promise<true> {
  const attemptsMax = depth === 0 ? LOCK_ATTEMPTS_MAX : GUARD_ATTEMPTS_MAX;
  for (let attempt = 0; attempt < attemptsMax; attempt += 1) {
    if (tryLink(draft, path)) return true;
    const seen = readText(path);
    if (seen == null) continue;
    const holder = parseHolder(seen);
    const socket = holder === null || !SOCKET_NAME.test(holder.socket) ? null : join(dirname(path), holder.socket);
    if (holder != null && (isAlive(holder) || (socket !== null && (await canReachSocket(socket))))) {
      if (depth === 0) throw new FolderLocked(folder, holder);
      await wait(GUARD_WAIT_MS);
      continue;
    }
    if ((await removeStale(folder, { path, draft, seen }, depth)) && socket !== null) removeFile(socket);
  }
  throw new Error(`the lock ${path} could not be taken`);
}

/** Removes a lock whose process is gone, if it is still that one: nobody else removes it meanwhile, and nobody puts another there before. True when it was removed here. */
async function removeStale(
  folder: string,
  { path, draft, seen }: { path: string; draft: string; seen: string },
  depth: number,
): Promise<boolean> {
  if (depth === GUARDS_MAX) throw new Error(`the lock ${path} was left behind: remove it`);
  const guard = `${path}.guard`;
  await takeLock(folder, { path: guard, draft }, depth + 1);
  try {
    if (readText(path) !== seen) return false;
    unlinkSync(path);
    return true;
  } finally {
    unlinkSync(guard);
  }
}

/** Linking a complete file is atomic: nobody ever reads a half-written lock. */
function tryLink(draft: string, path: string): boolean {
  try {
    linkSync(draft, path);
    return true;
  } catch (error) {
    if (isCode(error, 'EEXIST')) return false;
    throw error;
  }
}

function removeFile(path: string): void {
  try {
    unlinkSync(path);
  } catch (error) {
    if (!isCode(error, 'ENOENT')) throw error;
  }
}

function releaseLock(path: string, own: string): void {
  if (readText(path) === own) unlinkSync(path);
}

/** Of another space the number says nothing. */
function isAlive(holder: Holder): boolean {
  if (holder.space !== readSpace()) return false;
  if (holder.pid === process.pid) return holder.started === describeProcess(process.pid).started;
  try {
    process.kill(holder.pid, 0);
  } catch (error) {
    // EPERM: it lives and belongs to someone else.
    if (!isCode(error, 'EPERM')) return false;
  }
  const now = describeProcess(holder.pid);
  // A killed process whose parent has not looked yet is still listed, but it does nothing any more.
  if (now.isGone) return false;
  return now.boot === holder.boot && now.started === holder.started;
}

/** `started` is the kernel's start time of the process, so that a reused pid is not taken for the old holder. Empty where unknown. */
function describeProcess(pid: number): Pick<Holder, 'pid' | 'boot' | 'started'> & { isGone: boolean } {
  const stat = readText(`/proc/${pid}/stat`) ?? '';
  const afterName = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return {
    pid,
    boot: readText('/proc/sys/kernel/random/boot_id')?.trim() ?? '',
    started: afterName[19] ?? '',
    isGone: 'ZX'.includes(afterName[0] || '-'),
  };
}

function parseHolder(text: string): Holder | null {
  try {
    const value = JSON.parse(text) as Partial<Holder> | null;
    if (typeof value?.pid !== 'number' || typeof value.boot !== 'string' || typeof value.started !== 'string') return null;
    // Versions from before there were others say nothing of them.
    return { pid: value.pid, boot: value.boot, started: value.started, space: value.space ?? readSpace(), socket: value.socket ?? '' };
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

/** Names the namespace of process numbers; empty where there are none. */
function readSpace(): string {
  try {
    return readlinkSync('/proc/self/ns/pid');
  } catch {
    return '';
  }
}

function readText(path: string): string | null {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    // ESRCH: the process ended between opening and reading its file.
    if (isCode(error, 'ENOENT') || isCode(error, 'ESRCH')) return null;
    throw error;
  }
}

function isCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}
