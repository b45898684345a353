/** `burst` at once, then `perSecond`. */
export type BucketRule = { burst: number; perSecond: number };

export type TokenBuckets = {
  /** Takes one token of the key's bucket; says whether there was one. `now` in ms. */
  take(key: string, now: number): boolean;
  /** Buckets in memory. */
  readonly size: number;
};
type Bucket = { tokens: number; at: number };

/** Buckets that one store remembers. */
export const BUCKETS_MAX = 50_000;
/** Buckets that keys share for which there is no room. */
const SHARED_MAX = 256;
/** Of the buckets unused longest, so many are looked at for one that is full again. */
const RECLAIM_TRIES_MAX = 4;

/**
 * Returns token buckets in bounded memory that junk can't flush: a bucket is forgotten only once it is full again, which is the same as
 * not being there. While `max` others are not, new keys share 256 buckets among them, and whoever has one of their own keeps it.
 */
export function createTokenBuckets(rule: BucketRule, max: number = BUCKETS_MAX): TokenBuckets {
  // In the order of last use.
  const own = new Map<string, Bucket>();
  const shared = new Map<number, Bucket>();
  const seed = Math.floor(Math.random() * 2 ** 31);
  const tokensOf = ({ tokens, at }: Bucket, now: number) => Math.min(rule.burst, tokens + (Math.max(0, now - at) / 1000) * rule.perSecond);
  const spend = (bucket: Bucket, now: number): boolean => {
    const tokens = tokensOf(bucket, now);
    const isAllowed = tokens >= 1;
    bucket.tokens = isAllowed ? tokens - 1 : tokens;
    bucket.at = now;
    return isAllowed;
  };
  const makeRoom = (now: number): boolean => {
    if (own.size < max) return true;
    let tries = RECLAIM_TRIES_MAX;
    for (const [key, bucket] of own) {
      if (tokensOf(bucket, now) >= rule.burst) return own.delete(key);
      tries -= 1;
      if (tries === 0) return false;
    }
    return false;
  };
  return {
    take(key, now) {
      const known = own.get(key);
      if (known !== undefined) {
        own.delete(key);
        own.set(key, known);
        return spend(known, now);
      }
      const bucket: Bucket = { tokens: rule.burst, at: now };
      if (makeRoom(now)) {
        own.set(key, bucket);
        return spend(bucket, now);
      }
      const place = hash(key, seed) % SHARED_MAX;
      const together = shared.get(place) ?? bucket;
      shared.set(place, together);
      return spend(together, now);
    },
    get size() {
      return own.size + shared.size;
    },
  };
}

/** Returns 32 bits of a text (FNV-1a); the seed keeps a caller from choosing who shares with whom. */
function hash(text: string, seed: number): number {
  let value = (0x811c9dc5 ^ seed) >>> 0;
  for (let index = 0; index < text.length; index += 1) value = Math.imul(value ^ text.charCodeAt(index), 0x01000193) >>> 0;
  return value;
}
