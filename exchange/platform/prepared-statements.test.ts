import { expect, it } from 'vitest';
import { TABLES_LOOK_MS, TableGrowth } from './prepared-statements';

const KB = 1_024;
const sizes = (...bytes: number[]) => bytes.map((size, index) => ({ id: String(index), bytes: String(size) }));

it('looks at the tables every so often', () => {
  const growth = new TableGrowth();
  expect([0, 1, TABLES_LOOK_MS, TABLES_LOOK_MS + 1, 2 * TABLES_LOOK_MS].map((now) => growth.isDue(now))).toEqual([
    true,
    false,
    true,
    false,
    true,
  ]);
});

it.each([
  { what: 'nothing, then small', looks: [sizes(0, 0), sizes(8 * KB, 128 * KB)], expected: [false, false] },
  { what: 'small, then four times as large as small', looks: [sizes(0), sizes(136 * KB)], expected: [false, true] },
  { what: 'large at the first look', looks: [sizes(10_000 * KB), sizes(39_000 * KB), sizes(41_000 * KB)], expected: [false, false, true] },
  {
    what: 'measured anew after it has grown',
    looks: [sizes(0), sizes(200 * KB), sizes(700 * KB), sizes(900 * KB)],
    expected: [false, true, false, true],
  },
  { what: 'emptied, and grown again', looks: [sizes(1_000 * KB), sizes(0), sizes(200 * KB)], expected: [false, false, true] },
  { what: 'a table that came later', looks: [sizes(0), sizes(0, 200 * KB)], expected: [false, true] },
])('plans are made anew when a table has grown: $what', ({ looks, expected }) => {
  const growth = new TableGrowth();
  expect(looks.map((tables) => growth.note(tables))).toEqual(expected);
});
