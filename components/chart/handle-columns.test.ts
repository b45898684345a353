import fc from 'fast-check';
import { expect, it } from 'vitest';
import { placeColumns } from './handle-columns';

const WIDE = { width: 2_000, height: 400 };

it('handles far apart lie below each other, those close together beside each other', () => {
  const xs = (ys: readonly [y: number, width: number][]) =>
    placeColumns(
      ys.map(([y, width]) => ({ y, width })),
      28,
      WIDE,
    ).map(({ x }) => x);
  const apart: [number, number][] = [
    [10, 60],
    [100, 60],
  ];
  const close: [number, number][] = [
    [10, 60],
    [12, 40],
    [200, 40],
    [20, 50],
  ];
  expect(xs(apart)).toEqual([0, 0]);
  expect(xs(close)).toEqual([0, 64, 0, 108]);
});

it('five beyond one edge of a telephone begin another row, away from that edge', () => {
  const place = (y: number) =>
    placeColumns(
      Array.from({ length: 5 }, () => ({ y, width: 75 })),
      28,
      { width: 320, height: 300 },
    );
  expect(place(0)).toEqual([...[0, 79, 158, 237].map((x) => ({ x, y: 0 })), { x: 0, y: 28 }]);
  expect(place(272).at(-1)).toEqual({ x: 0, y: 244 });
});

it('one that may not reach as far to the right begins another row instead', () => {
  const handles = [110, 55, 60].map((width) => ({ y: 0, width, reach: 150 }));
  expect(placeColumns(handles, 28, { width: 320, height: 300 })).toEqual([
    { x: 0, y: 0 },
    { x: 0, y: 28 },
    { x: 59, y: 28 },
  ]);
});

it('none covers another while there is room, and none leaves the room, however many there are', () => {
  const handle = fc.record({ y: fc.integer({ min: 0, max: 120 }), width: fc.integer({ min: 20, max: 120 }) });
  const handles = fc.array(handle, { maxLength: 12 });
  fc.assert(
    fc.property(handles, fc.constantFrom(200, 2_000), (given, width) => {
      const places = placeColumns(given, 28, { ...WIDE, width });
      for (const [a, first] of places.entries()) {
        const firstTo = first.x + (given[a]?.width ?? 0);
        expect(firstTo <= width && first.y >= 0 && first.y + 28 <= WIDE.height).toBe(true);
        for (const [b, second] of places.entries()) {
          if (width === 200 || a >= b || Math.abs(first.y - second.y) >= 28) continue;
          expect(firstTo <= second.x || second.x + (given[b]?.width ?? 0) <= first.x).toBe(true);
        }
      }
    }),
  );
});
