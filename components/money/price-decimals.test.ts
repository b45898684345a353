import { expect, it } from 'vitest';
import { priceDecimals } from './price-decimals';

it('writes a price that ends in zeros as long as the others of its market', () => {
  expect(priceDecimals({ price: '0.557', high: '0.5601', low: '0.55', sparkline: ['0.5566'] })).toBe(4);
});
it('shows two decimals at least', () => {
  expect(priceDecimals({ price: '85000', high: '86000', low: '84000', sparkline: [] })).toBe(2);
});
