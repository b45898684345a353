import { beforeEach, describe, expect, it } from 'vitest';
import { createIndexService, type IndexService } from './index-price.service';
import { CONFIRM_MS } from './venue-index.math';

const START = Date.UTC(2026, 5, 1);
let now = START;
let index: IndexService;
const say = (source: string, priceTicks: number, at = now) => index.accept(source, { market: 'BTC-USDT', priceTicks, volumeSteps: 0, at });
const read = () => index.getIndex('BTC-USDT');
const create = (venues: number | null) => createIndexService({ clock: { now: () => now }, staleMs: 3_000, deadMs: 10_000, venues });

beforeEach(() => {
  now = START;
  index = create(null);
});

describe('the index of one simulated or recorded source', () => {
  it('is null before the source spoke, and for an unknown market', () => {
    expect(read()).toBeNull();
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
    expect(read()).toMatchObject({ price: '67000.1', at: START, state, halt: null });
  });

  it('is fresh again with the next price, however far it is', () => {
    say('one', 100);
    now += 60_000;
    say('one', 200);
    expect(read()).toMatchObject({ price: '2', state: 'fresh' });
  });

  it.each([0, -5, Number.NaN, 1.5, Number.POSITIVE_INFINITY])('passes over a price of %s ticks', (ticks) => {
    say('a', ticks);
    expect(read()).toBeNull();
  });

  it('a price of before the clock was set back ages from then on', () => {
    say('a', 100);
    now -= 3_600_000;
    expect(read()).toMatchObject({ state: 'fresh' });
    now += 10_000;
    expect(read()?.state).toBe('dead');
  });

  it('takes a price from the future as made now', () => {
    say('a', 100, now + 3_600_000);
    now += 10_000;
    expect(read()?.state).toBe('dead');
  });
});

describe('the index of four live venues', () => {
  const VENUES = ['a', 'b', 'c', 'd'];
  /** Lives through seconds in which each venue names its price; null: it is silent. */
  function live(seconds: number, prices: readonly (number | null)[]): void {
    for (let second = 0; second < seconds; second += 1) {
      now += 1_000;
      for (const [place, price] of prices.entries()) if (price !== null) say(VENUES[place] as string, price);
    }
  }
  beforeEach(() => {
    index = create(4);
    live(8, [10_000, 10_000, 10_000, 10_000]);
  });

  it('is their median, once a quorum has stood by the first one', () => {
    expect(read()).toMatchObject({ price: '100', sources: 4, state: 'fresh', halt: null });
    index = create(4);
    live(CONFIRM_MS / 1_000, [10_000, 10_010, 10_020, 10_030]);
    expect(read()).toBeNull();
    live(1, [10_000, 10_010, 10_020, 10_030]);
    expect(read()?.price).toBe('100.15');
  });

  it('error: the fourth alone is no median: the last price stays, and the market is halted with its reason after 3 s', () => {
    live(2, [null, null, null, 5_000]);
    expect(read()).toMatchObject({ price: '100', state: 'fresh' });
    live(60, [null, null, null, 5_000]);
    expect(read()).toMatchObject({ price: '100', state: 'halted', halt: 'quorum' });
    live(1, [10_020, 10_020, 10_020, 5_000]);
    expect(read()).toMatchObject({ price: '100.2', sources: 3, state: 'fresh', halt: null });
  });

  it('error: two against two halt with the reason that the venues differ', () => {
    live(4, [10_000, 10_000, 5_000, 5_000]);
    expect(read()).toMatchObject({ price: '100', state: 'halted', halt: 'venues' });
  });

  it('error: a jump of all venues halts at once and is the index after 6 s', () => {
    live(1, [9_000, 9_000, 9_000, 9_000]);
    expect(read()).toMatchObject({ price: '100', state: 'halted', halt: 'jump' });
    live(CONFIRM_MS / 1_000 - 1, [8_950, 8_990, 8_960, 9_000]);
    expect(read()).toMatchObject({ price: '100', state: 'halted' });
    live(2, [8_900, 8_900, 8_900, 8_900]);
    expect(read()).toMatchObject({ price: '89', state: 'fresh', halt: null });
  });

  it('a jump that goes back is never taken, and one that jumps again begins anew', () => {
    live(4, [5_000, 5_000, 5_000, 5_000]);
    live(1, [10_000, 10_000, 10_000, 10_000]);
    expect(read()).toMatchObject({ price: '100', state: 'fresh' });
    live(4, [5_000, 5_000, 5_000, 5_000]);
    live(4, [7_000, 7_000, 7_000, 7_000]);
    expect(read()).toMatchObject({ price: '100', state: 'halted', halt: 'jump' });
  });

  it('a move of 2 % from one quote to the next needs no confirmation, one of a tick more does', () => {
    live(1, [10_200, 10_200, 10_200, 10_200]);
    expect(read()).toMatchObject({ price: '102', state: 'fresh' });
    live(1, [10_405, 10_405, 10_405, 10_405]);
    expect(read()).toMatchObject({ price: '102', state: 'halted', halt: 'jump' });
  });

  it('is dead, not halted, when no venue says anything', () => {
    now += 60_000;
    expect(read()).toMatchObject({ price: '100', state: 'dead', halt: null });
  });

  it('error: when the clock is set back an hour, venues that go on are heard', () => {
    now -= 3_600_000;
    live(2, [10_100, 10_100, 10_100, 10_100]);
    expect(read()).toMatchObject({ price: '101', sources: 4, state: 'fresh', at: now });
  });

  it('error: when the clock is set back an hour and nobody speaks, the price of before goes stale and dead', () => {
    now -= 3_600_000;
    expect(read()).toMatchObject({ price: '100', state: 'fresh' });
    now += 3_000;
    expect(read()?.state).toBe('stale');
    now += 7_000;
    expect(read()?.state).toBe('dead');
  });

  it('error: venues without a time of their own that spoke while the clock was ahead don’t hold the median back', () => {
    now += 3_600_000;
    say('a', 10_000);
    say('b', 10_000);
    now -= 3_600_000;
    live(2, [10_090, 10_090, 10_090, 10_090]);
    expect(read()).toMatchObject({ price: '100.9', sources: 4, state: 'fresh' });
  });

  it('passes over a quote that is older than the one it has of the venue', () => {
    say('a', 10_100);
    say('a', 5_000, now - 1_000);
    expect(index.agesOf('BTC-USDT').get('a')).toBe(0);
  });
});

it('one venue that is configured by name is its own quorum, and its jumps wait too', () => {
  index = create(1);
  for (let second = 0; second < 8; second += 1) {
    now += 1_000;
    say('only', 10_000);
  }
  expect(read()).toMatchObject({ price: '100', sources: 1, state: 'fresh' });
  say('only', 5_000);
  expect(read()).toMatchObject({ price: '100', state: 'halted', halt: 'jump' });
});
