import { z } from 'zod';
import type { StreamEvents } from '../../dto/stream';
import { idField, isCsField, marketField } from '../../protocol/fields';
import { book, lastTrades, tickers } from '../../protocol/markets';
import { marks } from '../../protocol/perpetual';
import { ACCOUNT_CHANGES, BOOK_KINDS, type BookKind, type Mode } from '../../protocol/wire';
import { reshapeBook, reshapeTicker, reshapeTrades } from '../market/reshape';
import { reshapeMark } from '../perpetual/reshape';
import { toMode } from '../../protocol/fields';
import { toIso } from '../upstream';
import type { SseEvent } from './sse-reader';

/** One event for those who listen to `topic`; only the latest of a topic counts unless it is `trades` or `account`. */
export type StreamMessage =
  | { topic: string; event: 'tickers'; data: StreamEvents['tickers']; id: null }
  | { topic: string; event: 'marks'; data: StreamEvents['marks']; id: null }
  | { topic: string; event: 'book'; data: StreamEvents['book']; id: null }
  | { topic: string; event: 'trades'; data: StreamEvents['trades']; id: string | null }
  | { topic: string; event: 'account'; data: StreamEvents['account']; id: string | null }
  | { topic: string; event: 'upstream'; data: StreamEvents['upstream']; id: null };

export const topics = {
  tickers: 'tickers',
  upstream: 'upstream',
  marks: (mode: Mode) => `marks ${mode}`,
  book: (symbol: string, mode: Mode, kind: BookKind) => `book ${symbol} ${mode} ${kind}`,
  trades: (symbol: string, mode: Mode, kind: BookKind) => `trades ${symbol} ${mode} ${kind}`,
  account: (userId: string, mode: Mode) => `account ${userId} ${mode}`,
};

const wireEvents = {
  tickers: tickers.answer,
  marks: marks.answer,
  book: book.answer,
  trades: z.object({ market: marketField, is_cs: isCsField, type: z.enum(BOOK_KINDS).default('spot'), trades: lastTrades.answer }),
  account: z.object({
    userid: idField,
    is_cs: isCsField,
    changed: z.array(z.enum(ACCOUNT_CHANGES)),
    market: marketField.nullable(),
  }),
};

/**
 * Returns the message that an event of the exchange means; 'resync' when events may have been missed; null for one that we don't know.
 * @throws ZodError or SyntaxError for an event of a known name with another shape
 */
export function toMessage(event: SseEvent): StreamMessage | 'resync' | null {
  if (event.event === 'resync') return 'resync';
  if (!Object.hasOwn(wireEvents, event.event)) return null;
  const raw: unknown = JSON.parse(event.data);
  if (event.event === 'tickers') {
    return { topic: topics.tickers, event: 'tickers', data: { tickers: wireEvents.tickers.parse(raw).rows.map(reshapeTicker) }, id: null };
  }
  if (event.event === 'book') {
    const data = reshapeBook(wireEvents.book.parse(raw));
    return { topic: topics.book(data.symbol, data.mode, data.kind), event: 'book', data, id: null };
  }
  if (event.event === 'marks') {
    const { at, is_cs: isCs, rows } = wireEvents.marks.parse(raw);
    return { topic: topics.marks(toMode(isCs)), event: 'marks', data: { at: toIso(at), marks: rows.map(reshapeMark) }, id: null };
  }
  if (event.event === 'trades') {
    const { market, is_cs: isCs, type: kind, trades } = wireEvents.trades.parse(raw);
    return {
      topic: topics.trades(market, toMode(isCs), kind),
      event: 'trades',
      data: { symbol: market, kind, trades: reshapeTrades(trades) },
      id: event.id,
    };
  }
  const { userid, is_cs: isCs, changed, market } = wireEvents.account.parse(raw);
  return { topic: topics.account(userid, toMode(isCs)), event: 'account', data: { changed, symbol: market }, id: event.id };
}

/** Returns one message that says what two of the same topic say. Bounded: of trades the newest stay. */
export function mergeMessages(older: StreamMessage, newer: StreamMessage, tradesMax: number): StreamMessage {
  if (older.event === 'trades' && newer.event === 'trades') {
    return {
      ...newer,
      data: { symbol: newer.data.symbol, kind: newer.data.kind, trades: [...newer.data.trades, ...older.data.trades].slice(0, tradesMax) },
    };
  }
  if (older.event === 'account' && newer.event === 'account') {
    const symbol = older.data.symbol === newer.data.symbol ? newer.data.symbol : null;
    return { ...newer, data: { changed: [...new Set([...older.data.changed, ...newer.data.changed])], symbol } };
  }
  return newer;
}
