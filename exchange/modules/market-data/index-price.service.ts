import type { DecimalString, FeedState, HaltReason } from '../../../lib/protocol/wire';
import type { Clock } from '../../platform/clock';
import type { SourcePrice } from './market-data.source';
import { findMarket, formatUnits, MARKETS } from './markets';
import { type Confirmed, VenueIndexState } from './venue-index.service';

/** The index of one market: the newest price of the one source, or the confirmed median of live venues. */
export type IndexPrice = {
  market: string;
  price: DecimalString;
  priceTicks: number;
  /** When the newest price in it was made, in ms. */
  at: number;
  /** How many sources are in it. */
  sources: number;
  state: FeedState;
  /** Why the venues do not confirm a newer price; set when `state` is `halted`, and only then. */
  halt: HaltReason | null;
};

export type IndexService = {
  accept(source: string, price: SourcePrice): void;
  /** null: no price of this market was ever known. A halted market has its last confirmed price. */
  getIndex(market: string): IndexPrice | null;
  /** Steps traded since this was last asked, over all sources; forgotten with the answer. */
  takeVolume(market: string): number;
  /** Ages in ms of the quotes of each live venue. */
  agesOf(market: string): ReadonlyMap<string, number>;
};

type Deps = {
  clock: Clock;
  /** A price is stale at this age and dead at that one. */
  staleMs: number;
  deadMs: number;
  /** How many live venues make the index together; null: the source is simulated or recorded and is believed at once. */
  venues: number | null;
  onLeftOut?(venue: string, market: string): void;
};

/** What a market's price is made of: asked for the newest confirmed price and what stands against a newer one. */
type Feed = {
  accept(source: string, quote: { priceTicks: number; at: number }, now: number): void;
  read(now: number): { last: Confirmed | null; problem: HaltReason | null; speaking: number };
  ages(now: number): ReadonlyMap<string, number>;
};

/** Creates the index of all markets. */
export function createIndexService({ clock, staleMs, deadMs, venues, onLeftOut }: Deps): IndexService {
  const feeds = new Map(
    MARKETS.map(({ market }) => [
      market,
      venues === null ? createSingleFeed() : createVenueFeed(venues, (venue) => onLeftOut?.(venue, market)),
    ]),
  );
  const volumes = new Map<string, number>();

  function judge(read: ReturnType<Feed['read']>, ageMs: number): { state: FeedState; halt: HaltReason | null } {
    const { problem, speaking } = read;
    // An unconfirmed jump halts at once; venues that are missing or differ for a moment are waited for as long as the last price is fresh.
    if (problem === 'jump' || (problem !== null && speaking > 0 && ageMs >= staleMs)) return { state: 'halted', halt: problem };
    return { state: ageMs < staleMs ? 'fresh' : ageMs < deadMs ? 'stale' : 'dead', halt: null };
  }

  return {
    getIndex(market) {
      const spec = findMarket(market);
      const now = clock.now();
      const read = feeds.get(market)?.read(now);
      if (spec === null || read === undefined || read.last === null) return null;
      const { priceTicks, at, sources } = read.last;
      return { market, price: formatUnits(priceTicks, spec.tickScale), priceTicks, at, sources, ...judge(read, now - at) };
    },
    accept(source, { market, priceTicks, volumeSteps, at }) {
      if (!Number.isSafeInteger(priceTicks) || priceTicks <= 0) return;
      const now = clock.now();
      feeds.get(market)?.accept(source, { priceTicks, at: Math.min(at, now) }, now);
      if (volumeSteps > 0) volumes.set(market, (volumes.get(market) ?? 0) + volumeSteps);
    },
    takeVolume(market) {
      const volume = volumes.get(market) ?? 0;
      volumes.delete(market);
      return volume;
    },
    agesOf: (market) => feeds.get(market)?.ages(clock.now()) ?? new Map(),
  };
}

function createSingleFeed(): Feed {
  let last: Confirmed | null = null;
  return {
    accept(_source, { priceTicks, at }) {
      last = { priceTicks, at, sources: 1 };
    },
    read(now) {
      // Of a clock that was set back: it ages from then on.
      if (last !== null && last.at > now) last = { ...last, at: now };
      return { last, problem: null, speaking: 1 };
    },
    ages: () => new Map(),
  };
}

function createVenueFeed(venues: number, onLeftOut: (venue: string) => void): Feed {
  const state = new VenueIndexState(venues, { onLeftOut });
  return {
    accept: (venue, quote, now) => state.accept({ venue, ...quote }, now),
    read: (now) => state.evaluate(now),
    ages: (now) => state.agesAt(now),
  };
}
