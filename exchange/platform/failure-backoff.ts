/** Names that are remembered at most; the oldest is forgotten first. */
const KNOWN_MAX = 1_000;
const WAIT_MS_MIN = 1_000;
const WAIT_MS_MAX = 60_000;
/** A failure that was not repeated within this time (ms) says nothing any more: the database, not the work, was the cause. */
export const FAILURE_TTL_MS = 180_000;

type Failure = { times: number; at: number; until: number; reason: 'slow' | 'fault' };

/**
 * Remembers what failed alone, by a name that the same work has the next time. Until `until` (monotonic ms) it is not tried again, a second
 * first, then twice as long each time, a minute at most; and it stands alone until it succeeds, so that it can't take others along again, or until
 * it hasn't failed for `FAILURE_TTL_MS`.
 */
export class FailureBackoff {
  private readonly known = new Map<string, Failure>();

  note(name: string, reason: Failure['reason'], now: number): void {
    const times = (this.find(name, now)?.times ?? 0) + 1;
    this.known.delete(name);
    this.known.set(name, { times, at: now, reason, until: now + Math.min(WAIT_MS_MAX, WAIT_MS_MIN * 2 ** (times - 1)) });
    if (this.known.size <= KNOWN_MAX) return;
    const [oldest] = this.known.keys();
    this.known.delete(oldest as string);
  }

  find(name: string, now: number): Failure | null {
    const failure = this.known.get(name) ?? null;
    if (failure === null || now - failure.at < FAILURE_TTL_MS) return failure;
    this.known.delete(name);
    return null;
  }

  forget(name: string): void {
    this.known.delete(name);
  }
}
