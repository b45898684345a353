import type { Position } from './perpetual.position';

/** What the mark price sets off in one position. */
export type TriggerKind = 'liquidation' | 'take_profit' | 'stop_loss';
export type DueTrigger = { owner: number; kind: TriggerKind };

const KINDS: readonly TriggerKind[] = ['liquidation', 'take_profit', 'stop_loss'];
/** Left-over entries of changed positions are cleared out when they outnumber the living ones by this many. */
const STALE_MIN = 1_024;
const FIELDS = 4;

/**
 * A heap of prices in one block of memory: the first price that a moving mark meets is always on top. Entries are numbers (price, owner,
 * kind, version of the position); one whose position has changed since is dropped when it comes up.
 */
class PriceHeap {
  private data = new Float64Array(8 * FIELDS);
  size = 0;

  /** `direction` 1: the lowest price is on top; -1: the highest. */
  constructor(private readonly direction: 1 | -1) {}

  push(price: number, owner: number, kind: number, version: number): void {
    if ((this.size + 1) * FIELDS > this.data.length) {
      const grown = new Float64Array(this.data.length * 2);
      grown.set(this.data);
      this.data = grown;
    }
    let at = this.size;
    this.size += 1;
    const key = price * this.direction;
    for (;;) {
      const parent = (at - 1) >> 1;
      if (at === 0 || (this.data[parent * FIELDS] as number) <= key) break;
      this.data.copyWithin(at * FIELDS, parent * FIELDS, (parent + 1) * FIELDS);
      at = parent;
    }
    this.write(at, key, owner, kind, version);
  }

  /** Returns the entry on top, or null. */
  top(): { price: number; owner: number; kind: number; version: number } | null {
    if (this.size === 0) return null;
    const [key, owner, kind, version] = this.data.subarray(0, FIELDS) as unknown as [number, number, number, number];
    return { price: key * this.direction, owner, kind, version };
  }

  pop(): void {
    this.size -= 1;
    if (this.size === 0) return;
    const [key, owner, kind, version] = this.data.slice(this.size * FIELDS, (this.size + 1) * FIELDS) as unknown as [
      number,
      number,
      number,
      number,
    ];
    let at = 0;
    for (;;) {
      let child = 2 * at + 1;
      if (child >= this.size) break;
      if (child + 1 < this.size && (this.data[(child + 1) * FIELDS] as number) < (this.data[child * FIELDS] as number)) child += 1;
      if ((this.data[child * FIELDS] as number) >= key) break;
      this.data.copyWithin(at * FIELDS, child * FIELDS, (child + 1) * FIELDS);
      at = child;
    }
    this.write(at, key, owner, kind, version);
  }

  clear(): void {
    this.size = 0;
  }

  private write(at: number, key: number, owner: number, kind: number, version: number): void {
    const place = at * FIELDS;
    this.data[place] = key;
    this.data[place + 1] = owner;
    this.data[place + 2] = kind;
    this.data[place + 3] = version;
  }
}

/**
 * The prices of one book at which something is due, ordered, for every open position: what falls due when the mark falls, and what when it
 * rises. Finding the due ones costs their number times the logarithm of all, never a look at the others. Prices are price units as numbers:
 * exact below 90 million quote units.
 */
export class Triggers {
  private readonly falling = new PriceHeap(-1);
  private readonly rising = new PriceHeap(1);
  private readonly versions = new Map<number, number>();
  private nextVersion = 1;

  /** Takes a position's prices in, or out when it is null. What was known of this owner before no longer counts. */
  set(owner: number, position: Position | null, liquidationPrice: bigint | null): void {
    if (position === null) {
      this.versions.delete(owner);
      return;
    }
    const version = this.nextVersion;
    this.nextVersion += 1;
    this.versions.set(owner, version);
    const isLong = position.side === 'long';
    const add = (kind: number, price: bigint | null, isFalling: boolean) => {
      if (price !== null) (isFalling ? this.falling : this.rising).push(Number(price), owner, kind, version);
    };
    add(0, liquidationPrice, isLong);
    add(1, position.takeProfit, !isLong);
    add(2, position.stopLoss, isLong);
  }

  /** Says whether left-over entries should be cleared out by `rebuild`. */
  get isCrowded(): boolean {
    return this.falling.size + this.rising.size > 4 * this.versions.size + STALE_MIN;
  }

  /** Forgets everything; the caller then takes in every open position again. */
  clear(): void {
    this.falling.clear();
    this.rising.clear();
    this.versions.clear();
  }

  /** Returns what is due at a mark price (price units) and takes it out, the one that was met first in front; liquidations before triggers. */
  popDue(markPrice: bigint): DueTrigger[] {
    const mark = Number(markPrice);
    const due: DueTrigger[] = [];
    for (const [heap, isDue] of [
      [this.falling, (price: number) => price >= mark],
      [this.rising, (price: number) => price <= mark],
    ] as const) {
      for (let top = heap.top(); top !== null && isDue(top.price); top = heap.top()) {
        heap.pop();
        if (this.versions.get(top.owner) !== top.version) continue;
        due.push({ owner: top.owner, kind: KINDS[top.kind] as TriggerKind });
      }
    }
    const liquidated = new Set(due.filter(({ kind }) => kind === 'liquidation').map(({ owner }) => owner));
    return due.filter(({ owner, kind }) => kind === 'liquidation' || !liquidated.has(owner));
  }

  /** Returns the nearest prices below and above the mark at which something falls due; null where there is none. */
  nearest(): { below: number | null; above: number | null } {
    const find = (heap: PriceHeap) => {
      for (let top = heap.top(); top !== null; top = heap.top()) {
        if (this.versions.get(top.owner) === top.version) return top.price;
        heap.pop();
      }
      return null;
    };
    return { below: find(this.falling), above: find(this.rising) };
  }
}
