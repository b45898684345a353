import { closeSync, fdatasyncSync, fsyncSync, openSync } from 'node:fs';
import type { PGlite } from '@electric-sql/pglite';
import { NodeFS } from '@electric-sql/pglite/nodefs';

type Stream = { nfd?: number; node: unknown };
type NodeFiles = { stream_ops: { fsync?: (stream: Stream) => number }; realPath(node: unknown): string };
type FileModule = { NODEFS: NodeFiles };
type InitOptions = Parameters<NodeFS['init']>[1];

/**
 * The disk of the embedded database with a real fsync. As shipped it has none: a commit would survive a killed process, not a power cut.
 */
export class DurableFiles extends NodeFS {
  override async init(pg: PGlite, options: InitOptions): ReturnType<NodeFS['init']> {
    const base = await super.init(pg, options);
    const addSync = (module: unknown) => {
      const files = (module as FileModule).NODEFS;
      files.stream_ops.fsync = (stream) => syncStream(files, stream);
    };
    return { emscriptenOpts: { ...base.emscriptenOpts, preRun: [...(base.emscriptenOpts.preRun ?? []), addSync] } };
  }
}

function syncStream(files: NodeFiles, stream: Stream): number {
  if (stream.nfd != null) {
    fdatasyncSync(stream.nfd);
    return 0;
  }
  // A folder is opened without a descriptor: open it for a moment, because new names in it must be on disk too.
  const descriptor = openSync(files.realPath(stream.node), 'r');
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
  return 0;
}
