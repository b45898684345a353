import { describe, expect, it } from 'vitest';
import { averagePriceOf, percentToRate } from './rates';

describe('rates', () => {
  it.each([
    ['-1.25', '-0.0125'],
    ['0', '0'],
    ['100', '1'],
    ['0.19', '0.0019'],
    ['0.123456789012345678', '0.001234567890123456'],
    ['-0.000000000000000001', '0'],
  ])('%s percent is %s', (percent, rate) => expect(percentToRate(percent)).toBe(rate));
  it.each([
    ['10', '4', '2.5'],
    ['1', '3', '0.33333333'],
    ['652.7235', '0.01', '65272.35'],
    ['5', '0', null],
  ])('%s for %s is %s each', (value, quantity, price) => expect(averagePriceOf({ value, quantity })).toBe(price));
});
