import { SortedNumbers } from './matching.sorted-numbers';

/** One price that somebody waits for: `price` in ticks, reached by rising or by falling to it. */
export type PriceTrigger = { id: number; price: number; isRising: boolean };

/** A price that lies between two ticks reaches what is at or below `floor` when rising, at or above `ceil` when falling. */
export type ReachedTicks = { floor: number; ceil: number };

/** Ids by price, the price that is reached first in front. */
class Ladder {
  private readonly keys = new SortedNumbers();
  private readonly ids = new Map<number, Set<number>>();

  add(key: number, id: number): void {
    let level = this.ids.get(key);
    if (level === undefined) {
      level = new Set();
      this.ids.set(key, level);
      this.keys.add(key, 0);
    }
    level.add(id);
  }

  remove(key: number, id: number): void {
    const level = this.ids.get(key);
    if (level === undefined) return;
    level.delete(id);
    if (level.size > 0) return;
    this.ids.delete(key);
    this.keys.remove(key);
  }

  upTo(key: number): number[] {
    const found: number[] = [];
    this.keys.walk((at) => {
      if (at > key) return false;
      found.push(...(this.ids.get(at) as Set<number>));
      return true;
    });
    return found;
  }

  first(): number | null {
    return this.keys.isEmpty ? null : this.keys.firstKey();
  }
}

/** The prices of one book that are waited for, in order: finding the reached ones costs their number, never a look at the others. */
export class PriceTriggers {
  private readonly rising = new Ladder();
  private readonly falling = new Ladder();

  add({ id, price, isRising }: PriceTrigger): void {
    if (isRising) this.rising.add(price, id);
    else this.falling.add(-price, id);
  }

  /** Does nothing when it isn't there. */
  remove({ id, price, isRising }: PriceTrigger): void {
    if (isRising) this.rising.remove(price, id);
    else this.falling.remove(-price, id);
  }

  /** Returns the ids whose price is reached, each once, oldest (lowest) first. They stay until they are removed. */
  reached({ floor, ceil }: ReachedTicks): number[] {
    const found = new Set([...this.rising.upTo(floor), ...this.falling.upTo(-ceil)]);
    return [...found].sort((a, b) => a - b);
  }

  /** Returns the nearest prices that are waited for below and above; null where there is none. */
  nearest(): { below: number | null; above: number | null } {
    const below = this.falling.first();
    return { below: below === null ? null : -below, above: this.rising.first() };
  }
}
