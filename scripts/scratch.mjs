// Where tests keep what they make and remove: databases of a thousand files each. In memory where there is enough, for a disk takes ten times the
// processor time to make such files, and more the longer it has been used.
import { chmodSync, existsSync, mkdirSync, readdirSync, rmSync, statfsSync } from 'node:fs';
import { freemem } from 'node:os';
import { join } from 'node:path';

const IN_MEMORY = '/dev/shm';
const PREFIX = 'candor-tests-';
const BYTES_MIN = 4 * 2 ** 30;
/** Programs have the rest. */
const FREE_BYTES_MIN = 14 * 2 ** 30;

/** Returns a folder in memory, which is this process's, or null where the system's own for temporary files has to do. */
export function makeScratch() {
  if (!existsSync(IN_MEMORY)) return null;
  removeOrphans();
  const { bavail, bsize } = statfsSync(IN_MEMORY);
  if (bavail * bsize < BYTES_MIN || freemem() < FREE_BYTES_MIN) return null;
  const folder = join(IN_MEMORY, `${PREFIX}${process.pid}`);
  mkdirSync(folder);
  // A database server of root's runs as somebody else.
  chmodSync(folder, 0o1777);
  return folder;
}

/** A run that was killed leaves its folder behind. */
function removeOrphans() {
  for (const name of readdirSync(IN_MEMORY).filter((entry) => entry.startsWith(PREFIX))) {
    if (!existsSync(`/proc/${name.slice(PREFIX.length)}`)) removeScratch(join(IN_MEMORY, name));
  }
}

/** Never fails: where a server that is still ending writes into it, the next run removes it. */
export function removeScratch(folder) {
  if (folder === null) return;
  try {
    rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
  } catch (error) {
    console.log(`${folder} stays: ${error.message}`);
  }
}
