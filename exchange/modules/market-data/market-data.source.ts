/**
 * The one interface of every price source. Numbers here are whole ticks and whole steps of the market (exact integers in a double), so no
 * money is ever held in a fraction.
 */
export type SourcePrice = {
  market: string;
  priceTicks: number;
  /** Base quantity traded since the source's last price, in steps; 0 when the source doesn't say. */
  volumeSteps: number;
  /** When the price was made, in ms. */
  at: number;
};

/** Columns of one history row: open time (ms), open, high, low, close (ticks), volume (steps). */
export const HISTORY_COLUMNS = 6;

export type HistoryQuery = {
  market: string;
  /** Length of a row. A source answers 1 always, and 60 when `hasHourlyHistory`. */
  minutes: 1 | 60;
  /** ms, inclusive. */
  from: number;
  /** ms, exclusive; inside a minute, the last row covers the part before it. */
  to: number;
};

export type PriceSource = {
  name: string;
  kind: 'simulation' | 'replay' | 'live';
  /** True when a year of minutes is too much to ask for: old days are then read in hours. */
  hasHourlyHistory: boolean;
  /** Calls back for every new price until `stop`. */
  start(onPrice: (price: SourcePrice) => void): Promise<void>;
  /** Rows of `HISTORY_COLUMNS` numbers one after the other, oldest first; minutes without a price are left out. */
  history(query: HistoryQuery): Promise<Float64Array>;
  stop(): Promise<void>;
  /** Of a simulation alone: the price of the whole second that holds `at` (ms), whenever that is or was. */
  priceAt?(market: string, at: number): SourcePrice;
};

export const MINUTE_MS = 60_000;
export const DAY_MS = 86_400_000;
export const MINUTES_PER_DAY = 1_440;
