import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';

const DRAFT = 'draft-';

/**
 * Returns the folder `root/name`, made at the first asking: `make` fills a folder of another name, which is then renamed, so that nobody sees half of it
 * and workers may ask at once. What stood under other names is of an earlier state, and goes.
 */
export async function layOnce(root: string, name: string, make: (draft: string) => Promise<void>): Promise<string> {
  const made = resolve(root, name);
  if (existsSync(made)) return made;
  mkdirSync(root, { recursive: true });
  const draft = mkdtempSync(join(root, DRAFT));
  try {
    await make(draft);
    renameSync(draft, made);
  } catch (error) {
    rmSync(draft, { recursive: true, force: true });
    // Another worker was faster.
    if (!existsSync(made)) throw error;
  }
  for (const other of readdirSync(root))
    if (other !== name && !other.startsWith(DRAFT)) rmSync(join(root, other), { recursive: true, force: true });
  return made;
}
