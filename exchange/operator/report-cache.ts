import type { Database } from '../platform/db';

/** Time to live of a cached report: the next page, or its file, is requested within it. */
const KEPT_MS = 5 * 60_000;
/** Cached reports. */
const KEPT_MAX = 4;

type Rows = readonly string[][];
type Kept = { rows: Promise<Rows>; at: number; isReading: boolean };
const keptOf = new WeakMap<Database, Map<string, Kept>>();

/**
 * Caches the rows of a day's report: counted for the first page, shared by concurrent requests, and reused by the further pages, so that all pages are of
 * the same figures. `now` in ms.
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
