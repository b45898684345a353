/** Names that are remembered at most; the oldest is forgotten first. */
const KNOWN_MAX = 1_000;
const WAIT_MS_MIN = 1_000;
const WAIT_MS_MAX = 60_000;

type Failure = { times: number; until: number; reason: 'slow' | 'fault' };

/**
 * Remembers what failed alone, by a name that the same work has the next time. Until `until` (monotonic ms) it is not tried again, a second
 * first, then twice as long each time, a minute at most; and it stands alone until it succeeds, so that it can't take others along again.
 */
export class KnownFailures {
  private readonly known = new Map<string, Failure>();

  note(name: string, reason: Failure['reason'], now: number): void {
    const times = (this.known.get(name)?.times ?? 0) + 1;
    this.known.delete(name);
    this.known.set(name, { times, reason, until: now + Math.min(WAIT_MS_MAX, WAIT_MS_MIN * 2 ** (times - 1)) });
    if (this.known.size <= KNOWN_MAX) return;
    const [oldest] = this.known.keys();
    this.known.delete(oldest as string);
  }

  find(name: string): Failure | null {
    return this.known.get(name) ?? null;
  }

  forget(name: string): void {
    this.known.delete(name);
  }
}
