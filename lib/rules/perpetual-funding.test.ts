import { describe, expect, it } from 'vitest';
import { toScaled } from './decimal';
import {
  averagePremium,
  calculateFundingPayment,
  calculateDistance,
  calculateFundingRate,
  calculateMarkPrice,
  calculateNextBasis,
  calculatePremium,
  findNextFunding,
  FUNDING_INTERVAL_MS,
} from './perpetual-funding';

/** Units of 0.00000001; a rate of 0.01 % is 0.0001. */
const u = (text: string): bigint => (text.startsWith('-') ? -1n : 1n) * (toScaled(text.replace('-', ''), 8) ?? 0n);

describe('funding rate', () => {
  // premium + clamp(interest − premium, 0.05 %, −0.05 %): Bybit "What is funding rate and predicted rate?", Gate "Funding Rate History".
  it.each([
    { name: 'is the interest while the premium is near it', premium: '0', rate: '0.0001' },
    { name: 'is the interest at the edge of the dampener', premium: '0.0006', rate: '0.0001' },
    { name: 'is the interest at the other edge', premium: '-0.0004', rate: '0.0001' },
    { name: 'follows a high premium less 0.05 %', premium: '0.002', rate: '0.0015' },
    { name: 'follows a discount plus 0.05 %', premium: '-0.002', rate: '-0.0015' },
    { name: 'stops at 0.75 %', premium: '0.02', rate: '0.0075' },
    { name: 'stops at −0.75 %', premium: '-0.02', rate: '-0.0075' },
  ])('$name: premium $premium gives $rate', ({ premium, rate }) => {
    expect(calculateFundingRate(u(premium))).toBe(u(rate));
  });
  // Bybit, the same page: (0.06 % − 0.03 %) ÷ 3.
  it('starts from the published interest of 0.01 % an interval', () => {
    expect(calculateFundingRate(u('0.0001'))).toBe((u('0.0006') - u('0.0003')) / 3n);
  });
});

describe('premium', () => {
  it('is the average distance of the book from the index as a fraction, towards zero', () => {
    expect(calculatePremium({ basisAverage: u('0.05'), indexPrice: u('100') })).toBe(u('0.0005'));
    expect(calculatePremium({ basisAverage: u('-0.05'), indexPrice: u('100') })).toBe(u('-0.0005'));
    expect(calculatePremium({ basisAverage: 1n, indexPrice: 3n })).toBe(33_333_333n);
    expect(calculatePremium({ basisAverage: -1n, indexPrice: 3n })).toBe(-33_333_333n);
  });
  it('is averaged towards zero, and nothing without samples', () => {
    expect(averagePremium(-7n, 2)).toBe(-3n);
    expect(averagePremium(7n, 2)).toBe(3n);
    expect(averagePremium(0n, 0)).toBe(0n);
  });
});

describe('funding payment', () => {
  it.each([
    // BitMEX, "Perpetual Contracts Guide Examples": 0.25 % of a position worth 20 is 0.05, paid by the long.
    { name: 'BitMEX: a long worth 20 at 0.25 % pays', side: 'long', mark: '20', quantity: '1', rate: '0.0025', payment: '0.05' },
    { name: 'BitMEX: and the short receives', side: 'short', mark: '20', quantity: '1', rate: '0.0025', payment: '-0.05' },
    { name: 'below zero the short pays', side: 'short', mark: '8000', quantity: '10', rate: '-0.0001', payment: '8' },
    { name: 'and the long receives', side: 'long', mark: '8000', quantity: '10', rate: '-0.0001', payment: '-8' },
    { name: 'at zero nobody pays', side: 'long', mark: '8000', quantity: '10', rate: '0', payment: '0' },
  ] as const)('$name $payment', ({ side, mark, quantity, rate, payment }) => {
    expect(calculateFundingPayment({ side, quantity: u(quantity), markPrice: u(mark), rate: u(rate) })).toBe(u(payment));
  });
  it('is rounded up for the payer and down for the receiver', () => {
    const tiny = { quantity: 1n, markPrice: u('1'), rate: u('0.0001') };
    expect(calculateFundingPayment({ side: 'long', ...tiny })).toBe(1n);
    expect(calculateFundingPayment({ side: 'short', ...tiny })).toBe(0n);
  });
});

describe('distance of a book from the index', () => {
  /** `100 at 99, 5 at 98`: quantity and price of each level, best first. At an index of 100 what counts are 100 coins. */
  const side = (text: string) =>
    (text === '' ? [] : text.split(', ')).map((level) => {
      const [quantity = '', price = ''] = level.split(' at ');
      return { price: u(price), quantity: u(quantity) };
    });
  const distance = (bids: string, asks: string) => calculateDistance({ indexPrice: u('100'), bids: side(bids), asks: side(asks) });

  it.each([
    { name: 'none with the index between its prices', bids: '100 at 95', asks: '100 at 100.01', is: '0' },
    { name: 'what selling brings above the index', bids: '100 at 100.2', asks: '100 at 100.4', is: '0.2' },
    { name: 'what buying saves below the index', bids: '100 at 99.6', asks: '100 at 99.8', is: '-0.2' },
    { name: 'by the average of the levels that it takes', bids: '50 at 100.6, 70 at 100.2', asks: '100 at 101', is: '0.4' },
    { name: 'not by the little in front', bids: '0.05 at 98.9, 100 at 98.8', asks: '0.05 at 99, 100 at 100.2', is: '0' },
    { name: 'at most one percent of it above', bids: '100 at 109', asks: '100 at 110', is: '1' },
    { name: 'and below', bids: '100 at 90', asks: '100 at 91', is: '-1' },
  ])('is $name', ({ bids, asks, is }) => {
    expect(distance(bids, asks)).toBe(is.startsWith('-') ? -u(is.slice(1)) : u(is));
  });
  it.each([
    { name: 'without bids', bids: '', asks: '100 at 99' },
    { name: 'without asks', bids: '100 at 101', asks: '' },
    { name: 'with one step too few on one side', bids: '99.99999999 at 101', asks: '100 at 102' },
  ])('is not known $name', ({ bids, asks }) => {
    expect(distance(bids, asks)).toBeNull();
  });
  it('is rounded towards the index', () => {
    const third = (above: boolean) => (above ? '33 at 100.00000001, 67 at 100' : '33 at 99.99999999, 67 at 100');
    expect(distance(third(true), '100 at 101')).toBe(0n);
    expect(distance('100 at 99', third(false))).toBe(0n);
  });
});

describe('mark price', () => {
  it('is the index where the book is level with it', () => {
    expect(calculateMarkPrice({ indexPrice: u('60000'), basisAverage: 0n })).toBe(u('60000'));
  });
  it.each([
    { basis: '30', mark: '60030' },
    { basis: '-30', mark: '59970' },
    { basis: '301', mark: '60300' },
    { basis: '-9000', mark: '59700' },
  ])('a book $basis from the index moves it to $mark, at most 0.5 %', ({ basis, mark }) => {
    expect(calculateMarkPrice({ indexPrice: u('60000'), basisAverage: u(basis) })).toBe(u(mark));
  });
  it('takes a sixtieth of a new distance each second', () => {
    expect(calculateNextBasis({ average: 0n, basis: u('60') })).toBe(u('1'));
    expect(calculateNextBasis({ average: u('60'), basis: 0n })).toBe(u('59'));
  });
});

describe('funding instants', () => {
  it.each([
    ['2026-03-01T00:00:00.000Z', '2026-03-01T08:00:00.000Z'],
    ['2026-03-01T07:59:59.999Z', '2026-03-01T08:00:00.000Z'],
    ['2026-03-01T08:00:00.000Z', '2026-03-01T16:00:00.000Z'],
    ['2026-03-01T23:59:59.000Z', '2026-03-02T00:00:00.000Z'],
  ])('after %s comes %s', (at, next) => {
    expect(new Date(findNextFunding(Date.parse(at))).toISOString()).toBe(next);
    expect(findNextFunding(Date.parse(at)) % FUNDING_INTERVAL_MS).toBe(0);
  });
});
