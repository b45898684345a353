import { expect, it } from 'vitest';
import { untilValued } from './use-open-book';

const NOON = Date.UTC(2026, 2, 1, 12);
const at = (ms: number) => ({ nextAt: new Date(NOON + ms).toISOString() });

it.each([
  { name: 'a day ahead: then, and a moment for the valuation itself', book: at(86_400_000), ms: 86_402_000 },
  { name: 'late: again soon', book: at(-60_000), ms: 10_000 },
  { name: 'over: not again', book: { nextAt: null }, ms: false },
  { name: 'not read yet', book: undefined, ms: false },
])('an open book is looked at again, $name', ({ book, ms }) => {
  expect(untilValued(book, NOON)).toBe(ms);
});
