import { toIsCs } from '../../../lib/protocol/fields';
import type { BookWire } from '../../../lib/protocol/markets';
import type { BookKind, Mode } from '../../../lib/protocol/wire';
import type { Clock } from '../../platform/clock';
import type { ExchangeEvent } from '../../platform/events';
import type { Logger } from '../../platform/logger';
import { StreamClient, type Sink } from './stream.client';
import { type Frame, toFrame } from './stream.frames';
import { createRing } from './stream.ring';

/** A book changes faster than an eye: its latest state, five times a second. */
export const BOOK_GAP_MS = 200;
/** How long one question for a book lasts. */
export const INTEREST_MS = 120_000;

/** One book: its market, its mode, and what is traded in it. */
export type BookName = { market: string; mode: Mode; type: BookKind };
export type StreamDeps = {
  getBook(book: BookName): Promise<BookWire>;
  /** Tells that somebody looks at a book. */
  touch?: (book: BookName) => void;
};

type BookState = { name: BookName; until: number; sentAt: number; timer: NodeJS.Timeout | null; sending: Promise<void> | null };

export type StreamService = {
  /** Takes an event of the exchange. */
  accept(event: ExchangeEvent): void;
  /** Adds a connection: what it missed after `lastEventId`, then everything from now on. Returns the client. */
  connect(sink: Sink, lastEventId: string | null): StreamClient;
  disconnect(client: StreamClient): void;
  /** Sends this book's events for a while from now on; returns until when, in ms. */
  addInterest(name: BookName): number;
  beat(): void;
  close(): void;
  countClients(): number;
};

/** Creates the stream of one process. `epoch` must differ from every earlier process' one. */
export function createStreamService(input: BooksInput & { epoch: string }): StreamService {
  const { clock } = input;
  const ring = createRing(input.epoch);
  const clients = new Set<StreamClient>();
  const latest = new Map<string, Frame>();
  const books = createBooks(input, { latest, broadcast });

  function broadcast(frame: Frame): void {
    const now = clock.now();
    for (const client of clients) client.send(frame, now);
  }

  /** Whoever is connected reads everything again, and so does who comes back with an id of before. */
  function resync(): void {
    ring.forget();
    broadcast({ event: 'resync', key: 'resync', id: null, data: {} });
    broadcast({ event: 'ready', key: 'ready', id: ring.getLastId(), data: {} });
    books.resync();
  }

  return {
    accept(event) {
      if (event.kind === 'gap') resync();
      else if (event.kind === 'book') books.accept({ ...event, type: event.type ?? 'spot' });
      else if (event.kind === 'marks') {
        const frame: Frame = { event: 'marks', key: `marks ${event.mode}`, id: null, data: event.marks };
        latest.set(frame.key, frame);
        broadcast(frame);
      } else if (event.kind === 'tickers') {
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
    addInterest: books.addInterest,
    beat() {
      const now = clock.now();
      for (const client of clients) {
        client.beat(now);
        if (client.isClosed) clients.delete(client);
      }
      books.forgetUnwanted(now);
    },
    close() {
      books.close();
      for (const client of clients) client.close();
      clients.clear();
    },
    countClients: () => clients.size,
  };
}

type BooksInput = { clock: Clock; log: Logger } & StreamDeps;

/** Reads the books that somebody looks at, and tells their latest state. */
function createBooks(
  { clock, log, getBook, touch }: BooksInput,
  { latest, broadcast }: { latest: Map<string, Frame>; broadcast(frame: Frame): void },
) {
  const books = new Map<string, BookState>();

  async function sendBook(name: BookName): Promise<void> {
    try {
      const frame: Frame = { event: 'book', key: `book ${keyOf(name)}`, id: null, data: await getBook(name) };
      // Nobody wants it any more: kept, it would be told to everybody who comes, for ever.
      if (!books.has(keyOf(name))) return;
      latest.set(frame.key, frame);
      broadcast(frame);
    } catch (error) {
      log.warn({ err: error, ...name }, 'a book could not be read for the stream');
    }
  }

  /** One reading after the other: an answer that comes late never stands after a newer one. */
  async function renewBook(book: BookState): Promise<void> {
    while (book.sending !== null) await book.sending;
    book.timer = null;
    book.sentAt = clock.now();
    book.sending = sendBook(book.name).finally(() => {
      book.sending = null;
    });
  }

  /** Sends now when the last one is long enough ago, else once when it will be. */
  function scheduleBook(book: BookState): void {
    if (book.timer) return;
    const waitMs = Math.max(0, Math.min(BOOK_GAP_MS, book.sentAt + BOOK_GAP_MS - clock.now()));
    book.timer = setTimeout(() => {
      void renewBook(book);
    }, waitMs);
  }

  function acceptBook(name: BookName): void {
    const key = keyOf(name);
    const book = books.get(key);
    if (!book) return;
    if (book.until > clock.now()) {
      scheduleBook(book);
      return;
    }
    books.delete(key);
    latest.delete(`book ${key}`);
  }

  return {
    accept: acceptBook,
    addInterest(name: BookName): number {
      const key = keyOf(name);
      const until = clock.now() + INTEREST_MS;
      const known = books.get(key);
      const book: BookState = known ?? { name, until, sentAt: 0, timer: null, sending: null };
      book.until = until;
      books.set(key, book);
      touch?.(name);
      if (!known) scheduleBook(book);
      return until;
    },
    resync(): void {
      for (const book of books.values()) scheduleBook(book);
    },
    /** Of a book that nobody asks for any more nothing is told to whoever comes next. */
    forgetUnwanted(now: number): void {
      for (const book of books.values()) if (book.until <= now) acceptBook(book.name);
    },
    close(): void {
      for (const book of books.values()) if (book.timer) clearTimeout(book.timer);
    },
  };
}

function keyOf({ market, mode, type }: BookName): string {
  return `${type} ${market} ${toIsCs(mode)}`;
}
