import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { listImports, listSources } from '../../scripts/checks/imports.mjs';
import { FRAME_TEXTS, PAGE_ROWS } from './pages';

const FOLDER = 'app/[locale]/(member)/(pages)';
const FRAME = ['app/[locale]/(member)/layout.tsx', 'app/[locale]/(member)/not-found.tsx', 'app/[locale]/(member)/member-page.tsx'];
const USE = /\buseTranslations\(\s*'(\w+)(?:\.\w+)?'|\{ (\w+) \} = useMessages\(\)/g;

const targets = new Map<string, string[]>();
for (const { from, to } of listImports({ root: '.', files: listSources({ root: '.', folders: ['app', 'components', 'lib'] }) }))
  targets.set(from, [...(targets.get(from) ?? []), to]);

/** Everything that a file brings with it, itself included. */
function reach(starts: readonly string[]): Set<string> {
  const found = new Set(starts);
  for (const file of found) for (const to of targets.get(file) ?? []) found.add(to);
  return found;
}

/** Namespaces that files ask for in the browser. */
function textsOf(files: Iterable<string>): string[] {
  const sources = [...files].filter((file) => file.endsWith('.ts') || file.endsWith('.tsx')).map((file) => readFileSync(file, 'utf8'));
  return [...new Set(sources.flatMap((source) => [...source.matchAll(USE)].map((match) => match[1] ?? match[2] ?? '')))].sort();
}

describe('pages of a member', () => {
  it('have the texts of their frame around them', () => expect(textsOf(reach(FRAME))).toEqual([...FRAME_TEXTS]));
  it.each(PAGE_ROWS)('%s has a page and a skeleton, and sends exactly the texts that its parts ask for', (route, { texts }) => {
    const folder = `${FOLDER}/${route}`;
    expect(existsSync(`${folder}/loading.tsx`)).toBe(true);
    const asked = textsOf(reach([`${folder}/page.tsx`])).filter((name) => !(FRAME_TEXTS as readonly string[]).includes(name));
    expect([...texts].sort()).toEqual(asked);
  });
});
