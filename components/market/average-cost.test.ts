import { expect, it } from 'vitest';
import { averageCost } from './average-cost';

it.each([
  { quantity: '2', cost: '5000', average: '2500' },
  { quantity: '0.00118781', cost: '99.97510315', average: '84167.58837693' },
  { quantity: '3', cost: '10', average: '3.33333334' },
])('one of $quantity that cost $cost came to $average, never less', ({ quantity, cost, average }) => {
  expect(averageCost({ quantity, cost })).toBe(average);
});

it('there is no average of nothing', () => {
  expect(averageCost({ quantity: '0', cost: '0' })).toBeNull();
});
