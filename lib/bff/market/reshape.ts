import type { z } from 'zod';
import type { Announcement, Book, Candles, Market, MarketRules, Print, Ticker, Trade } from '../../dto/market';
import type { AnswerOf } from '../../protocol/define-call';
import type { BookWire, candles, lastTrades, marketRow, news, prints, TickerWire, tradeInfo } from '../../protocol/markets';
import { percentToRate } from '../rates';
import { toMode } from '../../protocol/fields';
import { toIso } from '../upstream';

/** Points of a sparkline (specification 9). */
const SPARKLINE_POINTS = 11;

/** Returns the figures of one market from a live row. */
export function reshapeTicker(row: TickerWire): Ticker {
  const { market: symbol, index_at: indexAt, change, price, bid, ask, high, low, volume, turnover, state, halt } = row;
  return { symbol, price, bid, ask, changeRate: change, high, low, volume, turnover, updatedAt: toIso(indexAt), state, halt };
}

const orNull = (price: string | null) => (price !== null && /^0(\.0*)?$/.test(price) ? null : price);

/** Returns what a market is called: backends name it by its coin or its pair, in any case. */
export function nameMarket(row: Pick<z.infer<typeof marketRow>, '0' | '1'>): Pick<Market, 'symbol' | 'base' | 'quote'> {
  const [base = ''] = row['0'].toUpperCase().split(/[-_/]/);
  const quote = row['1'].toUpperCase();
  return { symbol: `${base}-${quote}`, base, quote };
}

/** Returns one market from a positional row. A backend that doesn't say how old a price is is believed to send the one of `readAt` (ms). */
export function reshapeMarket(row: z.infer<typeof marketRow>, { readAt }: { readAt: number }): Market {
  return {
    ...nameMarket(row),
    price: row['2'],
    bid: orNull(row['3']),
    ask: orNull(row['4']),
    changeRate: percentToRate(row['8']),
    high: row['11'],
    low: row['12'],
    volume: row['7'],
    turnover: row['5'],
    updatedAt: toIso(row.at === 0 ? readAt : row.at),
    state: row.state,
    halt: row.halt,
    sparkline: row.k.slice(-SPARKLINE_POINTS).map(([, price]) => price),
    listedAt: row.listed === 0 ? null : toIso(row.listed),
  };
}

/** Returns candles oldest first. */
export function reshapeCandles(rows: AnswerOf<typeof candles>): Candles {
  return { candles: [...rows].sort((a, b) => a[0] - b[0]) };
}

/** Returns a book; levels best first. */
export function reshapeBook(wire: BookWire): Book {
  return {
    symbol: wire.market,
    kind: wire.type ?? 'spot',
    mode: toMode(wire.is_cs),
    sequence: wire.seq,
    at: toIso(wire.at),
    bids: wire.bids,
    asks: wire.asks,
  };
}

/** Returns trades in the order they came: newest first. */
export function reshapeTrades(rows: AnswerOf<typeof lastTrades>): Trade[] {
  return rows.map(({ id, price, num, side, time }) => ({ id, price, quantity: num, takerSide: side, at: toIso(time) }));
}

/** Returns what one market was printed at, oldest first; prints without it are left out. */
export function reshapePrints(rows: AnswerOf<typeof prints>, symbol: string): Print[] {
  const name = `${symbol}=`;
  return [...rows].reverse().flatMap(({ time, prices }) => {
    const own = prices.split(';').find((part) => part.startsWith(name));
    return own === undefined ? [] : [{ at: toIso(time), price: own.slice(name.length) }];
  });
}

/** Returns the rules of a market; rates are fractions on both sides. */
export function reshapeRules(wire: AnswerOf<typeof tradeInfo>): MarketRules {
  return {
    symbol: wire.market,
    base: wire.base,
    quote: wire.quote,
    tickSize: wire.tick,
    stepSize: wire.step,
    quantityMin: wire.min,
    quantityMax: wire.max,
    minNotional: wire.min_value,
    makerFeeRate: wire.maker,
    takerFeeRate: wire.taker,
    priceBandRate: wire.price_band,
  };
}

/** Returns announcements, pinned ones first, then newest first. */
export function reshapeAnnouncements(rows: AnswerOf<typeof news>): Announcement[] {
  return rows.map(({ id, title, text, time, pinned = false }) => ({ id, title, text, at: toIso(time), isPinned: pinned }));
}
