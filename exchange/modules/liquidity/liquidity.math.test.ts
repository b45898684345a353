import { describe, expect, it } from 'vitest';
import { compareDecimals, isMultipleOf, multiplyDecimals } from '../../../lib/rules/decimal';
import { MARKETS } from '../market-data/markets';
import { calculateQuotes, diffQuotes, hasDrifted } from './liquidity.math';

describe('quotes', () => {
  it('stand a few hundredths of a percent around the index, small ones inside', () => {
    const quotes = calculateQuotes({ indexPrice: '2000', terms: { tickSize: '0.01', stepSize: '0.00001', minNotional: '5' } });
    expect(quotes).toHaveLength(12);
    expect(quotes[0]).toEqual({ side: 'buy', price: '1999.6', quantity: '0.75015' });
    expect(quotes[6]).toEqual({ side: 'sell', price: '2000.4', quantity: '0.74985' });
    expect(quotes[11]).toEqual({ side: 'sell', price: '2004.8', quantity: '29.92817' });
  });

  it.each(MARKETS.map((terms) => [terms.market, terms] as const))(
    'of %s keep to its grid and never cross, from a tiny price to a huge one',
    (_, terms) => {
      for (const indexPrice of [terms.tickSize, '0.12345', '3.21', '65432.1']) {
        const quotes = calculateQuotes({ indexPrice, terms });
        for (const { price, quantity } of quotes) {
          expect(isMultipleOf(price, terms.tickSize) && isMultipleOf(quantity, terms.stepSize)).toBe(true);
          expect(compareDecimals(multiplyDecimals(price, quantity), terms.minNotional)).not.toBe(-1);
        }
        const bids = quotes.filter(({ side }) => side === 'buy');
        const asks = quotes.filter(({ side }) => side === 'sell');
        for (const bid of bids) for (const ask of asks) expect(compareDecimals(bid.price, ask.price)).toBe(-1);
      }
    },
  );

  it('move when the index has gone more than 8 hundredths of a percent', () => {
    expect(hasDrifted({ centre: '2000', indexPrice: '2001.6', driftBps: 8 })).toBe(false);
    expect(hasDrifted({ centre: '2000', indexPrice: '2001.61', driftBps: 8 })).toBe(true);
    expect(hasDrifted({ centre: '2000', indexPrice: '1998.39', driftBps: 8 })).toBe(true);
  });
});

describe('the difference between what rests and what is wanted', () => {
  const quote = (price: string, quantity: string, side: 'buy' | 'sell' = 'buy') => ({ side, price, quantity });
  const resting = (id: string, price: string, quantity: string) => ({ id, ...quote(price, quantity) });

  it.each([
    { name: 'nothing to do', rests: [resting('1', '10', '4')], wanted: [quote('10.00', '4')], cancel: [], place: [] },
    { name: 'half is enough', rests: [resting('1', '10', '2')], wanted: [quote('10', '4')], cancel: [], place: [] },
    { name: 'less than half is placed anew', rests: [resting('1', '10', '1.9')], wanted: [quote('10', '4')], cancel: ['1'], place: ['10'] },
    { name: 'another price', rests: [resting('1', '10', '4')], wanted: [quote('11', '4')], cancel: ['1'], place: ['11'] },
    { name: 'another side', rests: [resting('1', '10', '4')], wanted: [quote('10', '4', 'sell')], cancel: ['1'], place: ['10'] },
    { name: 'all taken back', rests: [resting('1', '10', '4'), resting('2', '11', '4')], wanted: [], cancel: ['1', '2'], place: [] },
    {
      name: 'one of two at a price',
      rests: [resting('1', '10', '4'), resting('2', '10', '4')],
      wanted: [quote('10', '4')],
      cancel: ['2'],
      place: [],
    },
  ])('$name', ({ rests, wanted, cancel, place }) => {
    const difference = diffQuotes(rests, wanted);
    expect(difference.cancel).toEqual(cancel);
    expect(difference.place.map(({ price }) => price)).toEqual(place);
  });
});
