import type { DecimalString } from '../../../lib/protocol/wire';
import type { Clock } from '../../platform/clock';
import type { SourcePrice } from './market-data.source';
import { findMarket, formatUnits, MARKETS } from './markets';

export type FeedState = 'fresh' | 'stale' | 'dead';

/** The index of one market: the median of the sources that are up to date. */
export type IndexPrice = {
  market: string;
  price: DecimalString;
  priceTicks: number;
  /** When the newest price in it was made, in ms. */
  at: number;
  /** How many sources are in the median. */
  sources: number;
  state: FeedState;
};

export type IndexService = {
  accept(source: string, price: SourcePrice): void;
  /** null: no source ever named a price of this market. */
  getIndex(market: string): IndexPrice | null;
  /** Steps traded since this was last asked, over all sources; forgotten with the answer. */
  takeVolume(market: string): number;
};

type Quote = { priceTicks: number; at: number };

/**
 * Returns the median of whole ticks; between two, their mean rounded half up.
 * @example calculateMedian([3, 1, 4]) // 3
 */
export function calculateMedian(ticks: readonly number[]): number {
  const sorted = [...ticks].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  const upper = sorted[middle];
  if (upper == null) throw new RangeError('the median of nothing');
  return sorted.length % 2 === 1 ? upper : Math.floor(((sorted[middle - 1] as number) + upper + 1) / 2);
}

/** Creates the index of all markets. A price is stale at `staleMs`, dead at `deadMs` after it was made. */
export function createIndexService(input: { clock: Clock; staleMs: number; deadMs: number }): IndexService {
  const quotes = new Map(MARKETS.map(({ market }) => [market, new Map<string, Quote>()]));
  const volumes = new Map<string, number>();

  function getIndex(market: string): IndexPrice | null {
    const known = [...(quotes.get(market)?.values() ?? [])];
    const spec = findMarket(market);
    if (!spec || known.length === 0) return null;
    const now = input.clock.now();
    // A source that fell silent must not hold the median back while another speaks.
    const used = firstFilled([
      known.filter(({ at }) => now - at < input.staleMs),
      known.filter(({ at }) => now - at < input.deadMs),
      [known.reduce((newest, quote) => (quote.at > newest.at ? quote : newest))],
    ]);
    const at = Math.max(...used.map((quote) => quote.at));
    const ageMs = now - at;
    const state: FeedState = ageMs < input.staleMs ? 'fresh' : ageMs < input.deadMs ? 'stale' : 'dead';
    const priceTicks = calculateMedian(used.map((quote) => quote.priceTicks));
    return { market, price: formatUnits(priceTicks, spec.tickScale), priceTicks, at, sources: used.length, state };
  }

  return {
    getIndex,
    accept(source, price) {
      if (!Number.isSafeInteger(price.priceTicks) || price.priceTicks <= 0) return;
      quotes.get(price.market)?.set(source, { priceTicks: price.priceTicks, at: Math.min(price.at, input.clock.now()) });
      if (price.volumeSteps > 0) volumes.set(price.market, (volumes.get(price.market) ?? 0) + price.volumeSteps);
    },
    takeVolume(market) {
      const volume = volumes.get(market) ?? 0;
      volumes.delete(market);
      return volume;
    },
  };
}

function firstFilled<T>(lists: readonly (readonly T[])[]): readonly T[] {
  return lists.find((list) => list.length > 0) ?? [];
}
