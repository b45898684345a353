import { monotonicNow } from './clock';

/** Commands answered together from which on is waited for those who ask again: fewer are a few people, who share nothing. */
const ANSWERED_MIN = 8;
/** What is waited at most: this share of what the transaction took, and this time (ms). */
const SHARE_MAX = 0.8;
const WAIT_MS_MAX = 20;
/** When this share of them has come, the others follow at once, or don't come: that long is waited for the next one (ms). */
const [MOST, GAP_MS_MAX] = [0.75, 2];

/**
 * Waits, after many were answered at once, until as many have asked again, or most have and nobody follows: half of them would have a transaction of their own,
 * which costs nearly as much as a whole one. Nothing that nobody asked for waits, and nothing waits for it (docs/decisions/0214-who-was-answered-together-is-waited-for.md).
 */
export class Gathering {
  #missing = 0;
  /** So many missing are a few. */
  #few = 0;
  #lastAt = 0;
  #gap: NodeJS.Timeout | null = null;
  #end: (() => void) | null = null;

  /** Notes that a command has come. `isAsked`: somebody waits for its answer. */
  note({ isAsked }: { isAsked: boolean }): void {
    if (this.#end === null) return;
    this.#missing -= 1;
    this.#lastAt = monotonicNow();
    if (this.#missing <= 0 || !isAsked) this.#end();
    else if (this.#missing <= this.#few) this.#gap ??= setTimeout(() => this.#endAtGap(), GAP_MS_MAX);
  }

  /** Resolves when as many have come as were answered, when nobody follows most of them, or after a while. */
  async wait({ answered, tookMs }: { answered: number; tookMs: number }): Promise<void> {
    if (answered < ANSWERED_MIN) return;
    this.#missing = answered;
    this.#few = answered * (1 - MOST);
    await new Promise<void>((resolve) => {
      const timer = setTimeout(() => this.#end?.(), Math.min(WAIT_MS_MAX, tookMs * SHARE_MAX));
      this.#end = () => {
        clearTimeout(timer);
        if (this.#gap !== null) clearTimeout(this.#gap);
        this.#gap = null;
        this.#end = null;
        resolve();
      };
    });
  }

  #endAtGap(): void {
    const left = this.#lastAt + GAP_MS_MAX - monotonicNow();
    if (left <= 0) this.#end?.();
    else this.#gap = setTimeout(() => this.#endAtGap(), left);
  }
}
