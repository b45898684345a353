import { beforeEach, describe, expect, it } from 'vitest';
import { calculateMedian, createIndexService, type IndexService } from './index-price.service';

const START = Date.UTC(2026, 5, 1);
let now = START;
let index: IndexService;
const say = (source: string, priceTicks: number, at = now) => index.accept(source, { market: 'BTC-USDT', priceTicks, volumeSteps: 0, at });

beforeEach(() => {
  now = START;
  index = createIndexService({ clock: { now: () => now }, staleMs: 3_000, deadMs: 10_000 });
});

describe('calculateMedian', () => {
  it.each([
    { name: 'one', ticks: [7], median: 7 },
    { name: 'three in any order', ticks: [9, 1, 4], median: 4 },
    { name: 'the mean of the middle two', ticks: [1, 4, 6, 100], median: 5 },
    { name: 'half a tick rounded up', ticks: [1, 2], median: 2 },
  ])('$name', ({ ticks, median }) => expect(calculateMedian(ticks)).toBe(median));
});

describe('index price', () => {
  it('is null before any source spoke, and for an unknown market', () => {
    expect(index.getIndex('BTC-USDT')).toBeNull();
    expect(index.getIndex('NO-USDT')).toBeNull();
  });

  it.each([
    { ageMs: 0, state: 'fresh' },
    { ageMs: 2_999, state: 'fresh' },
    { ageMs: 3_000, state: 'stale' },
    { ageMs: 9_999, state: 'stale' },
    { ageMs: 10_000, state: 'dead' },
  ])('is $state when its price is $ageMs ms old', ({ ageMs, state }) => {
    say('one', 6_700_010);
    now += ageMs;
    expect(index.getIndex('BTC-USDT')).toMatchObject({ price: '67000.1', at: START, state });
  });

  it('is fresh again with the next price', () => {
    say('one', 100);
    now += 60_000;
    say('one', 200);
    expect(index.getIndex('BTC-USDT')).toMatchObject({ price: '2', state: 'fresh' });
  });

  it('leaves a silent source out while another speaks', () => {
    say('silent', 100);
    now += 5_000;
    say('b', 300);
    say('c', 500);
    expect(index.getIndex('BTC-USDT')).toMatchObject({ price: '4', sources: 2, state: 'fresh' });
  });

  it('does not follow one wrong source of three', () => {
    say('a', 100);
    say('b', 102);
    say('c', 900_000);
    expect(index.getIndex('BTC-USDT')?.price).toBe('1.02');
  });

  it.each([0, -5, Number.NaN, 1.5, Number.POSITIVE_INFINITY])('passes over a price of %s ticks', (ticks) => {
    say('a', ticks);
    expect(index.getIndex('BTC-USDT')).toBeNull();
  });

  it('takes a price from the future as made now', () => {
    say('a', 100, now + 3_600_000);
    now += 10_000;
    expect(index.getIndex('BTC-USDT')?.state).toBe('dead');
  });
});
