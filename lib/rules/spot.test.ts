import { describe, expect, it } from 'vitest';
import {
  calculateFee,
  calculatePriceBand,
  findOrderProblem,
  findPriceProblem,
  findQuantityProblem,
  previewOrder,
  type SpotRules,
} from './spot';

const rules: SpotRules = {
  tickSize: '0.01',
  stepSize: '0.00001',
  quantityMin: '0.00001',
  quantityMax: '100',
  minNotional: '5',
  makerFeeRate: '0.0008',
  takerFeeRate: '0.001',
  priceBandRate: '0.1',
};

describe('fee', () => {
  it.each([
    { name: 'is exact where it divides', received: 100_000_000n, feeRate: '0.001', fee: 100_000n },
    { name: 'is rounded up by a part of one unit', received: 100_000_001n, feeRate: '0.001', fee: 100_001n },
    { name: 'is at least one unit of anything received', received: 1n, feeRate: '0.0008', fee: 1n },
    { name: 'is zero on nothing', received: 0n, feeRate: '0.001', fee: 0n },
    { name: 'is zero at rate zero', received: 12345n, feeRate: '0', fee: 0n },
    { name: 'is exact beyond 2^53', received: 10n ** 24n + 1n, feeRate: '0.0008', fee: 8n * 10n ** 20n + 1n },
  ])('$name', ({ received, feeRate, fee }) => {
    expect(calculateFee({ received, feeRate })).toBe(fee);
  });
});

describe('preview', () => {
  it('takes the fee of a buy from the coin bought', () => {
    expect(previewOrder({ rules, side: 'buy', price: '2000.01', quantity: '0.5', liquidity: 'taker' })).toEqual({
      orderValue: '1000.005',
      fee: '0.0005',
      feeIn: 'base',
      feeRate: '0.001',
      receive: '0.4995',
    });
  });
  it('takes the fee of a sell from the quote received, rounded up', () => {
    expect(previewOrder({ rules, side: 'sell', price: '2000.01', quantity: '0.00001', liquidity: 'maker' })).toEqual({
      orderValue: '0.0200001',
      fee: '0.00001601',
      feeIn: 'quote',
      feeRate: '0.0008',
      receive: '0.01998409',
    });
  });
  it.each(['', 'x', '0.000000001', '-1', '1e5'])('has nothing to show for the quantity %j', (quantity) => {
    expect(previewOrder({ rules, side: 'buy', price: '1', quantity, liquidity: 'taker' })).toBeNull();
  });
});

describe('rules of a market', () => {
  it('rounds the price band inward to the grid', () => {
    expect(calculatePriceBand({ indexPrice: '100.005', rate: '0.1', tickSize: '0.01' })).toEqual({ lowest: '90.01', highest: '110' });
  });
  it.each([
    { name: 'at the lower edge', price: '90', code: null },
    { name: 'one tick below the band', price: '89.99', code: 'ORDER_PRICE_OUT_OF_RANGE' },
    { name: 'at the upper edge', price: '110.00', code: null },
    { name: 'one tick above the band', price: '110.01', code: 'ORDER_PRICE_OUT_OF_RANGE' },
    { name: 'between two ticks', price: '100.005', code: 'ORDER_PRICE_INVALID' },
    { name: 'zero', price: '0', code: 'ORDER_PRICE_INVALID' },
    { name: 'negative', price: '-100', code: 'ORDER_PRICE_INVALID' },
    { name: 'not a number', price: 'NaN', code: 'ORDER_PRICE_INVALID' },
  ])('price $name', ({ price, code }) => {
    expect(findPriceProblem({ rules, price, indexPrice: '100' })?.code ?? null).toBe(code);
  });
  it.each([
    { quantity: '0.00001', code: null },
    { quantity: '0.000001', code: 'ORDER_QUANTITY_INVALID' },
    { quantity: '0', code: 'ORDER_QUANTITY_INVALID' },
    { quantity: '100', code: null },
    { quantity: '100.00001', code: 'ORDER_QUANTITY_OUT_OF_RANGE' },
  ])('quantity $quantity gives $code', ({ quantity, code }) => {
    expect(findQuantityProblem({ rules, quantity })?.code ?? null).toBe(code);
  });
  it('wants 5 USDT at least, at the index price for a market order', () => {
    expect(findOrderProblem({ rules, price: '100', quantity: '0.05', indexPrice: '100' })).toBeNull();
    expect(findOrderProblem({ rules, price: '100', quantity: '0.04999', indexPrice: '100' })).toEqual({
      code: 'ORDER_NOTIONAL_TOO_SMALL',
      field: 'quantity',
      params: { min: '5' },
    });
    expect(findOrderProblem({ rules, price: null, quantity: '0.04999', indexPrice: '100' })?.code).toBe('ORDER_NOTIONAL_TOO_SMALL');
  });
});
