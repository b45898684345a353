/** Wrong passwords for one name from one address before it has to wait, and for one name from anywhere. */
const PAIR_FAILURES_MAX = 5;
const NAME_FAILURES_MAX = 50;
const WINDOW_MS = 15 * 60_000;
/** Names and pairs remembered; the oldest is forgotten first. */
const ENTRIES_MAX = 20_000;

export type Lockout = {
  isLocked(name: string, ip: string, now: number): boolean;
  fail(name: string, ip: string, now: number): void;
  succeed(name: string, ip: string): void;
};

/** Returns a count of failed sign-ins in bounded memory. It counts unknown names too, so that it tells nothing about who exists. */
export function createLockout(): Lockout {
  const failures = new Map<string, { count: number; since: number }>();
  const count = (key: string, now: number) => {
    const entry = failures.get(key);
    return entry == null || now - entry.since >= WINDOW_MS ? 0 : entry.count;
  };
  const add = (key: string, now: number) => {
    const known = count(key, now);
    const since = known === 0 ? now : (failures.get(key)?.since ?? now);
    failures.delete(key);
    failures.set(key, { count: known + 1, since });
    const oldest = failures.size > ENTRIES_MAX ? failures.keys().next() : null;
    if (oldest != null && !oldest.done) failures.delete(oldest.value);
  };
  const pair = (name: string, ip: string) => `${ip} ${name}`;
  return {
    isLocked: (name, ip, now) => count(pair(name, ip), now) >= PAIR_FAILURES_MAX || count(`* ${name}`, now) >= NAME_FAILURES_MAX,
    fail(name, ip, now) {
      add(pair(name, ip), now);
      add(`* ${name}`, now);
    },
    succeed(name, ip) {
      failures.delete(pair(name, ip));
    },
  };
}
