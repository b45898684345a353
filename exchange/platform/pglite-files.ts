import { spawnSync } from 'node:child_process';
import { closeSync, existsSync, fdatasyncSync, fstatSync, fsyncSync, openSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import type { PGlite } from '@electric-sql/pglite';
import { NodeFS } from '@electric-sql/pglite/nodefs';
import { monotonicNow } from './clock';

type Stream = { nfd?: number; node: unknown };
type Write = (stream: Stream, ...rest: unknown[]) => number;
type NodeFiles = { stream_ops: { fsync?: (stream: Stream) => number; write: Write }; realPath(node: unknown): string };
type FileModule = { NODEFS: NodeFiles };
type InitOptions = Parameters<NodeFS['init']>[1];

/** As a program that could not write ends (EX_IOERR of sysexits.h): whoever supervises it starts it again. */
export const DISK_FAILED_EXIT = 74;
/** A disk that takes longer for all that is waiting is left to the database's own way, file by file. */
const SYNC_TIMEOUT_MS = 20_000;

/**
 * The disk of the embedded database with a real fsync. As shipped it has none: a commit would survive a killed process, not a power cut.
 *
 * After a crash the database syncs each of its thousand files before it replays its log, which takes seconds. Here the whole file system
 * is synced at once before the start, and until `hasStarted` the sync of a file that this process has not written is left out.
 */
export class DurableFiles extends NodeFS {
  hasStarted = false;
  private readonly isSynced: boolean;
  /** Files that were written during the start, by device and number. */
  private readonly written = new Set<string>();

  /** `onSync` hears how many ms the disk took for each file: the process does nothing else meanwhile. */
  constructor(
    folder: string,
    private readonly onSync?: (tookMs: number) => void,
  ) {
    super(folder);
    this.isSynced = existsSync(join(folder, 'PG_VERSION')) && syncFileSystem(folder);
  }

  override async init(pg: PGlite, options: InitOptions): ReturnType<NodeFS['init']> {
    const base = await super.init(pg, options);
    const addSync = (module: unknown) => this.hook((module as FileModule).NODEFS);
    return { emscriptenOpts: { ...base.emscriptenOpts, preRun: [...(base.emscriptenOpts.preRun ?? []), addSync] } };
  }

  private hook(files: NodeFiles): void {
    const { write } = files.stream_ops;
    files.stream_ops.write = (stream, ...rest) => {
      if (!this.hasStarted && stream.nfd != null) this.written.add(nameOf(stream.nfd));
      return write(stream, ...rest);
    };
    files.stream_ops.fsync = (stream) => {
      const isOnDisk = this.isSynced && !this.hasStarted && stream.nfd != null && !this.written.has(nameOf(stream.nfd));
      return isOnDisk ? 0 : this.sync(files, stream);
    };
  }

  private sync(files: NodeFiles, stream: Stream): number {
    const startedAt = monotonicNow();
    endUnlessDone(() => syncStream(files, stream));
    this.onSync?.(monotonicNow() - startedAt);
    return 0;
  }
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
function endUnlessDone(sync: () => void): void {
  try {
    sync();
  } catch (error) {
    writeSync(process.stderr.fd, `the disk refused to keep what was written, so this process ends: ${String(error)}\n`);
    process.exit(DISK_FAILED_EXIT);
  }
}

function syncStream(files: NodeFiles, stream: Stream): void {
  if (stream.nfd != null) {
    fdatasyncSync(stream.nfd);
    return;
  }
  // A folder is opened without a descriptor: open it for a moment, because new names in it must be on disk too.
  const descriptor = openSync(files.realPath(stream.node), 'r');
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}
