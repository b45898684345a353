import { monotonicNow } from './clock';
import { DeadlineExceeded } from './db';
import { READ_OUTAGE_MS } from './work-limits';

/** Statements under way at most: the more wait meanwhile, the more share the next one. */
const RUNNING_MAX = 2;
/** Keys of one statement at most. */
const KEYS_MAX = 500;

/** Callers that wait at most; beyond that they are refused at once. */
const WAITING_MAX = 10_000;

type Asked<V> = { key: string; at: number; resolve(value: V | null): void; reject(error: unknown): void };

/**
 * Returns a read by key whose callers share statements. Each is answered by one that began after it asked, so what was committed before is seen.
 * `load` returns what it found, by key; its failure is that of all who shared it. Null: not found. Who waited through an outage is refused: what they
 * asked for is not begun after everybody has given up on it. `now`: milliseconds of a clock that only goes forward. @throws DeadlineExceeded
 */
export function createBatchLoader<V>(
  load: (keys: readonly string[]) => Promise<ReadonlyMap<string, V>>,
  now: () => number = monotonicNow,
): (key: string) => Promise<V | null> {
  const waiting: Asked<V>[] = [];
  let running = 0;
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
      if (running < RUNNING_MAX) void runNext();
    });
}
