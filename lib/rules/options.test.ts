import { describe, expect, it } from 'vitest';
import {
  calculateBreakEven,
  calculateDelivery,
  calculateProfit,
  decideOutcome,
  findStrikePrint,
  formatPrintText,
  type OptionPrint,
  readPrintPrice,
  trimmedMean,
} from './options';

const T = 1_772_366_400_000;
const print = (second: number, price: string | null): OptionPrint => ({
  seq: second + 1_000,
  time: T + second * 1_000,
  prices: price === null ? 'AAA-USDT=1' : `AAA-USDT=1;BTC-USDT=${price}`,
  previous: 'p',
  hash: 'h',
});
const market = 'BTC-USDT';

describe('payout', () => {
  it.each([
    { stake: 10_000_000_000n, ratio: '0.85', profit: 8_500_000_000n },
    { stake: 1_000_000_001n, ratio: '0.85', profit: 850_000_000n },
    { stake: 3n, ratio: '0.5', profit: 1n },
    { stake: 100n, ratio: '1', profit: 100n },
  ])('$ratio on $stake units earns $profit, rounded down', ({ stake, ratio, profit }) => {
    expect(calculateProfit({ stake, ratio })).toBe(profit);
  });

  it.each([
    { ratio: '0.85', breakEven: '0.541' },
    { ratio: '0.8', breakEven: '0.556' },
    { ratio: '1', breakEven: '0.5' },
    { ratio: '0.25', breakEven: '0.8' },
  ])('a ratio of $ratio breaks even at $breakEven', ({ ratio, breakEven }) => {
    expect(calculateBreakEven(ratio)).toBe(breakEven);
  });
});

describe('prices', () => {
  it.each([
    { name: 'an outlier above', ticks: [10n, 14n, 11n, 12n, 90n], mean: 12n },
    { name: 'an outlier below', ticks: [1n, 14n, 14n, 14n, 15n], mean: 14n },
    { name: 'a third down', ticks: [0n, 10n, 10n, 11n, 99n], mean: 10n },
    { name: 'two thirds up', ticks: [0n, 10n, 11n, 11n, 99n], mean: 11n },
    { name: 'all equal', ticks: [7n, 7n, 7n, 7n, 7n], mean: 7n },
  ])('the trimmed mean with $name is $mean', ({ ticks, mean }) => {
    expect(trimmedMean(ticks)).toBe(mean);
  });

  it('refuses four prices', () => {
    expect(() => trimmedMean([1n, 2n, 3n, 4n])).toThrow(RangeError);
  });

  it('reads one market, not one whose name only ends alike', () => {
    expect(readPrintPrice('WBTC-USDT=2;XRP-USDT=1', 'BTC-USDT')).toBeNull();
    expect(readPrintPrice('BTC-USDT=2.5;XRP-USDT=1', 'BTC-USDT')).toBe('2.5');
  });

  it('hashes previous, number, time and prices, one a line', () => {
    expect(formatPrintText({ previous: 'ab', seq: 7, time: 9, prices: 'X=1' })).toBe('ab\n7\n9\nX=1');
  });

  it('takes the first print after the acceptance that names the market', () => {
    const prints = [print(0, '10'), print(1, null), print(2, '11')];
    expect(findStrikePrint({ prints, market, acceptedAt: T })?.seq).toBe(1_002);
    expect(findStrikePrint({ prints, market, acceptedAt: T - 1 })?.seq).toBe(1_000);
    expect(findStrikePrint({ prints: [print(61, '10')], market, acceptedAt: T })).toBeNull();
  });
});

describe('delivery', () => {
  const deliversAt = T + 100_000;
  const delivery = (prints: OptionPrint[]) => calculateDelivery({ prints, market, deliversAt, tickScale: 2 });
  const five = [96, 97, 98, 99, 100].map((second, index) => print(second, `${100 + index}.01`));

  it('is the mean of the last five up to the delivery, the later and the earlier left aside', () => {
    const found = delivery([print(95, '1'), ...five, print(101, '900')]);
    expect(found?.price).toBe('102.01');
    expect(found?.used.map(({ seq }) => seq)).toEqual([1_096, 1_097, 1_098, 1_099, 1_100]);
    expect(found?.proving.map(({ seq }) => seq)).toEqual([1_096, 1_097, 1_098, 1_099, 1_100]);
  });

  it('keeps the next print as a proof when none was made in the very second', () => {
    const found = delivery([print(95, '99'), ...five.slice(0, 4), print(103, '900')]);
    expect(found?.price).toBe('101.01');
    expect(found?.proving.at(-1)?.seq).toBe(1_103);
  });

  it('skips prints without the market', () => {
    expect(delivery([print(90, '99'), print(95, null), ...five.slice(1)])?.used[0]?.seq).toBe(1_090);
  });

  it.each([
    { name: 'fewer than five in the minute before', prints: [print(40, '99'), ...five.slice(1)] },
    { name: 'no print at or after the delivery', prints: [print(95, '99'), ...five.slice(0, 4)] },
    {
      name: 'more than a minute without prints around it',
      prints: [print(85, '99'), ...[86, 87, 88, 89].map((s) => print(s, '1')), print(150, '1')],
    },
  ])('is missing with $name', ({ prints }) => {
    expect(delivery(prints)).toBeNull();
  });
});

it.each([
  { direction: 'up', strike: '100', delivery: '100.01', result: 'won', reason: null },
  { direction: 'up', strike: '100', delivery: '99.99', result: 'lost', reason: null },
  { direction: 'down', strike: '100.5', delivery: '100', result: 'won', reason: null },
  { direction: 'down', strike: '100', delivery: '100.01', result: 'lost', reason: null },
  { direction: 'up', strike: '100', delivery: '100.00', result: 'refunded', reason: 'tie' },
  { direction: 'down', strike: '100.10', delivery: '100.1', result: 'refunded', reason: 'tie' },
] as const)('$direction from $strike to $delivery is $result', ({ result, reason, ...input }) => {
  expect(decideOutcome(input)).toEqual({ result, reason });
});
