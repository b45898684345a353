import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { FeedState, HaltReason } from '../../../lib/protocol/wire';
import { createLogger } from '../../platform/logger';
import { createIndexService } from './index-price.service';
import { createLiveSources } from './live.source';

/** A replayed day of broken venues: four of them, asked once a second as live ones are, over two simulated hours. */
const START = Date.UTC(2026, 5, 17);
const HOURS = 2;
const VENUES = ['kucoin', 'bitstamp', 'kraken', 'okx'] as const;
type Name = (typeof VENUES)[number];
/** Ahead, behind: of the true price, or of the true time in seconds. */
type Fault = { silent?: boolean; price?: number; lateS?: number; aheadS?: number; isFrozen?: boolean };
type Trouble = { minute: number; seconds: number; faults: Partial<Record<Name, Fault>> };

const HALF = { price: 0.5 };
/** What goes wrong, when, and for how long. */
const TROUBLES = {
  oneLate: { minute: 5, seconds: 120, faults: { kucoin: { lateS: 60 } } },
  frozenLast: { minute: 10, seconds: 300, faults: { bitstamp: { isFrozen: true } } },
  wildTick: { minute: 20, seconds: 5, faults: { okx: HALF } },
  fourthAlone: { minute: 25, seconds: 60, faults: { kucoin: { lateS: 60 }, bitstamp: { lateS: 61 }, kraken: { silent: true }, okx: HALF } },
  clockAhead: { minute: 30, seconds: 120, faults: { okx: { aheadS: 20, price: 0.5 } } },
  twoDead: { minute: 35, seconds: 120, faults: { kucoin: { silent: true }, kraken: { silent: true } } },
  twoAgainstTwo: { minute: 40, seconds: 30, faults: { kucoin: HALF, bitstamp: HALF } },
  majorityWild: { minute: 45, seconds: 4, faults: { kucoin: HALF, bitstamp: HALF, okx: HALF } },
  cached: { minute: 50, seconds: 300, faults: { kraken: { isFrozen: true } } },
  allDead: {
    minute: 60,
    seconds: 600,
    faults: { kucoin: { silent: true }, bitstamp: { silent: true }, kraken: { silent: true }, okx: { silent: true } },
  },
} satisfies Record<string, Trouble>;
/** The market itself falls by 12 % in one second, and 8 % while no venue answers. */
const CRASH_MINUTE = 90;
const SLIDE_MINUTE = 65;

const second = (minute: number) => minute * 60;
/** The true price: calm steps, a drift that a frozen price falls behind of, the slide and the crash. */
function truth(at: number): number {
  const calm = 60_000 * (1 + 0.0005 * Math.sin(at * 12.9898) + 0.03 * Math.sin(at / 300));
  return calm * (at >= second(SLIDE_MINUTE) ? 0.92 : 1) * (at >= second(CRASH_MINUTE) ? 0.88 : 1);
}

type Row = { price: number; state: FeedState; halt: HaltReason | null };
const day: (Row | null)[] = [];
const refused = new Map<string, number>();
const now = () => Math.round((Date.now() - START) / 1_000);
const faultOf = (name: Name): Fault => {
  const at = now();
  const running = Object.values(TROUBLES as Record<string, Trouble>).find(
    ({ minute, seconds }) => at >= second(minute) && at < second(minute) + seconds,
  );
  return running?.faults[name] ?? {};
};
const count = (venue: string, reason: string) => refused.set(`${venue} ${reason}`, (refused.get(`${venue} ${reason}`) ?? 0) + 1);

function createVenue(name: Name) {
  let kept: { price: number } | null = null;
  return class {
    fetchTickers() {
      const { silent, price = 1, lateS = 0, aheadS = 0, isFrozen } = faultOf(name);
      if (silent === true) return Promise.reject(new Error('unreachable'));
      kept = isFrozen === true ? (kept ?? { price: truth(now()) }) : null;
      const last = (kept?.price ?? truth(now() - lateS)) * price;
      const timestamp = Date.now() - 400 - lateS * 1_000 + aheadS * 1_000;
      // This one's tickers have no time.
      return Promise.resolve({ 'BTC/USDT': { bid: last * 0.9999, ask: last * 1.0001, last, ...(name === 'kraken' ? {} : { timestamp }) } });
    }
  };
}

const rows = (from: number, length: number) => day.slice(from, from + length) as Row[];
const during = ({ minute, seconds }: Trouble, skip = 0) => rows(second(minute) + skip, seconds - skip);
const statesOf = (list: readonly Row[]) => [...new Set(list.map(({ state, halt }) => (halt === null ? state : `${state}: ${halt}`)))];
/** Seconds from `from` on until the index is fresh again and within 1 % of the truth. */
function healedAfter(from: number): number {
  const after = day.slice(from).findIndex((row, offset) => row?.state === 'fresh' && Math.abs(row.price / truth(from + offset) - 1) < 0.01);
  return after < 0 ? Number.POSITIVE_INFINITY : after;
}

beforeAll(async () => {
  vi.useFakeTimers({ now: START, toFake: ['setTimeout', 'clearTimeout', 'Date'] });
  const clock = { now: () => Date.now() };
  const index = createIndexService({
    clock,
    staleMs: 3_000,
    deadMs: 10_000,
    venues: VENUES.length,
    onLeftOut: (venue) => count(venue, 'deviates'),
  });
  const library = Object.fromEntries(VENUES.map((name) => [name, createVenue(name)]));
  const log = createLogger('silent');
  const sources = await createLiveSources({ venues: VENUES, clock, log, loadLibrary: () => Promise.resolve(library), onRefused: count });
  for (const source of sources) await source.start((price) => index.accept(source.name, price));
  for (let at = 0; at < HOURS * 3_600; at += 1) {
    await vi.advanceTimersByTimeAsync(1_000);
    const known = index.getIndex('BTC-USDT');
    day[now()] = known === null ? null : { price: Number(known.price), state: known.state, halt: known.halt };
  }
  for (const source of sources) await source.stop();
});
afterAll(() => void vi.useRealTimers());

describe('a day of broken venues', () => {
  it('begins with a confirmed price within 10 s and is fresh whenever nothing is wrong', () => {
    expect(day.findIndex((row) => row?.state === 'fresh')).toBeLessThan(10);
    for (const minute of [2, 8, 18, 23, 28, 33, 43, 48, 58, 85, 110])
      expect(statesOf(rows(second(minute), 60)), `minute ${minute}`).toEqual(['fresh']);
  });

  it('never has a fresh price that the market did not have within the last 5 s', () => {
    const wrong = day.flatMap((row, at) => {
      const near = [0, 1, 2, 3, 4, 5].map((ago) => truth(Math.max(0, at - ago)));
      return row?.state !== 'fresh' || near.some((price) => Math.abs(row.price / price - 1) < 0.01) ? [] : [{ at, ...row }];
    });
    expect(wrong).toEqual([]);
  });

  it.each(['oneLate', 'frozenLast', 'wildTick', 'clockAhead', 'cached'] as const)(
    'goes on without the one venue that is wrong: %s',
    (name) => {
      expect(statesOf(during(TROUBLES[name]))).toEqual(['fresh']);
    },
  );

  it.each([
    ['fourthAlone', 'halted: quorum', 6],
    ['twoDead', 'halted: quorum', 10],
    ['twoAgainstTwo', 'halted: venues', 4],
    ['allDead', 'dead', 16],
  ] as const)('takes no opening order during %s (%s) %i s after it began, and is back by itself within 15 s', (name, state, after) => {
    const trouble = TROUBLES[name];
    expect(statesOf(during(trouble, after))).toEqual([state]);
    expect(healedAfter(second(trouble.minute) + trouble.seconds)).toBeLessThanOrEqual(15);
  });

  it('halts at a wild tick of the majority and does not take it', () => {
    const { minute, seconds } = TROUBLES.majorityWild;
    const list = rows(second(minute), seconds + 10);
    expect(statesOf(list)).toContain('halted: jump');
    expect(Math.min(...list.map(({ price }) => price))).toBeGreaterThan(truth(second(minute)) * 0.95);
  });

  it.each([
    { name: 'the crash of 12 % that all venues show', from: second(CRASH_MINUTE), within: 9 },
    { name: 'the slide of 8 % while no venue answered', from: second(TROUBLES.allDead.minute) + TROUBLES.allDead.seconds, within: 15 },
  ])('takes $name within $within s, halted until then', ({ from, within }) => {
    const healed = healedAfter(from);
    expect(healed).toBeLessThanOrEqual(within);
    expect(statesOf(rows(from, healed))).toContain('halted: jump');
  });

  it('counts what it left out, by venue and reason', () => {
    for (const key of ['kucoin late', 'live:bitstamp deviates', 'live:okx deviates', 'okx future'])
      expect(refused.get(key), key).toBeGreaterThan(0);
  });
});
