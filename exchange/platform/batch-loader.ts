import { monotonicNow } from './clock';
import { DeadlineExceeded } from './db';
import { READ_OUTAGE_MS } from './work-limits';

/** Concurrent statements: callers that queue meanwhile share the next one. */
const RUNNING_MAX = 2;
/** Keys of one statement at most. */
const KEYS_MAX = 500;

/** Queued callers; beyond it a caller is rejected at once. */
const WAITING_MAX = 10_000;

type Asked<V> = { key: string; at: number; resolve(value: V | null): void; reject(error: unknown): void };

/**
 * Returns a batch loader: a read by key whose concurrent callers share one statement, as do those of one turn of the event loop. A statement starts after
 * the calls that it answers, so it sees what was committed before them. `load` returns values by key, null: not found; its failure rejects every caller of the batch. Callers that
 * queued through an outage are rejected instead of started late. `now`: monotonic ms. @throws DeadlineExceeded
 */
export function createBatchLoader<V>(
  load: (keys: readonly string[]) => Promise<ReadonlyMap<string, V>>,
  now: () => number = monotonicNow,
): (key: string) => Promise<V | null> {
  const waiting: Asked<V>[] = [];
  let running = 0;
  let isDue = false;
  const runNext = async (): Promise<void> => {
    const late = waiting.findIndex(({ at }) => now() - at < READ_OUTAGE_MS);
    for (const { reject } of waiting.splice(0, late === -1 ? waiting.length : late)) reject(new DeadlineExceeded('outage'));
    const group = waiting.splice(0, KEYS_MAX);
    if (group.length === 0) return;
    running += 1;
    try {
      const found = await load([...new Set(group.map(({ key }) => key))]);
      for (const { key, resolve } of group) resolve(found.get(key) ?? null);
    } catch (error) {
      for (const { reject } of group) reject(error);
    }
    running -= 1;
    if (waiting.length > 0) void runNext();
  };
  return (key) =>
    new Promise((resolve, reject) => {
      if (waiting.length >= WAITING_MAX) return reject(new DeadlineExceeded('outage'));
      waiting.push({ key, at: now(), resolve, reject });
      if (isDue || running === RUNNING_MAX) return;
      isDue = true;
      setImmediate(() => {
        isDue = false;
        if (running < RUNNING_MAX) void runNext();
      });
    });
}
