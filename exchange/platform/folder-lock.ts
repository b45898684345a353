import { linkSync, readFileSync, renameSync, unlinkSync, writeFileSync } from 'node:fs';

type Holder = { pid: number; boot: string; started: string };

/** The folder is in use by a living process; `message` is for the operator. */
export class FolderLocked extends Error {
  constructor(folder: string, pid: number) {
    super(
      `The data folder ${folder} is in use by process ${pid}. Two processes on one embedded database would lose data: stop that one first.`,
    );
    this.name = 'FolderLocked';
  }
}

/** Tries to take over a lock that others release or take at the same moment. */
const LOCK_ATTEMPTS_MAX = 5;

/**
 * Takes the lock file beside `folder` and returns the function that releases it. A lock whose process is gone (killed, or from before the
 * last start of the machine) is taken over.
 * @throws FolderLocked when its process lives
 */
export function lockFolder(folder: string): () => void {
  const path = `${folder}.lock`;
  const { pid, boot, started } = describeProcess(process.pid);
  const own = JSON.stringify({ pid, boot, started });
  const draft = `${path}.${process.pid}`;
  writeFileSync(draft, own, { mode: 0o600 });
  try {
    for (let attempt = 0; attempt < LOCK_ATTEMPTS_MAX; attempt += 1) {
      if (tryLink(draft, path)) return () => releaseLock(path, own);
      const seen = readText(path);
      if (seen == null) continue;
      const holder = parseHolder(seen);
      if (holder != null && isAlive(holder)) throw new FolderLocked(folder, holder.pid);
      removeStale(path, seen);
    }
    throw new Error(`the lock ${path} could not be taken`);
  } finally {
    unlinkSync(draft);
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

/** Moves the lock aside before judging it again, so that a rival's fresh lock is put back instead of deleted. */
function removeStale(path: string, seen: string): void {
  const aside = `${path}.stale.${process.pid}`;
  try {
    renameSync(path, aside);
  } catch (error) {
    if (isCode(error, 'ENOENT')) return;
    throw error;
  }
  if (readText(aside) !== seen) tryLink(aside, path);
  unlinkSync(aside);
}

function releaseLock(path: string, own: string): void {
  if (readText(path) === own) unlinkSync(path);
}

function isAlive(holder: Holder): boolean {
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
function describeProcess(pid: number): Holder & { isGone: boolean } {
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
    return { pid: value.pid, boot: value.boot, started: value.started };
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
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
