import { copyFileSync, existsSync, linkSync, mkdirSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';

type Manifest = { dependencies?: Record<string, string>; optionalDependencies?: Record<string, string> };

/** Gives a folder of this project the packages of these names and all that they need, as hard links, or as copies from another disk: the same versions, no downloads. */
export function linkPackages({ names, into }: { names: readonly string[]; into: string }): void {
  const waiting = [...names];
  const done = new Set<string>();
  for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
    const from = join('node_modules', name);
    // An optional package of another system is not there.
    if (done.has(name) || !existsSync(from)) continue;
    done.add(name);
    linkFolder(from, join(into, 'node_modules', name));
    const { dependencies, optionalDependencies } = JSON.parse(readFileSync(join(from, 'package.json'), 'utf8')) as Manifest;
    waiting.push(...Object.keys({ ...dependencies, ...optionalDependencies }));
  }
}

/** Hard links every file of a folder into another; from another disk they are copied. */
export function linkFolder(from: string, to: string): void {
  for (const name of readdirSync(from, { recursive: true, encoding: 'utf8' })) {
    if (!statSync(join(from, name)).isFile()) continue;
    mkdirSync(dirname(join(to, name)), { recursive: true });
    take(join(from, name), join(to, name));
  }
}

function take(from: string, to: string): void {
  try {
    linkSync(from, to);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EXDEV') throw error;
    copyFileSync(from, to);
  }
}
