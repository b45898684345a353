import type { Clock } from '../../platform/clock';

/**
 * A session that was read is taken from memory for this long, so that not every request asks the database. What this process changes counts at
 * once; what another process ends is seen here once it says so over the bus, and after this time at most.
 */
export const SESSION_REMEMBERED_MS = 1_000;
/** Bounds the memory; the one that was read first makes room. */
const REMEMBERED_MAX = 10_000;

/** Keeps sessions by the hash of their token. */
export function rememberSessions<Session>(clock: Clock) {
  const known = new Map<string, { session: Session; at: number }>();
  let changes = 0;
  const forget = () => {
    changes += 1;
    known.clear();
  };
  return {
    /** Another process ended sessions: all are read again. */
    forget,
    async read(tokenHash: string, load: () => Promise<Session | null>): Promise<Session | null> {
      const now = clock.now();
      const kept = known.get(tokenHash);
      if (kept !== undefined && now >= kept.at && now - kept.at < SESSION_REMEMBERED_MS) return kept.session;
      const before = changes;
      const session = await load();
      known.delete(tokenHash);
      // Read beside a change it may be what that change has ended.
      if (session === null || changes !== before) return session;
      known.set(tokenHash, { session, at: now });
      if (known.size > REMEMBERED_MAX) known.delete(known.keys().next().value as string);
      return session;
    },
    /** Runs what may end sessions: nothing that was read before or meanwhile outlives it. */
    async change<T>(run: () => Promise<T>): Promise<T> {
      forget();
      try {
        return await run();
      } finally {
        forget();
      }
    },
  };
}
