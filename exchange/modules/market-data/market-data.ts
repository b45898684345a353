/** The face of market data: what other modules may use. The list of markets and assets is in `markets.ts`. */
import type { PriceSource } from './market-data.source';
import type { CandleText } from './market-data.service';
import type { IndexPrice } from './index-price.service';
import type { Print } from './prints.math';
import type { Ticker } from './tickers.service';

export type { IndexPrice } from './index-price.service';
export type { CandleText } from './market-data.service';
export type { PriceSource } from './market-data.source';
export { type Print, parsePrices } from './prints.math';
export { findLastPrint, listPricesAt, listPrintsBetween, listPrintsFrom } from './prints.repository';
export type { Ticker } from './tickers.service';

/** What a running market-data module offers. */
export type MarketData = {
  /** null: no source ever named a price. */
  getIndex(market: string): IndexPrice | null;
  /** What has been traded in the running minute (`minute`: when it began, ms) so far, in base, and in the last 24 h, in quote; null: no price. */
  getActivity(market: string): { minute: number; volume: string; turnover: string } | null;
  /** Markets that have a price, in their published order. */
  getTickers(): Ticker[];
  /** Candles that open before `before` (ms; null: now), oldest first, the last one may be open. Throws MARKET_UNKNOWN. */
  getCandles(query: { market: string; minutes: number; before: number | null; limit: number }): Promise<CandleText[]>;
  /** Calls back after each stored print; returns the function that ends it. */
  onPrint(listener: (print: Print) => void): () => void;
  /** The simulated price (decimals) at `at`, ms; null where prices are not simulated. Throws MARKET_UNKNOWN. */
  getSimulatedPrice(market: string, at: number): string | null;
  sources: readonly PriceSource[];
};
