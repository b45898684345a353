/** A bucket refills by `perSecond` up to `burst`. */
export type RateRule = { perSecond: number; burst: number };
export type RateLimiter = { take(key: string, nowMs: number): boolean };

/** Buckets that one limiter remembers; the one unused for longest goes first, which only makes it full again. */
const BUCKETS_MAX = 20_000;

/** Returns a token bucket per key, in bounded memory. */
export function createRateLimiter(rule: RateRule, bucketsMax: number = BUCKETS_MAX): RateLimiter {
  const buckets = new Map<string, { tokens: number; at: number }>();
  return {
    take(key, nowMs) {
      const known = buckets.get(key);
      const tokens = known == null ? rule.burst : Math.min(rule.burst, known.tokens + ((nowMs - known.at) / 1000) * rule.perSecond);
      const isAllowed = tokens >= 1;
      // Deleted and set again: the map's order is then the order of last use.
      buckets.delete(key);
      buckets.set(key, { tokens: isAllowed ? tokens - 1 : tokens, at: nowMs });
      if (buckets.size > bucketsMax) {
        const oldest = buckets.keys().next();
        if (!oldest.done) buckets.delete(oldest.value);
      }
      return isAllowed;
    },
  };
}
