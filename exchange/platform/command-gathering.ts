/** Commands answered together from which on is waited for those who ask again: fewer are a few people, who share nothing. */
const ANSWERED_MIN = 8;
/** What is waited at most: this share of what the transaction took, and this time (ms). */
const SHARE_MAX = 0.8;
const WAIT_MS_MAX = 20;

/**
 * Waits, after many were answered at once, until as many have asked again: half of them would have a transaction of their own, which costs nearly as much as
 * a whole one. Nothing that nobody asked for waits, and nothing waits for it (docs/decisions/0214-who-was-answered-together-is-waited-for.md).
 */
export class Gathering {
  #missing = 0;
  #end: (() => void) | null = null;

  /** Notes that a command has come. `isAsked`: somebody waits for its answer. */
  note({ isAsked }: { isAsked: boolean }): void {
    if (this.#end === null) return;
    this.#missing -= 1;
    if (this.#missing <= 0 || !isAsked) this.#end();
  }

  /** Resolves when as many have come as were answered, or after a while. */
  async wait({ answered, tookMs }: { answered: number; tookMs: number }): Promise<void> {
    if (answered < ANSWERED_MIN) return;
    this.#missing = answered;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(() => this.#end?.(), Math.min(WAIT_MS_MAX, tookMs * SHARE_MAX));
      this.#end = () => {
        clearTimeout(timer);
        this.#end = null;
        resolve();
      };
    });
  }
}
