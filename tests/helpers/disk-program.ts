import { mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { build } from 'esbuild';

/** The thread that syncs files has calls for them of its own: here they are those of the process, which the program replaces. */
const THREAD = `
  import { EventEmitter } from 'node:events';
  import fs from 'node:fs';
  import threads from 'node:worker_threads';
  import { syncBuiltinESMExports } from 'node:module';
  threads.Worker = class extends EventEmitter {
    ref() {}
    unref() {}
    postMessage(descriptor) {
      fs.fdatasync(descriptor, (error) => this.emit('message', error ? String(error) : null));
    }
    async terminate() {}
  };
  syncBuiltinESMExports();
`;

/** Builds a program that opens the embedded database and replaces what the disk does, by way of `fs`. Returns its path. */
export async function buildDiskProgram(name: string, source: string): Promise<string> {
  const folder = resolve('.cache/tests');
  mkdirSync(folder, { recursive: true });
  const outfile = join(folder, `${name}.mjs`);
  await build({
    stdin: { contents: THREAD + source, resolveDir: resolve('.'), loader: 'ts' },
    outfile,
    bundle: true,
    packages: 'external',
    platform: 'node',
    format: 'esm',
    logLevel: 'warning',
  });
  return outfile;
}
