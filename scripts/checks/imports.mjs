import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';

const SOURCE = /\.(ts|tsx|mts|mjs)$/;
const TEST = /\.(test|spec)\.tsx?$/;
const SKIPPED = new Set(['node_modules', '.next', '.build', '.data', '.cache', '.git', 'test-results']);
const STATEMENT =
  /(?:^|[\n;])\s*(?:import|export)\s+(?:[^'"`;]*?\sfrom\s+)?['"]([^'"]+)['"]|\b(?:import|require)\(\s*['"]([^'"]+)['"]\s*[,)]/g;
const ENDINGS = ['', '.ts', '.tsx', '.mts', '.mjs', '/index.ts', '/index.tsx'];

/** Lists the source files under `folders` of `root`, as paths from `root`; without tests. */
export function listSources({ root, folders }) {
  const walk = (path) => {
    const full = join(root, path);
    if (!existsSync(full)) return [];
    if (!statSync(full).isDirectory()) return SOURCE.test(path) && !TEST.test(path) ? [path] : [];
    return readdirSync(full).flatMap((name) => (SKIPPED.has(name) ? [] : walk(join(path, name))));
  };
  return folders.flatMap(walk);
}

/** Returns every import of our own files among `files`, types included: `{ from, to }`, paths from `root`. */
export function listImports({ root, files }) {
  return files.flatMap((from) => {
    const text = readFileSync(join(root, from), 'utf8');
    return [...text.matchAll(STATEMENT)].flatMap((match) => {
      const to = resolveImport({ root, from, name: match[1] ?? match[2] });
      return to ? [{ from, to }] : [];
    });
  });
}

function resolveImport({ root, from, name }) {
  if (!name.startsWith('.') && !name.startsWith('@/')) return null;
  const base = name.startsWith('@/') ? name.slice(2) : normalize(join(dirname(from), name));
  const path = ENDINGS.map((ending) => base + ending).find(
    (candidate) => existsSync(join(root, candidate)) && statSync(join(root, candidate)).isFile(),
  );
  return path ?? null;
}
