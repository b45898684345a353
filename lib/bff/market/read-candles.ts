import 'server-only';
import type { z } from 'zod';
import type { Candles, candleQuerySchema } from '../../dto/market';
import { candles as candlesCall } from '../../protocol/markets';
import { CANDLE_MINUTES, CANDLES_MAX, type CandleInterval } from '../../protocol/wire';
import { coalesce, type Coalescer, createCoalescer } from '../coalesce';
import { outsidePage, waitWithinPage } from '../page-budget';
import { limitHistoryRead, queueHistoryRead, type HistoryCaller } from '../history-reads';
import { callPublic } from '../upstream';
import { checkMarketOf } from './listed-markets';
import { reshapeCandles } from './reshape';

const MINUTE_MS = 60_000;
/** Weeks begin on Mondays; 1970-01-05 was one. */
const FIRST_MONDAY_MS = 4 * 86_400_000;
/** Whole pages of the past are kept this long, also one that a failing source left holes in; and so many of them: 150 kB each. */
const HISTORY_CACHE_MS = 60_000;
const PAGES_KEPT_MAX = 64;

/** How long a page is, in ms. */
const lengthOf = (interval: CandleInterval) => CANDLES_MAX * CANDLE_MINUTES[interval] * MINUTE_MS;

/** A page is `CANDLES_MAX` candles that follow each other; `end` is the open time (ms) of the first one after it. */
export type CandlePage = { end: number };

/**
 * Returns the pages, oldest first, which hold the last `CANDLES_MAX` candles that open before `before` (ms). Pages begin at fixed times, whatever
 * is asked for: many who look at the same past ask for the same.
 */
export function pagesBefore(before: number, interval: CandleInterval): CandlePage[] {
  const size = CANDLE_MINUTES[interval] * MINUTE_MS;
  const length = lengthOf(interval);
  const shift = interval === '1w' ? FIRST_MONDAY_MS : 0;
  const last = Math.floor((before - 1 - shift) / size) * size + shift;
  const end = Math.floor((last - shift) / length) * length + shift + length;
  const pages = last + size === end ? [end] : [end - length, end];
  return pages.filter((one) => one > 0).map((one) => ({ end: one }));
}

const slot = Symbol.for('candor.candle-pages');
const shareLong: Coalescer = (key, read, windowMs) => {
  const holder = globalThis as { [slot]?: Coalescer };
  holder[slot] ??= createCoalescer({ keysMax: PAGES_KEPT_MAX });
  const shared = holder[slot];
  return waitWithinPage(outsidePage(() => shared(key, read, windowMs)));
};

/**
 * Returns the last `CANDLES_MAX` candles of pages, oldest first, that open before `before` (ms). `from` is where a page begins: one that is still being written
 * is answered with the newest candles, which begin in the page before.
 */
export function joinPages(pages: readonly { from: number; rows: Candles['candles'] }[], before: number): Candles['candles'] {
  return pages.flatMap(({ from, rows }) => rows.filter(([time]) => time >= from && time < before)).slice(-CANDLES_MAX);
}

type Query = z.output<typeof candleQuerySchema>;

async function call({ symbol, interval }: Query, before: number | null): Promise<Candles> {
  const time = String(CANDLE_MINUTES[interval]) as `${number}`;
  return reshapeCandles(await callPublic(candlesCall, { name: symbol, time, ...(before !== null && { before: String(before) }) }));
}

/**
 * Returns the newest candles, or with `before` the `CANDLES_MAX` before it, oldest first.
 * @throws MARKET_UNKNOWN, RATE_LIMITED
 */
export async function readCandles(query: Query, caller: HistoryCaller): Promise<Candles> {
  await checkMarketOf(query, caller);
  const { symbol, interval } = query;
  if (query.before === undefined) return coalesce(`candles ${symbol} ${interval}`, () => call(query, null));
  const now = Date.now();
  const before = Math.min(Date.parse(query.before), now + 1);
  return limitHistoryRead(caller, async () => {
    const read = ({ end }: CandlePage) =>
      // The page that is still being written is newest candles to everybody.
      shareLong(`${symbol} ${interval} ${end}`, () => queueHistoryRead(() => call(query, end)), end <= now ? HISTORY_CACHE_MS : undefined);
    const pages = await Promise.all(
      pagesBefore(before, interval).map(async (page) => ({ from: page.end - lengthOf(interval), rows: (await read(page)).candles })),
    );
    return { candles: joinPages(pages, before) };
  });
}
