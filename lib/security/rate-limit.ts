import { type BucketRule, createTokenBuckets, type TokenBuckets } from '../rate-limits/token-buckets';

/** `burst` requests at once, then `perSecond`. Each figure is far above what one person does, and far below what harms. */
export const RATE_CLASSES = {
  /** Reads of one signed-in browser: a screen makes about ten. */
  read: { burst: 400, perSecond: 100 },
  /** Reads that everyone shares cost next to nothing; offices and mobile networks share addresses. */
  public: { burst: 5_000, perSecond: 2_000 },
  /** What reaches back further than a screen first shows, which nobody else has asked for just now: a chart that is scrolled asks once in a while. */
  past: { burst: 120, perSecond: 5 },
  /** Questions whether a session still stands, where a browser holds the cookie of one: a tab asks when it is looked at again. */
  standing: { burst: 120, perSecond: 5 },
  /** Pages of one member, with what the router fetches ahead. */
  page: { burst: 200, perSecond: 20 },
  /** Pages for a network, behind which many may sit. */
  publicPage: { burst: 1_000, perSecond: 100 },
  write: { burst: 60, perSecond: 20 },
  /** Guesses are bounded by the exchange, per account; this bounds the work that one address, behind which many may sit, can ask for. */
  signIn: { burst: 120, perSecond: 4 },
  /** Pictures cost a processor a good part of a second each. */
  upload: { burst: 20, perSecond: 0.2 },
  /** Sends mail to an address of the caller's choice. */
  mail: { burst: 20, perSecond: 0.2 },
  stream: { burst: 2_000, perSecond: 200 },
  /** A tab opens another stream with each change of screen. */
  memberStream: { burst: 60, perSecond: 2 },
} as const satisfies Record<string, BucketRule>;
export type RateClass = keyof typeof RATE_CLASSES;

/**
 * Who is counted: a signed-in user, a browser that an account was signed in with before, or whoever has none of both, by where they
 * come from. Each kind has a store of its own, so that nobody without an account comes near the counts of those who have one.
 */
export type RateSource = { kind: 'user' | 'device' | 'network'; id: string };

export type RateLimiter = { take(input: { rateClass: RateClass; source: RateSource; now: number }): boolean };

/** Returns token buckets by class and caller; `take` says whether the request may pass. */
export function createRateLimiter(): RateLimiter {
  const stores = new Map<string, TokenBuckets>();
  return {
    take({ rateClass, source, now }) {
      const name = `${rateClass} ${source.kind}`;
      const store = stores.get(name) ?? createTokenBuckets(RATE_CLASSES[rateClass]);
      stores.set(name, store);
      return store.take(source.id, now);
    },
  };
}
