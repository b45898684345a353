import { MARKETS } from '../modules/market-data/markets';

/** A market as operators see it: `state` is what its sources say, whatever operators halted. Prices are decimals, null: not known. */
export type MarketStatus = {
  market: string;
  state: string;
  price: string | null;
  ageMs: number | null;
  sources: number;
  mark: string | null;
};

/** Where a look at the markets comes from; it can be read and not written. */
export type Quotes = {
  getIndex(market: string): { price: string; at: number; state: string; sources: number } | null;
  getMarks(mode: 'real', now: number): { rows: readonly { market: string; mark: string }[] };
};

/** Returns every market as its sources and its book see it at `now` (ms). */
export function readMarketStatus({ getIndex, getMarks }: Quotes, now: number): MarketStatus[] {
  const marks = new Map(getMarks('real', now).rows.map(({ market, mark }) => [market, mark]));
  return MARKETS.map(({ market }) => {
    const index = getIndex(market);
    const known = { state: index?.state ?? 'dead', price: index?.price ?? null, sources: index?.sources ?? 0 };
    return { market, ...known, ageMs: index === null ? null : Math.max(0, now - index.at), mark: marks.get(market) ?? null };
  });
}
