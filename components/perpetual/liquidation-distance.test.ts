import { expect, it } from 'vitest';
import { distanceTo } from './liquidation-distance';

it.each([
  { mark: '2000', liquidation: '1900', distance: 0.05 },
  { mark: '2000', liquidation: '2200', distance: 0.1 },
  { mark: '2000', liquidation: '2000', distance: 0 },
  { mark: '0', liquidation: '1900', distance: 0 },
])('from $mark to $liquidation it is $distance of the mark', ({ mark, liquidation, distance }) => {
  expect(distanceTo({ mark, liquidation })).toBe(distance);
});
