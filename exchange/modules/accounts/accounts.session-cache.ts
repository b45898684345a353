import type { Clock } from '../../platform/clock';

/**
 * The embedded database has one process, which hears of the end of every session: one that was read is taken from memory for this long, because its
 * expiry is only told by reading it.
 */
export const SESSION_CACHE_MS = 1_000;
/** Cached sessions; the oldest is evicted first. */
const REMEMBERED_MAX = 10_000;

/** Reads sessions by the hashes of their tokens. */
export type SessionReads<Session> = {
  read(tokenHash: string): Promise<Session | null>;
  /** Invalidates the cache, reads under way included: sessions have ended. */
  forget(): void;
};

/** Caches sessions that `load` has read, by the hash of their token. */
export function cacheSessions<Session>(clock: Clock, load: (tokenHash: string) => Promise<Session | null>): SessionReads<Session> {
  const known = new Map<string, { session: Session; at: number }>();
  let changes = 0;
  return {
    forget() {
      changes += 1;
      known.clear();
    },
    async read(tokenHash) {
      const now = clock.now();
      const kept = known.get(tokenHash);
      if (kept !== undefined && now >= kept.at && now - kept.at < SESSION_CACHE_MS) return kept.session;
      const before = changes;
      const session = await load(tokenHash);
      known.delete(tokenHash);
      // Read beside a change it may be what that change has ended.
      if (session === null || changes !== before) return session;
      known.set(tokenHash, { session, at: now });
      if (known.size > REMEMBERED_MAX) known.delete(known.keys().next().value as string);
      return session;
    },
  };
}
