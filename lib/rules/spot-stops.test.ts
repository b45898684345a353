import { describe, expect, it } from 'vitest';
import { findExitsProblem, findPairProblem, findStopProblem, findStopSide, offerStopLimit } from './spot-stops';

const rules = {
  tickSize: '0.01',
  stepSize: '0.00001',
  quantityMin: '0.00001',
  quantityMax: '3000',
  minNotional: '5',
  makerFeeRate: '0.0008',
  takerFeeRate: '0.001',
  priceBandRate: '0.1',
};
const stop = { rules, stop: '1900', limit: '1890', quantity: '1', indexPrice: '2000' };
const pair = { rules, side: 'sell' as const, price: '2100', stop: '1900', stopLimit: '1890', quantity: '1', indexPrice: '2000' };
const exits = { takeProfit: '2200', stopLoss: '1900', stopLossLimit: '1881' };

describe('stop orders', () => {
  it('rise or fall to their price by where the index is, and can’t be at it', () => {
    const sides = ['2000.01', '1999.99', '2000.00'].map((at) => findStopSide({ stop: at, indexPrice: '2000' }));
    expect(sides).toEqual(['rise', 'fall', null]);
  });

  it('are offered a limit 1 % beyond the stop, rounded away from it', () => {
    expect(offerStopLimit({ side: 'sell', stop: '1900.05', tickSize: '0.01' })).toBe('1881.04');
    expect(offerStopLimit({ side: 'buy', stop: '2100.05', tickSize: '0.01' })).toBe('2121.06');
  });

  it.each([
    [{}, null],
    [{ stop: '1000', limit: '1000' }, null],
    [{ stop: '999.99' }, 'ORDER_PRICE_OUT_OF_RANGE stop'],
    [{ stop: '1900.001' }, 'ORDER_STOP_INVALID stop'],
    [{ stop: '2000' }, 'ORDER_STOP_AT_MARKET stop'],
    [{ limit: '1710' }, null],
    [{ limit: '1709.99' }, 'ORDER_PRICE_OUT_OF_RANGE price'],
    [{ quantity: '0.000001' }, 'ORDER_QUANTITY_INVALID quantity'],
    [{ quantity: '0.002' }, 'ORDER_NOTIONAL_TOO_SMALL quantity'],
  ])('%j give %s', (change, expected) => {
    const problem = findStopProblem({ ...stop, ...change });
    expect(problem === null ? null : `${problem.code} ${problem.field}`).toBe(expected);
  });
});

it.each([
  [{}, null],
  [{ side: 'buy' as const, price: '1900', stop: '2100', stopLimit: '2110' }, null],
  [{ price: '2000' }, 'ORDER_PAIR_INVALID price'],
  [{ stop: '2050', stopLimit: '2040' }, 'ORDER_PAIR_INVALID stop'],
  [{ price: '2200.01' }, 'ORDER_PRICE_OUT_OF_RANGE price'],
  [{ stopLimit: '1600' }, 'ORDER_PRICE_OUT_OF_RANGE stopLimit'],
])('a pair with %j gives %s', (change, expected) => {
  const problem = findPairProblem({ ...pair, ...change });
  expect(problem === null ? null : `${problem.code} ${problem.field}`).toBe(expected);
});

it.each([
  [{}, null, null],
  [{}, '1950', null],
  [{}, '1900', 'ORDER_EXITS_INVALID stopLoss'],
  [{}, '2200', 'ORDER_EXITS_INVALID takeProfit'],
  [{ takeProfit: '3000' }, null, null],
  [{ takeProfit: '3000.01' }, null, 'ORDER_PRICE_OUT_OF_RANGE takeProfit'],
  [{ stopLoss: '2000' }, '2100', 'ORDER_EXITS_INVALID stopLoss'],
  [{ stopLossLimit: '1709.99' }, null, 'ORDER_PRICE_OUT_OF_RANGE stopLossLimit'],
])('exits %j of a purchase at %s give %s', (change, price, expected) => {
  const problem = findExitsProblem({ rules, price, exits: { ...exits, ...change }, indexPrice: '2000' });
  expect(problem === null ? null : `${problem.code} ${problem.field}`).toBe(expected);
});
