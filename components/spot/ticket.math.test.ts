import { describe, expect, it } from 'vitest';
import { previewLimit, previewMarket, quantityForPercent, walkBook, wouldTake } from './ticket.math';

const rules = {
  tickSize: '0.01',
  stepSize: '0.000001',
  quantityMin: '0.000001',
  quantityMax: '1000',
  minNotional: '5',
  makerFeeRate: '0.0008',
  takerFeeRate: '0.001',
  priceBandRate: '0.1',
};
const asks = [
  ['100', '1'],
  ['101', '2'],
] as const;

describe('ticket', () => {
  it('previews a resting buy with the maker fee in the coin received', () => {
    const preview = previewLimit({ rules, side: 'buy', price: '66900', quantity: '0.5', best: '67000', timeInForce: 'GTC' });
    expect(preview).toMatchObject({
      orderValue: '33450',
      fee: '0.0004',
      feeIn: 'base',
      receive: '0.4996',
      liquidity: 'maker',
      isEstimate: false,
    });
  });

  it('previews a buy at the best ask with the taker fee', () => {
    const preview = previewLimit({ rules, side: 'buy', price: '67000', quantity: '0.5', best: '67000', timeInForce: 'GTC' });
    expect(preview).toMatchObject({ fee: '0.0005', receive: '0.4995', liquidity: 'taker' });
  });

  it('previews a post-only order as maker even where it would take, because it is refused instead', () => {
    expect(previewLimit({ rules, side: 'buy', price: '67000', quantity: '1', best: '66000', timeInForce: 'POST_ONLY' })?.liquidity).toBe(
      'maker',
    );
  });

  it('gives no preview while the amount is not a number', () => {
    expect(previewLimit({ rules, side: 'buy', price: '67000', quantity: '', best: null, timeInForce: 'GTC' })).toBeNull();
    expect(previewMarket({ rules, side: 'buy', quantity: '1.', levels: asks })).toBeNull();
  });

  it('walks the book level by level for a market buy', () => {
    expect(walkBook(asks, '2')).toEqual({ value: '201', filled: '2' });
    expect(previewMarket({ rules, side: 'buy', quantity: '2', levels: asks })).toMatchObject({
      orderValue: '201',
      fee: '0.002',
      receive: '1.998',
    });
  });

  it('takes the fee of a market sell from the quote received', () => {
    const preview = previewMarket({
      rules,
      side: 'sell',
      quantity: '1.5',
      levels: [
        ['99', '1'],
        ['98', '5'],
      ],
    });
    expect(preview).toMatchObject({ orderValue: '148', fee: '0.148', feeIn: 'quote', receive: '147.852' });
  });

  it('counts only what finds a counterpart', () => {
    expect(walkBook(asks, '10')).toEqual({ value: '302', filled: '3' });
  });

  it.each([
    {
      name: 'a quarter of the quote at the limit price',
      input: { side: 'buy', isMarket: false, percent: 25, price: '66900', available: '100000' },
      quantity: '0.373692',
    },
    {
      name: 'all of the base on the sell side',
      input: { side: 'sell', isMarket: false, percent: 100, price: null, available: '0.1234567' },
      quantity: '0.123456',
    },
    {
      name: 'all of the quote at the market, with 0.5 % left aside',
      input: { side: 'buy', isMarket: true, percent: 100, price: '100', available: '1000' },
      quantity: '9.95',
    },
    {
      name: 'never more than the market takes at once',
      input: { side: 'sell', isMarket: false, percent: 100, price: '1', available: '5000' },
      quantity: '1000',
    },
    {
      name: 'nothing without a price',
      input: { side: 'buy', isMarket: true, percent: 50, price: null, available: '1000' },
      quantity: null,
    },
  ] as const)('orders $name', ({ input, quantity }) => {
    expect(quantityForPercent({ rules, ...input })).toBe(quantity);
  });

  it('meets the book at the best price itself and beyond, not before', () => {
    expect([
      wouldTake('buy', '100', '100'),
      wouldTake('buy', '99.99', '100'),
      wouldTake('sell', '100', '100'),
      wouldTake('sell', '100.01', '100'),
    ]).toEqual([true, false, true, false]);
    expect(wouldTake('buy', '100', null)).toBe(false);
  });
});
