import { z } from 'zod';
import { bookSchema, tickerSchema, tradeSchema } from './market';
import { marksSchema } from './perpetual';
import { isoField, marketField } from './shared';
import { ACCOUNT_CHANGES, BOOK_KINDS } from '../protocol/wire';

/**
 * Events of `GET /api/stream?channels=…` by SSE event name. Channels: `tickers`, `marks`, `book:BTC-USDT`, `trades:BTC-USDT`,
 * `perpetual-book:BTC-USDT`, `perpetual-trades:BTC-USDT`, `account`. A book, a ticker or a mark event carries the whole latest value, so a client that missed some loses nothing.
 */
export const streamEventSchemas = {
  tickers: z.object({ tickers: z.array(tickerSchema) }),
  book: bookSchema,
  marks: marksSchema,
  trades: z.object({ symbol: marketField, kind: z.enum(BOOK_KINDS), trades: z.array(tradeSchema) }),
  /** Something of the signed-in user changed: read it again. */
  account: z.object({ changed: z.array(z.enum(ACCOUNT_CHANGES)), symbol: marketField.nullable() }),
  /** The first event of a stream: what time it is here, by the clock of this host alone. Countdowns need it until the exchange has stamped something. */
  time: z.object({ at: isoField }),
  /** State of the line to the exchange. */
  upstream: z.object({ state: z.enum(['up', 'down']) }),
  /** The last event of a stream: its session has ended, or the member has opened more streams since than one member has. */
  ended: z.object({ reason: z.enum(['session', 'replaced']) }),
} as const;
export type StreamEvents = { [K in keyof typeof streamEventSchemas]: z.infer<(typeof streamEventSchemas)[K]> };
