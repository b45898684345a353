import { closeSync, openSync, rmSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { basename, dirname } from 'node:path';

/** What the name of a socket may take in bytes; a longer path goes by the number of its open folder. */
const PATH_MAX = 100;
/** What nobody listens at any more, or isn't there. Anything else may be somebody. */
const NOBODY = new Set(['ECONNREFUSED', 'ENOENT', 'ENOTSOCK']);

/**
 * Listens at `path` until the process ends, however it does: the system ends it, for all containers that see the file. Returns what ends it before, null
 * where there can be no socket.
 */
export async function openLockSocket(path: string): Promise<(() => void) | null> {
  const server = createServer((client) => client.destroy());
  const isListening = await withShortPath(
    path,
    (short) =>
      new Promise<boolean>((resolve) => {
        server.once('error', () => resolve(false));
        server.listen(short, () => resolve(true));
      }),
  );
  if (!isListening) return null;
  server.on('error', () => undefined);
  server.unref();
  return () => {
    server.close();
    rmSync(path, { force: true });
  };
}

/** Says whether somebody listens there, also one that stands still. */
export function canReachSocket(path: string): Promise<boolean> {
  return withShortPath(
    path,
    (short) =>
      new Promise<boolean>((resolve) => {
        const client = connect(short);
        client.once('connect', () => {
          client.destroy();
          resolve(true);
        });
        client.once('error', (error: NodeJS.ErrnoException) => resolve(!NOBODY.has(error.code ?? '')));
      }),
  );
}

async function withShortPath<T>(path: string, use: (short: string) => Promise<T>): Promise<T> {
  if (Buffer.byteLength(path) <= PATH_MAX) return use(path);
  const folder = openSync(dirname(path), 'r');
  try {
    return await use(`/proc/self/fd/${folder}/${basename(path)}`);
  } finally {
    closeSync(folder);
  }
}
