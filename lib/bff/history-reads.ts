import 'server-only';
import { createConcurrencyLimiter, type ConcurrencyLimiter } from '../rate-limits/concurrency-limiter';
import { AppError } from '../errors/app-error';
import { checkRate, type RateCaller, rateSourceOf } from '../security/callers';

/** Reads of the past that one process has under way at the exchange, whoever asked: the thread that answers them also matches orders. */
const RUNNING_MAX = 2;
const WAITING_MAX = 64;
/** Of one network or member under way and in line; a chart asks for one page after the other. */
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

/** Who reads; `request` is null where a page does, which is counted as a page. */
export type HistoryCaller = RateCaller & { request: Request | null };

/** Counts a read of what lies further back, and runs it as one of a few of its source. @throws RATE_LIMITED */
export async function limitHistoryRead<T>(caller: HistoryCaller, read: () => Promise<T>): Promise<T> {
  if (caller.request === null) return read();
  checkRate({ ...caller, rateClass: 'past' });
  const { kind, id } = rateSourceOf(caller);
  return gates().sources.run(read, `${kind} ${id}`);
}

/** Waits for a turn at the exchange: what is at hand already needs none. @throws RATE_LIMITED when the line is full */
export function queueHistoryRead<T>(read: () => Promise<T>): Promise<T> {
  return gates().line.run(read);
}
