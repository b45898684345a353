import { existsSync } from 'node:fs';
import { expect, it } from 'vitest';
import { MEASURED, sortLongestFirst, splitEvenly } from './longest-first.mjs';

const LONG = 'scripts/new.test.mjs';
const MIDDLE = 'tests/contract/sessions.test.ts';

it('every file is in one piece, the longest alone in the first, and no piece is empty while there are files', () => {
  const small = Array.from({ length: 40 }, (_, n) => `lib/${n}.test.ts`);
  const pieces = splitEvenly([...small, MIDDLE, LONG], 4);
  expect(pieces.flat().sort()).toEqual([...small, MIDDLE, LONG].sort());
  expect(pieces[0]).toEqual([LONG]);
  expect(pieces.every((piece) => piece.length > 0)).toBe(true);
  expect(splitEvenly([LONG], 3)).toEqual([[LONG], [], []]);
});

it('each run splits alike, whatever the order in which files are found', () => {
  const files = [LONG, 'a.test.ts', MIDDLE, 'b.test.ts'];
  expect(splitEvenly([...files].reverse(), 2)).toEqual(splitEvenly(files, 2));
  expect(sortLongestFirst(files)).toEqual([LONG, MIDDLE, 'a.test.ts', 'b.test.ts']);
});

it('what is said to take long is there', () => {
  expect(MEASURED.filter((path) => !existsSync(path))).toEqual([]);
});
