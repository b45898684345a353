import { describe, expect, it } from 'vitest';
import { readTicket, type Surroundings, type Typed } from './ticket.reading';

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
const typed: Typed = {
  side: 'buy',
  kind: 'limit',
  price: '2000',
  amount: '1',
  unit: 'base',
  timeInForce: 'GTC',
  stop: '',
  stopLimit: '',
  hasExits: false,
  takeProfit: '',
  stopLoss: '',
};
const around: Surroundings = {
  symbol: 'ETH-USDT',
  rules,
  indexPrice: '2000',
  levels: [
    ['2001', '2'],
    ['2015', '2'],
    ['2030', '10'],
  ],
  available: '100000',
};
const read = (change: Partial<Typed>) => readTicket({ ...typed, ...change }, around);
const sent = (change: Partial<Typed>) => read(change).intent;
const warned = (change: Partial<Typed>) => read(change).warnings.map(({ code, fraction }) => `${code} ${fraction}`);

describe('an amount in quote units', () => {
  it('is sent as base quantity, rounded down to the step at the limit price', () => {
    expect(sent({ unit: 'quote', amount: '100', price: '1999.99' })).toMatchObject({ quantity: '0.05', price: '1999.99' });
    expect(sent({ unit: 'quote', amount: '99.99' })).toMatchObject({ quantity: '0.04999' });
  });
  it('is reckoned at the best price of the book for a market order', () => {
    expect(sent({ unit: 'quote', amount: '2001', kind: 'market' })).toEqual({
      symbol: 'ETH-USDT',
      side: 'buy',
      kind: 'market',
      quantity: '1',
    });
  });
});

describe('the order that is sent', () => {
  it('of a stop has its stop price, and none before one is typed', () => {
    expect(sent({ kind: 'stop_limit', price: '2110' })).toBeNull();
    expect(sent({ kind: 'stop_limit', price: '2110', stop: '2100' })).toEqual({
      symbol: 'ETH-USDT',
      side: 'buy',
      kind: 'stop_limit',
      quantity: '1',
      price: '2110',
      stop: '2100',
    });
  });
  it('of a pair offers the limit after the stop, and takes a typed one', () => {
    expect(sent({ kind: 'oco', side: 'sell', price: '2100', stop: '1900' })).toMatchObject({ stop: '1900', stopLimit: '1881' });
    expect(sent({ kind: 'oco', side: 'sell', price: '2100', stop: '1900', stopLimit: '1890' })).toMatchObject({ stopLimit: '1890' });
  });
  it('has a take-profit, a stop-loss or both, for a purchase only', () => {
    expect(sent({ hasExits: true, takeProfit: '2200' })).not.toHaveProperty('stopLoss');
    expect(sent({ hasExits: true, takeProfit: '2200' })).toMatchObject({ takeProfit: '2200' });
    expect(sent({ hasExits: true, stopLoss: '1900' })).toMatchObject({ stopLoss: '1900', stopLossLimit: '1881' });
    expect(sent({ hasExits: true, stopLoss: '1900' })).not.toHaveProperty('takeProfit');
    expect(read({ hasExits: true, stopLoss: '2100' }).problem).toMatchObject({ code: 'ORDER_EXITS_INVALID', field: 'stopLoss' });
    expect(sent({ hasExits: true, takeProfit: '2200', stopLoss: '1900' })).toMatchObject({ stopLossLimit: '1881', takeProfit: '2200' });
    expect(sent({ hasExits: true, side: 'sell' })).not.toHaveProperty('takeProfit');
  });
  it('names the field of its first problem', () => {
    expect(read({ hasExits: true, takeProfit: '1990', stopLoss: '1900' }).problem).toMatchObject({ field: 'takeProfit' });
    expect(read({ kind: 'oco', side: 'sell', price: '2100', stop: '2050' }).problem).toMatchObject({ field: 'stop' });
    expect(readTicket({ ...typed, kind: 'oco', price: '1900', stop: '2100' }, { ...around, available: '2000' }).problem).toMatchObject({
      code: 'INSUFFICIENT_BALANCE',
    });
  });
});

describe('warnings', () => {
  it('point out a limit price more than 2 % from the market', () => {
    expect(warned({ price: '1960' })).toEqual([]);
    expect(warned({ price: '1959.99' })).toEqual(['far 0.020005']);
  });
  it('point out more than a fifth of the depth within 1 % of the best price, for what would be filled at once', () => {
    expect(warned({ price: '2001', amount: '0.8' })).toEqual([]);
    expect(warned({ price: '2001', amount: '0.80001' })).toEqual(['large 0.200002']);
    expect(warned({ price: '2000.99', amount: '40' })).toEqual([]);
  });
  it('point out an average price more than 0.5 % worse than the best one', () => {
    expect(warned({ kind: 'market', amount: '4' })).toEqual(['large 1']);
    expect(warned({ kind: 'market', amount: '10' })).toEqual(['large 2.5', 'slippage 0.010094']);
  });
  it('never hold an order back', () => {
    expect(sent({ kind: 'market', amount: '10' })).not.toBeNull();
  });

  it('needs no exit while both are empty', () => {
    const exits = { kind: 'limit' as const, side: 'buy' as const, price: '2000', amount: '1', hasExits: true };
    expect(read({ ...exits, takeProfit: '', stopLoss: '' })).toMatchObject({ problem: null, intent: { price: '2000', quantity: '1' } });
  });
});
