import type { BookWire } from '../../../lib/protocol/markets';
import type { Mode } from '../../../lib/protocol/wire';
import type { Clock } from '../../platform/clock';
import type { ExchangeEvent } from '../../platform/events';
import type { Logger } from '../../platform/logger';
import { StreamClient, type Sink } from './stream.client';
import { type Frame, toFrame, toIsCs } from './stream.frames';
import { createRing } from './stream.ring';

/** A book changes faster than an eye: its latest state, five times a second. */
export const BOOK_GAP_MS = 200;
/** How long one question for a book lasts. */
export const INTEREST_MS = 120_000;

export type StreamDeps = {
  getBook(market: string, mode: Mode): Promise<BookWire>;
  /** Tells that somebody looks at a book. */
  touch?: (market: string, mode: Mode) => void;
};

type BookState = { until: number; sentAt: number; timer: NodeJS.Timeout | null };

export type StreamService = {
  /** Takes an event of the exchange. */
  accept(event: ExchangeEvent): void;
  /** Adds a connection: what it missed after `lastEventId`, then everything from now on. Returns the client. */
  connect(sink: Sink, lastEventId: string | null): StreamClient;
  disconnect(client: StreamClient): void;
  /** Sends this book's events for a while from now on; returns until when, in ms. */
  addInterest(market: string, mode: Mode): number;
  beat(): void;
  close(): void;
  countClients(): number;
};

/** Creates the stream of one process. `epoch` must differ from every earlier process' one. */
export function createStreamService(input: { clock: Clock; log: Logger; epoch: string } & StreamDeps): StreamService {
  const { clock, log } = input;
  const ring = createRing(input.epoch);
  const clients = new Set<StreamClient>();
  const books = new Map<string, BookState>();
  const latest = new Map<string, Frame>();

  function broadcast(frame: Frame): void {
    const now = clock.now();
    for (const client of clients) client.send(frame, now);
  }

  async function sendBook(market: string, mode: Mode): Promise<void> {
    try {
      const frame: Frame = { event: 'book', key: `book ${market} ${toIsCs(mode)}`, id: null, data: await input.getBook(market, mode) };
      latest.set(frame.key, frame);
      broadcast(frame);
    } catch (error) {
      log.warn({ err: error, market, mode }, 'a book could not be read for the stream');
    }
  }

  /** Sends now when the last one is long enough ago, else once when it will be. */
  function scheduleBook(market: string, mode: Mode, book: BookState): void {
    if (book.timer) return;
    const waitMs = Math.max(0, Math.min(BOOK_GAP_MS, book.sentAt + BOOK_GAP_MS - clock.now()));
    book.timer = setTimeout(() => {
      book.timer = null;
      book.sentAt = clock.now();
      void sendBook(market, mode);
    }, waitMs);
  }

  function acceptBook(market: string, mode: Mode): void {
    const key = `${market} ${mode}`;
    const book = books.get(key);
    if (!book) return;
    if (book.until > clock.now()) {
      scheduleBook(market, mode, book);
      return;
    }
    books.delete(key);
    latest.delete(`book ${market} ${toIsCs(mode)}`);
  }

  return {
    accept(event) {
      if (event.kind === 'book') acceptBook(event.market, event.mode);
      else if (event.kind === 'tickers') {
        const frame: Frame = { event: 'tickers', key: 'tickers', id: null, data: { at: event.at, rows: event.rows } };
        latest.set(frame.key, frame);
        broadcast(frame);
      } else broadcast(ring.add((id) => toFrame(event, id)));
    },
    connect(sink, lastEventId) {
      const now = clock.now();
      const client = new StreamClient(sink);
      const missed = lastEventId == null ? [] : ring.listAfter(lastEventId);
      if (!missed) client.send({ event: 'resync', key: 'resync', id: null, data: {} }, now);
      for (const frame of missed ?? []) client.send(frame, now);
      // Names the place to resume from, also for a client that then hears nothing of its own for hours.
      client.send({ event: 'ready', key: 'ready', id: ring.getLastId(), data: {} }, now);
      for (const frame of latest.values()) client.send(frame, now);
      clients.add(client);
      return client;
    },
    disconnect(client) {
      clients.delete(client);
    },
    addInterest(market, mode) {
      const key = `${market} ${mode}`;
      const until = clock.now() + INTEREST_MS;
      const known = books.get(key);
      const book: BookState = known ?? { until, sentAt: 0, timer: null };
      book.until = until;
      books.set(key, book);
      input.touch?.(market, mode);
      if (!known) scheduleBook(market, mode, book);
      return until;
    },
    beat() {
      const now = clock.now();
      for (const client of clients) {
        client.beat(now);
        if (client.isClosed) clients.delete(client);
      }
      // A book nobody asks for any more: nothing of it is told to whoever comes next.
      for (const [key, book] of books) {
        const [market = '', mode = ''] = key.split(' ');
        if (book.until <= now) acceptBook(market, mode as Mode);
      }
    },
    close() {
      for (const book of books.values()) if (book.timer) clearTimeout(book.timer);
      for (const client of clients) client.close();
      clients.clear();
    },
    countClients: () => clients.size,
  };
}
