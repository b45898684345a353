import { describe, expect, it } from 'vitest';
import { moveByKey, stepOf, toGrid } from './line-step';

describe('a line that is moved by keys', () => {
  it.each([
    { price: 64_000, decimals: 2, step: 20 },
    { price: 3_000, decimals: 2, step: 1 },
    { price: 0.2, decimals: 5, step: 0.0001 },
    { price: 0.2, decimals: 3, step: 0.001 },
  ])('goes by $step from $price on a grid of $decimals decimals', ({ price, decimals, step }) =>
    expect(stepOf(price, decimals)).toBeCloseTo(step, 9),
  );

  it('goes up and down, ten times as far by page, and stays on the grid above zero', () => {
    expect(moveByKey('ArrowUp', '64000', 2)).toBe('64020.00');
    expect(moveByKey('PageDown', '64000', 2)).toBe('63800.00');
    expect(moveByKey('ArrowDown', '0.00001', 5)).toBe('0.00001');
    expect(moveByKey('Tab', '64000', 2)).toBeNull();
    expect(toGrid(64_000.127, 1)).toBe('64000.1');
  });
});
