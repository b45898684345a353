import { describe, expect, it } from 'vitest';
import { countPoints, isSigned, scaleStrokes } from './signature-bounds';

const line = (length: number) => ({
  points: [
    { x: 10, y: 10 },
    { x: 10 + length, y: 10 },
  ],
});

describe('a drawn signature', () => {
  it.each([
    ['nothing', [], false],
    ['a tap', [{ points: [{ x: 4, y: 4 }] }], false],
    ['many taps far from each other', Array.from({ length: 50 }, (_, x) => ({ points: [{ x: x * 9, y: 3 }] })), false],
    ['a line of 39 px', [line(39)], false],
    ['a line of 40 px', [line(40)], true],
    ['two lines of 20 px', [line(20), line(20)], true],
  ])('%s', (_name, strokes, expected) => {
    expect(isSigned(strokes)).toBe(expected);
  });

  it('counts the points of all strokes', () => {
    expect(countPoints([line(1), line(2), { points: [] }])).toBe(4);
  });

  it('keeps its shape in a field of another width', () => {
    expect(scaleStrokes([line(30)], 0.5)).toEqual([
      {
        points: [
          { x: 5, y: 5 },
          { x: 20, y: 5 },
        ],
      },
    ]);
  });
});
