import { createConcurrencyLimiter } from '../../rate-limits/concurrency-limiter';
import { AppError } from '../../errors/app-error';
import type { BookKind, Mode } from '../../protocol/wire';

/** Questions at the exchange at once: they share their connections with what people ask. */
const RUNNING_MAX = 4;
const WAITING_MAX = 200;
/** A book that was asked for this short a while ago isn't asked for again because somebody else opens it. */
const ASKED_MS = 10_000;
const REMEMBERED_MAX = 500;

export type Book = { market: string; mode: Mode; kind: BookKind };
export type BookInterest = {
  /** Somebody opens these topics. */
  open(topics: Iterable<string>): void;
  /** Asks again for all that are looked at, whenever they were asked for. */
  renew(topics: Iterable<string>): void;
};

function toBook(topic: string): Book | null {
  const [what, market, mode, kind] = topic.split(' ');
  return what === 'book' && market !== undefined ? { market, mode: mode as Mode, kind: kind as BookKind } : null;
}

/**
 * Returns what tells the exchange which books are looked at: each book once, however many look, and a few questions at a time. `onFailure` hears of
 * what is no refusal.
 */
export function createBookInterest(deps: {
  ask(book: Book): Promise<unknown>;
  onFailure(error: unknown): void;
  now?: () => number;
}): BookInterest {
  const { ask, onFailure, now = Date.now } = deps;
  const line = createConcurrencyLimiter({ runningMax: RUNNING_MAX, waitingMax: WAITING_MAX, refuse: () => new AppError('RATE_LIMITED') });
  const askedAt = new Map<string, number>();
  const waiting = new Set<string>();

  function request(topic: string): void {
    const book = toBook(topic);
    if (book === null || waiting.has(topic)) return;
    waiting.add(topic);
    askedAt.delete(topic);
    askedAt.set(topic, now());
    if (askedAt.size > REMEMBERED_MAX) askedAt.delete(askedAt.keys().next().value as string);
    const run = () => {
      waiting.delete(topic);
      return ask(book);
    };
    line.run(run).catch((error: unknown) => {
      waiting.delete(topic);
      if (!(error instanceof AppError)) onFailure(error);
    });
  }
  return {
    open(topics) {
      for (const topic of topics) if (now() - (askedAt.get(topic) ?? Number.NEGATIVE_INFINITY) >= ASKED_MS) request(topic);
    },
    renew(topics) {
      for (const topic of topics) request(topic);
    },
  };
}
