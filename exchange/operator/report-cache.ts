import type { Database } from '../platform/db';

/** Whoever goes on to the next page of figures, or takes them as a file, does so within this time. */
const KEPT_MS = 5 * 60_000;
/** Days that are kept at once. */
const KEPT_MAX = 4;

type Rows = readonly string[][];
type Kept = { rows: Promise<Rows>; at: number; isReading: boolean };
const keptOf = new WeakMap<Database, Map<string, Kept>>();

/**
 * Returns figures that are counted over a whole day: once for their first page, and for whoever asks while they are counted; the pages behind it are parts of the same
 * figures. `now` in ms.
 */
export function cacheReport(
  db: Database,
  { key, isFirst, now, count }: { key: string; isFirst: boolean; now: number; count(): Promise<Rows> },
): Promise<Rows> {
  const kept = keptOf.get(db) ?? new Map<string, Kept>();
  keptOf.set(db, kept);
  for (const [name, { at, isReading }] of kept) if (!isReading && now - at > KEPT_MS) kept.delete(name);
  const found = kept.get(key);
  if (found !== undefined && (found.isReading || !isFirst)) return found.rows;
  const entry: Kept = { rows: count(), at: now, isReading: true };
  kept.delete(key);
  kept.set(key, entry);
  for (const name of [...kept.keys()].slice(0, Math.max(0, kept.size - KEPT_MAX))) kept.delete(name);
  entry.rows.then(
    () => {
      entry.isReading = false;
    },
    () => {
      if (kept.get(key) === entry) kept.delete(key);
    },
  );
  return entry.rows;
}
