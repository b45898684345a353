import { describe, expect, it } from 'vitest';
import { compareDecimals, isMultipleOf, multiplyDecimals, toScaled } from '../../../lib/rules/decimal';
import { MARKETS } from '../market-data/markets';
import { calculateQuotes, chooseGrid, diffQuotes, followIndex, LEVELS, type Ladder, ticksOf } from './liquidity.math';

const ETH = MARKETS.find(({ market }) => market === 'ETH-USDT')!;
const around = (terms: (typeof MARKETS)[number], indexPrice: string, before: Ladder | null = null) =>
  followIndex({ market: terms.market, indexTicks: ticksOf(indexPrice, terms.tickSize), before });
const quotesAt = (indexPrice: string, turnover: string | null = '86400000') =>
  calculateQuotes({ ladder: around(ETH, indexPrice), terms: ETH, turnover });

describe('quotes', () => {
  it('stand 22 deep on both sides of the index, the closest within 5 hundredths of a percent', () => {
    const quotes = quotesAt('2000');
    expect(quotes.filter(({ side }) => side === 'buy')).toHaveLength(LEVELS);
    expect(quotes.filter(({ side }) => side === 'sell')).toHaveLength(LEVELS);
    const [bid, ask] = [Number(quotes[0]?.price), Number(quotes[LEVELS]?.price)];
    expect(bid).toBeLessThan(2000);
    expect(bid).toBeGreaterThan(1999);
    expect(ask).toBeGreaterThan(2000);
    expect(ask).toBeLessThan(2001);
  });

  it('hold what the market turns over in seconds: twice the turnover, twice the size', () => {
    const sum = (quotes: ReturnType<typeof quotesAt>) =>
      quotes.reduce((total, { price, quantity }) => total + Number(price) * Number(quantity), 0);
    const [one, two] = [sum(quotesAt('2000')), sum(quotesAt('2000', '172800000'))];
    expect(two / one).toBeCloseTo(2, 3);
    // 44 levels of 10 to 30 seconds of 1,000 USDT each, up to 2.5 times as much at the far end.
    expect(one / 44).toBeGreaterThan(10_000);
    expect(one / 44).toBeLessThan(75_000);
    expect(quotesAt('2000', null)).toHaveLength(2 * LEVELS);
  });

  it.each(MARKETS.map((terms) => [terms.market, terms] as const))(
    'of %s keep to its grid and its largest order and never cross, from a tiny price to a huge one',
    (_, terms) => {
      for (const price of [terms.tickSize, '0.1234', '3.21', '65432.1']) {
        const scale = terms.tickScale;
        const indexPrice = toScaled(price, scale) === null ? price.slice(0, price.indexOf('.') + 1 + scale) : price;
        const quotes = calculateQuotes({ ladder: around(terms, indexPrice), terms, turnover: '1000000000' });
        for (const { price, quantity } of quotes) {
          expect(isMultipleOf(price, terms.tickSize) && isMultipleOf(quantity, terms.stepSize)).toBe(true);
          expect(compareDecimals(quantity, terms.quantityMax)).not.toBe(1);
          expect(compareDecimals(multiplyDecimals(price, quantity), terms.minNotional)).not.toBe(-1);
        }
        const bids = quotes.filter(({ side }) => side === 'buy');
        for (const bid of bids) expect(compareDecimals(bid.price, indexPrice)).toBe(-1);
        for (const ask of quotes.slice(bids.length)) expect(compareDecimals(ask.price, indexPrice)).toBe(1);
        for (const [inner, outer] of bids.slice(1).map((bid, index) => [bids[index]!, bid] as const)) {
          expect(compareDecimals(outer.price, inner.price)).toBe(-1);
        }
      }
    },
  );

  it('stay while the index is between the best ones, and of a ladder one rung on all but the ends stay', () => {
    const before = around(ETH, '2000');
    expect(around(ETH, '2000.3', before)).toBe(before);
    const after = around(ETH, '2001', before);
    expect(after.centre - before.centre).toBe(2);
    const rests = calculateQuotes({ ladder: before, terms: ETH, turnover: null }).map((quote, id) => ({ ...quote, id: String(id) }));
    const one = { ...before, centre: before.centre + 1 };
    const { cancel, place } = diffQuotes(rests, calculateQuotes({ ladder: one, terms: ETH, turnover: null }));
    expect(cancel.length, 'the last bid, the first ask, and what had to grow').toBeLessThanOrEqual(6);
    expect(place).toHaveLength(cancel.length);
  });

  it('keep their grid within a wide range of prices, and never have one below a tick', () => {
    expect(chooseGrid(200_000, null)).toBe(50);
    expect(chooseGrid(300_000, 50)).toBe(50);
    expect(chooseGrid(400_000, 50)).toBe(100);
    expect(chooseGrid(6_700_000, null)).toBe(2_000);
    expect(chooseGrid(3, null)).toBe(1);
  });
});

describe('the difference between what rests and what is wanted', () => {
  const quote = (price: string, quantity: string, side: 'buy' | 'sell' = 'buy') => ({ side, price, quantity });
  const resting = (id: string, price: string, quantity: string) => ({ id, ...quote(price, quantity) });

  it.each([
    { name: 'nothing to do', rests: [resting('1', '10', '4')], wanted: [quote('10.00', '4')], cancel: [], place: [] },
    { name: 'two fifths are enough', rests: [resting('1', '10', '1.6')], wanted: [quote('10', '4')], cancel: [], place: [] },
    { name: 'less is placed anew', rests: [resting('1', '10', '1.5')], wanted: [quote('10', '4')], cancel: ['1'], place: ['10'] },
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
