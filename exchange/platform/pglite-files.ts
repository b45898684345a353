import { spawnSync } from 'node:child_process';
import { closeSync, existsSync, fdatasyncSync, fstatSync, fsyncSync, openSync, writeSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { PGlite } from '@electric-sql/pglite';
import { NodeFS } from '@electric-sql/pglite/nodefs';
import { monotonicNow } from './clock';
import { SyncThread } from './sync-thread';

type Stream = { nfd?: number; node: unknown };
type Operation = (...input: unknown[]) => unknown;
type Operations = Record<string, Operation | undefined>;
type NodeFiles = { stream_ops: Operations; node_ops: Operations; realPath(node: unknown): string };
type FileModule = { NODEFS: NodeFiles };
type InitOptions = Parameters<NodeFS['init']>[1];

/** As a program that could not write ends (EX_IOERR of sysexits.h): whoever supervises it starts it again. */
export const DISK_FAILED_EXIT = 74;
/** A disk that takes longer for all that is waiting is left to the database's own way, file by file. */
const SYNC_TIMEOUT_MS = 20_000;

/** Who is told how many ms the disk took for each file, and once when no thread can be started to sync in. */
export type DiskWatch = { synced?(tookMs: number): void; threadMissing?(error: unknown): void };

/** What changes files. None of it may be on the disk before the log that tells of it. */
const STREAM_CHANGES = ['write', 'allocate', 'msync'];
const NODE_CHANGES = ['mknod', 'rename', 'rmdir', 'setattr', 'symlink', 'unlink'];

/**
 * The disk of the embedded database with a real fsync. As shipped it has none: a commit would survive a killed process, not a power cut.
 *
 * After a crash the database syncs each of its thousand files before it replays its log, which takes seconds. Here the whole file system
 * is synced at once before the start, and until `hasStarted` the sync of a file that this process has not written is left out.
 *
 * Between the start and `hasEnded` the sync that ends a commit, one of the log, doesn't hold the process up: `settle` waits for it. Whoever runs a
 * statement waits for `settle` before anybody hears of it and before the next statement. What changes a file before that has the log synced first.
 */
export class DurableFiles extends NodeFS {
  hasStarted = false;
  hasEnded = false;
  private thread: SyncThread | null = null;
  private readonly isSynced: boolean;
  /** Files that were written during the start, by device and number. */
  private readonly written = new Set<string>();
  /** A descriptor of our own of the log whose sync was put off, closed once it is done. */
  private unsettled: number | null = null;

  private isThreadMissing = false;

  constructor(
    folder: string,
    private readonly watch: DiskWatch = {},
  ) {
    super(folder);
    this.isSynced = existsSync(join(folder, 'PG_VERSION')) && syncFileSystem(folder);
  }

  override async init(pg: PGlite, options: InitOptions): ReturnType<NodeFS['init']> {
    const base = await super.init(pg, options);
    const addSync = (module: unknown) => this.hook((module as FileModule).NODEFS);
    return { emscriptenOpts: { ...base.emscriptenOpts, preRun: [...(base.emscriptenOpts.preRun ?? []), addSync] } };
  }

  /** Resolves when everything is on the disk of which the database believes it. Ends the process where the disk refuses. */
  async settle(): Promise<void> {
    const descriptor = this.unsettled;
    if (descriptor === null) return;
    this.unsettled = null;
    this.thread ??= this.startIfPossible();
    if (this.thread === null) {
      this.timeSync(() => fdatasyncSync(descriptor));
    } else {
      const startedAt = monotonicNow();
      await this.thread.sync(descriptor).catch(endProcess);
      this.watch.synced?.(monotonicNow() - startedAt);
    }
    closeSync(descriptor);
  }

  /** Ends the thread, behind the last `settle`. */
  async release(): Promise<void> {
    await this.thread?.close();
  }

  /** Null where the process may start no thread any more. */
  private startIfPossible(): SyncThread | null {
    try {
      return new SyncThread();
    } catch (error) {
      if (!this.isThreadMissing) this.watch.threadMissing?.(error);
      this.isThreadMissing = true;
      return null;
    }
  }

  private hook(files: NodeFiles): void {
    const before = (operations: Operations, name: string, step: (stream: Stream) => void) => {
      const change = operations[name];
      if (change === undefined) return;
      operations[name] = (...input) => {
        this.settleNow();
        step(input[0] as Stream);
        return change.apply(operations, input);
      };
    };
    const noteWritten = ({ nfd }: Stream) => {
      if (!this.hasStarted && nfd != null) this.written.add(nameOf(nfd));
    };
    for (const name of STREAM_CHANGES) before(files.stream_ops, name, noteWritten);
    for (const name of NODE_CHANGES) before(files.node_ops, name, () => undefined);
    files.stream_ops.fsync = (input) => {
      const stream = input as Stream;
      this.settleNow();
      const isOnDisk = this.isSynced && !this.hasStarted && stream.nfd != null && !this.written.has(nameOf(stream.nfd));
      if (isOnDisk) return 0;
      const path = files.realPath(stream.node);
      if (this.hasStarted && !this.hasEnded && isLog(path)) this.unsettled = openIfPossible(path);
      if (this.unsettled === null) this.timeSync(() => syncStream(stream, path));
      return 0;
    };
  }

  private settleNow(): void {
    const descriptor = this.unsettled;
    if (descriptor === null) return;
    this.unsettled = null;
    this.timeSync(() => fdatasyncSync(descriptor));
    closeSync(descriptor);
  }

  private timeSync(sync: () => void): void {
    const startedAt = monotonicNow();
    try {
      sync();
    } catch (error) {
      endProcess(error);
    }
    this.watch.synced?.(monotonicNow() - startedAt);
  }
}

/** Null where the process has no descriptor left. */
function openIfPossible(path: string): number | null {
  try {
    return openSync(path, 'r+');
  } catch {
    return null;
  }
}

/** A segment of the write-ahead log that is in use: one that is being made has another name. */
function isLog(path: string): boolean {
  return basename(dirname(path)) === 'pg_wal' && /^[0-9A-F]{24}$/.test(basename(path));
}

function nameOf(descriptor: number): string {
  const { dev, ino } = fstatSync(descriptor);
  return `${dev}:${ino}`;
}

/** Has everything that waits for this file system written to it. False where the system has no such command. */
function syncFileSystem(folder: string): boolean {
  return spawnSync('sync', ['-f', folder], { stdio: 'ignore', timeout: SYNC_TIMEOUT_MS }).status === 0;
}

/**
 * Ends the process at a failed fsync. The database can't be told: the error is lost on its way through WebAssembly, the commit would be
 * acknowledged, and a later fsync of the same file succeeds without the lost pages. After a restart only what reached the disk is there.
 */
function endProcess(error: unknown): never {
  writeSync(process.stderr.fd, `the disk refused to keep what was written, so this process ends: ${String(error)}\n`);
  process.exit(DISK_FAILED_EXIT);
}

function syncStream({ nfd }: Stream, path: string): void {
  if (nfd != null) {
    fdatasyncSync(nfd);
    return;
  }
  // A folder is opened without a descriptor: open it for a moment, because new names in it must be on disk too.
  const descriptor = openSync(path, 'r');
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}
