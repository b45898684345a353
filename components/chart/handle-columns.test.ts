import fc from 'fast-check';
import { expect, it } from 'vitest';
import { placeColumns } from './handle-columns';

it('handles far apart lie below each other, those close together beside each other', () => {
  expect(
    placeColumns(
      [
        { y: 10, width: 60 },
        { y: 100, width: 60 },
      ],
      28,
    ),
  ).toEqual([0, 0]);
  expect(
    placeColumns(
      [
        { y: 10, width: 60 },
        { y: 12, width: 40 },
        { y: 200, width: 40 },
        { y: 20, width: 50 },
      ],
      28,
    ),
  ).toEqual([0, 64, 0, 108]);
});

it('none covers another, however many there are', () => {
  const handle = fc.record({ y: fc.integer({ min: 0, max: 120 }), width: fc.integer({ min: 20, max: 120 }) });
  fc.assert(
    fc.property(fc.array(handle, { maxLength: 12 }), (handles) => {
      const left = placeColumns(handles, 28);
      for (const [a, first] of handles.entries())
        for (const [b, second] of handles.entries()) {
          if (a >= b || Math.abs(first.y - second.y) >= 28) continue;
          const [x1 = 0, x2 = 0] = [left[a], left[b]];
          expect(x1 + first.width <= x2 || x2 + second.width <= x1).toBe(true);
        }
    }),
  );
});
