import { monotonicNow } from './clock';

/** Commands answered together from which on is waited for those who ask again: fewer are a few people, who share nothing. */
const ANSWERED_MIN = 8;
/** What is waited at most: this share of what the transaction took, and this time (ms). */
const SHARE_MAX = 0.8;
const WAIT_MS_MAX = 20;
/** When this share of them has come, the others follow at once, or don't come: that long is waited for the next one (ms). */
const [MOST, GAP_MS_MAX] = [0.75, 2];
/** How fast what is expected follows what was seen: two transactions whose askers came again, and the next is waited for; one whose askers didn't, and none is. */
const FOLLOW = 0.5;

/**
 * Waits, after many were answered at once, until as many have asked again, or most have and nobody follows: half of them would have a transaction of their own,
 * which costs nearly as much as a whole one. Only where most of those who were answered of late did ask again in that time, waited for or not. Nothing that nobody
 * asked for waits, and nothing waits for it (docs/decisions/0214-who-was-answered-together-is-waited-for.md).
 */
export class Gathering {
  /** Share of the answered that asked again in time, of late. */
  #returning = 0;
  #answered = 0;
  #came = 0;
  #until = 0;
  #missing = 0;
  /** So many missing are a few. */
  #few = 0;
  #lastAt = 0;
  #gap: NodeJS.Timeout | null = null;
  #end: (() => void) | null = null;

  /** Notes that a command has come. `isAsked`: somebody waits for its answer. */
  note({ isAsked }: { isAsked: boolean }): void {
    const now = monotonicNow();
    if (isAsked && now <= this.#until) this.#came += 1;
    if (this.#end === null) return;
    this.#missing -= 1;
    this.#lastAt = now;
    if (this.#missing <= 0 || !isAsked) this.#end();
    else if (this.#missing <= this.#few) this.#gap ??= setTimeout(() => this.#endAtGap(), GAP_MS_MAX);
  }

  /** Resolves when as many have come as were answered, when nobody follows most of them, or after a while. */
  async wait({ answered, tookMs }: { answered: number; tookMs: number }): Promise<void> {
    const waitMs = Math.min(WAIT_MS_MAX, tookMs * SHARE_MAX);
    this.#look(answered < ANSWERED_MIN ? 0 : answered, waitMs);
    if (answered < ANSWERED_MIN || this.#returning < MOST) return;
    this.#missing = answered;
    this.#few = answered * (1 - MOST);
    await new Promise<void>((resolve) => {
      const timer = setTimeout(() => this.#end?.(), waitMs);
      this.#end = () => {
        clearTimeout(timer);
        if (this.#gap !== null) clearTimeout(this.#gap);
        this.#gap = null;
        this.#end = null;
        resolve();
      };
    });
  }

  /** Learns from the last look how many came again, and begins the next. */
  #look(answered: number, waitMs: number): void {
    if (this.#answered > 0) this.#returning += (Math.min(1, this.#came / this.#answered) - this.#returning) * FOLLOW;
    this.#answered = answered;
    this.#came = 0;
    this.#until = monotonicNow() + waitMs;
  }

  #endAtGap(): void {
    const left = this.#lastAt + GAP_MS_MAX - monotonicNow();
    if (left <= 0) this.#end?.();
    else this.#gap = setTimeout(() => this.#endAtGap(), left);
  }
}
