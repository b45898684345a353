import 'server-only';
import { outsidePage, waitWithinPage } from './page-budget';

/** Identical public reads within this time are one call to the exchange. */
export const COALESCE_MS = 250;
/** Bounds the memory of answers; beyond it the oldest goes. */
const KEYS_MAX = 500;

/** `windowMs`: how long an answer is shared after it came, where that is not the usual time. */
export type Coalescer = <T>(key: string, read: () => Promise<T>, windowMs?: number) => Promise<T>;

/**
 * Returns a function that shares one running or just finished read among all who ask for the same key. A failure is shared only with those
 * who already wait for it.
 */
export function createCoalescer({
  now = Date.now,
  windowMs: usualMs = COALESCE_MS,
  keysMax = KEYS_MAX,
}: {
  now?: () => number;
  windowMs?: number;
  keysMax?: number;
} = {}): Coalescer {
  const entries = new Map<string, { answer: Promise<unknown>; until: number }>();
  return <T>(key: string, read: () => Promise<T>, windowMs = usualMs): Promise<T> => {
    const known = entries.get(key);
    if (known !== undefined && now() < known.until) return known.answer as Promise<T>;
    const entry = { answer: read(), until: Number.POSITIVE_INFINITY };
    entries.delete(key);
    entries.set(key, entry);
    if (entries.size > keysMax) entries.delete(entries.keys().next().value as string);
    entry.answer.then(
      () => {
        entry.until = now() + windowMs;
      },
      () => {
        if (entries.get(key) === entry) entries.delete(key);
      },
    );
    return entry.answer;
  };
}

/** Kept on the global object: pages and handlers are separate bundles of one process and share their reads. */
const slot = Symbol.for('candor.coalescer');
export const coalesce: Coalescer = (key, read, windowMs) => {
  const holder = globalThis as { [slot]?: Coalescer };
  holder[slot] ??= createCoalescer();
  const shared = holder[slot];
  return waitWithinPage(outsidePage(() => shared(key, read, windowMs)));
};
