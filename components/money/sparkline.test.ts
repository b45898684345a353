import { expect, test } from 'vitest';
import { sparklinePoints } from './sparkline';

test('runs from the left edge to the right one, high prices on top', () => {
  expect(sparklinePoints(['1', '3', '2'], 64, 26)).toBe('0.0,24.0 32.0,2.0 64.0,13.0');
});
test('draws a flat day in the middle', () => {
  expect(sparklinePoints(['5', '5'], 10, 20)).toBe('0.0,10.0 10.0,10.0');
});
test('draws nothing from one price', () => {
  expect(sparklinePoints(['5'], 10, 20)).toBe('');
});
