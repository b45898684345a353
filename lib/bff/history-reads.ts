import 'server-only';
import { createConcurrencyLimiter, type ConcurrencyLimiter } from '../rate-limits/concurrency-limiter';
import { AppError } from '../errors/app-error';
import { checkRate, type RateCaller, rateSourceOf } from '../security/callers';

/** Concurrent reads of history of one process: the thread of the exchange that answers them also matches orders. */
const RUNNING_MAX = 2;
const WAITING_MAX = 64;
/** Running and queued reads of one network or member; a chart reads its pages one by one. */
const SOURCE_MAX = 8;

const refuse = () => new AppError('RATE_LIMITED', { detail: 'many reads of the past' });

/** On the global object: pages and handlers are separate bundles of one process. */
const slot = Symbol.for('candor.history-reads');
function gates(): { line: ConcurrencyLimiter; sources: ConcurrencyLimiter } {
  const holder = globalThis as { [slot]?: { line: ConcurrencyLimiter; sources: ConcurrencyLimiter } };
  holder[slot] ??= {
    line: createConcurrencyLimiter({ runningMax: RUNNING_MAX, waitingMax: WAITING_MAX, refuse }),
    sources: createConcurrencyLimiter({ runningMax: Number.POSITIVE_INFINITY, waitingMax: 0, sourceMax: SOURCE_MAX, refuse }),
  };
  return holder[slot];
}

/** The caller of a history read; `request` is null for a page, whose rate is limited as a page. */
export type HistoryCaller = RateCaller & { request: Request | null };

/** Applies the rate limit and the concurrency limit of one source to a read of history. @throws RATE_LIMITED */
export async function limitHistoryRead<T>(caller: HistoryCaller, read: () => Promise<T>): Promise<T> {
  if (caller.request === null) return read();
  checkRate({ ...caller, rateClass: 'past' });
  const { kind, id } = rateSourceOf(caller);
  return gates().sources.run(read, `${kind} ${id}`);
}

/** Queues a request for history to the exchange; cached answers don't need it. @throws RATE_LIMITED when the queue is full */
export function queueHistoryRead<T>(read: () => Promise<T>): Promise<T> {
  return gates().line.run(read);
}
