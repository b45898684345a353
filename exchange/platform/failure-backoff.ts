/** Failures in memory; beyond it the oldest is dropped. */
const KNOWN_MAX = 1_000;
const WAIT_MS_MIN = 1_000;
const WAIT_MS_MAX = 60_000;
/** A failure that was not repeated within this time (ms) expires: the database, not the work, was the cause. */
export const FAILURE_TTL_MS = 180_000;

type Failure = { times: number; at: number; until: number; reason: 'slow' | 'fault' };

/**
 * Exponential backoff for work that failed in a transaction of its own, keyed by a name that is the same at the next attempt. No retry before `until`
 * (monotonic ms): 1 s, doubled with each failure, 60 s at most. Until it succeeds, or its failure expires (`FAILURE_TTL_MS`), the work is run without
 * a batch, so that it can't fail others again.
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
