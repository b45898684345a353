import { expect, it } from 'vitest';
import { curvePoints } from './curve-points';

const size = { width: 200, height: 100 };

it('draws higher prices higher, with the purchase price in the middle', () => {
  expect(curvePoints({ ...size, line: [100, 110, 90], strike: 100 })).toMatchObject({
    points: '0.0,50.0 100.0,15.0 200.0,85.0',
    strikeY: 50,
  });
});
it('keeps small moves small', () => {
  const { points } = curvePoints({ ...size, line: [100, 100.001], strike: null });
  expect(points).toBe('0.0,51.7 200.0,50.0');
});
it('draws nothing before the first price', () => {
  expect(curvePoints({ ...size, line: [], strike: null })).toEqual({ points: '', strikeY: 50, wordsY: 45 });
});
it.each([
  ['below', 'above', [99.97, 99.97, 99.9, 100]],
  ['above', 'below', [100.03, 100.03, 100.1, 100]],
])('the words of the level stand off a line that comes from %s it: %s', (_, side, line) => {
  const { strikeY, wordsY } = curvePoints({ ...size, line, strike: null });
  expect(wordsY < strikeY ? 'above' : 'below').toBe(side);
});
