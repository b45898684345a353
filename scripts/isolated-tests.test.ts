import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { ISOLATED } from '../vitest.config';

const ROOTS = ['app', 'components', 'exchange', 'lib'];

it('a test that replaces modules has a process of its own: in a shared one they may be loaded already', () => {
  const tests = ROOTS.flatMap((root) => readdirSync(root, { recursive: true, encoding: 'utf8' }).map((name) => `${root}/${name}`));
  const replacing = tests.filter((path) => /\.test\.tsx?$/.test(path) && readFileSync(path, 'utf8').includes('vi.mock('));
  expect(replacing.length).toBeGreaterThan(0);
  expect(replacing.filter((path) => !ISOLATED.some((pattern) => path.startsWith(pattern.split('*', 1)[0] ?? '')))).toEqual([]);
});
