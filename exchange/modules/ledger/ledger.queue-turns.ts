import type { Waiting } from '../../platform/batching';
import type { CommandQueue } from '../../platform/command-queue';

/** Commands that wait in the order of their arrival; of one owner, one at a time is under way, and those of an owner stay in their order. */
export class OwnersInTurn<W extends Waiting<unknown, never>> implements CommandQueue<W> {
  readonly #ownerOf: (waiting: W) => string;
  readonly #underWay = new Set<string>();
  #waiting: W[] = [];

  constructor(ownerOf: (waiting: W) => string) {
    this.#ownerOf = ownerOf;
  }

  get length(): number {
    return this.#waiting.length;
  }

  get isEmpty(): boolean {
    return this.#waiting.length === 0;
  }

  push(waiting: W): void {
    this.#waiting.push(waiting);
  }

  putBack(batch: readonly W[]): void {
    this.#waiting = [...batch, ...this.#waiting];
  }

  /** Takes the first ones whose owner has none under way. */
  take(max: number): W[] {
    const batch: W[] = [];
    const rest: W[] = [];
    const busy = new Set(this.#underWay);
    let sizeMax = max;
    for (const waiting of this.#waiting) {
      const owner = this.#ownerOf(waiting);
      const limit = Math.min(sizeMax, waiting.batchMax);
      const isNext = batch.length < limit && !busy.has(owner);
      busy.add(owner);
      (isNext ? batch : rest).push(waiting);
      if (isNext) sizeMax = limit;
    }
    this.#waiting = rest;
    for (const waiting of batch) this.#underWay.add(this.#ownerOf(waiting));
    return batch;
  }

  release(batch: readonly W[]): void {
    for (const waiting of batch) this.#underWay.delete(this.#ownerOf(waiting));
  }

  takeExpired(now: number): W[] {
    const isLate = ({ deadline }: W) => deadline !== null && deadline <= now;
    const expired = this.#waiting.filter(isLate);
    if (expired.length > 0) this.#waiting = this.#waiting.filter((waiting) => !isLate(waiting));
    return expired;
  }

  nextDeadline(): number | null {
    return this.#waiting.reduce<number | null>(
      (first, { deadline }) => (first === null ? deadline : Math.min(first, deadline ?? first)),
      null,
    );
  }

  clear(): W[] {
    return this.#waiting.splice(0);
  }
}
