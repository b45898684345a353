/** `burst` requests at once, then `perSecond`. Each figure is far above what one person does, and far below what harms. */
export const RATE_CLASSES = {
  /** Reads of one signed-in browser: a screen makes about ten. */
  read: { burst: 400, perSecond: 100 },
  /** Reads that everyone shares cost next to nothing; offices and mobile networks share addresses. */
  public: { burst: 5_000, perSecond: 2_000 },
  write: { burst: 60, perSecond: 20 },
  /** Guessing passwords; the exchange locks single accounts on its own. */
  signIn: { burst: 60, perSecond: 1 },
  /** Sends mail to an address of the caller's choice. */
  mail: { burst: 20, perSecond: 0.2 },
  stream: { burst: 2_000, perSecond: 200 },
} as const;
export type RateClass = keyof typeof RATE_CLASSES;

/** Bounds the memory of all buckets; the one unused longest goes first, and it is full again by then. */
const BUCKETS_MAX = 50_000;

export type RateLimiter = { take(input: { rateClass: RateClass; key: string; now: number }): boolean; readonly size: number };

/** Returns token buckets by class and caller; `take` says whether the request may pass. */
export function createRateLimiter({ bucketsMax = BUCKETS_MAX }: { bucketsMax?: number } = {}): RateLimiter {
  const buckets = new Map<string, { tokens: number; at: number }>();
  return {
    take({ rateClass, key, now }) {
      const { burst, perSecond } = RATE_CLASSES[rateClass];
      const name = `${rateClass} ${key}`;
      const known = buckets.get(name);
      const tokens = known === undefined ? burst : Math.min(burst, known.tokens + (Math.max(0, now - known.at) / 1000) * perSecond);
      const isAllowed = tokens >= 1;
      buckets.delete(name);
      buckets.set(name, { tokens: isAllowed ? tokens - 1 : tokens, at: now });
      if (buckets.size > bucketsMax) buckets.delete(buckets.keys().next().value as string);
      return isAllowed;
    },
    get size() {
      return buckets.size;
    },
  };
}
