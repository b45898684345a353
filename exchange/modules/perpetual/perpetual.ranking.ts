import { PERPETUAL_SCALE } from '../../../lib/rules/perpetual';
import type { Position } from './perpetual.position';

const ONE = 10 ** PERPETUAL_SCALE;
const NONE = -1;
/** A power of two: there is a ranking for each side of each book, most of them of few positions. */
const CAPACITY_MIN = 8;
/** Where two lines meet is known to doubles' precision only: this close to it (a fraction of the price) the winner is decided anew. */
const MEETING_WIDTH = 1e-9;

type Arrays = [Float64Array<ArrayBuffer>, Float64Array<ArrayBuffer>, Float64Array<ArrayBuffer>, Float64Array<ArrayBuffer>];

/**
 * The positions of one side of a book by profit ÷ margin, kept in order as positions and mark change: a tournament over lines. Profit ÷ margin
 * is a straight line in the mark, so each node knows its winner and between which marks the winners below it stay the same. A changed position
 * costs one path to the root; another mark costs the nodes whose winner has changed since, all of them at most. A ranking, not an amount: it goes
 * by the nearest doubles; equal ones by the lower owner.
 */
export class Ranking {
  private capacity = CAPACITY_MIN;
  /** Quantity and cost, below zero for a short, and margin. */
  private quantities = new Float64Array(CAPACITY_MIN);
  private costs = new Float64Array(CAPACITY_MIN);
  private margins = new Float64Array(CAPACITY_MIN);
  private owners = new Float64Array(CAPACITY_MIN);
  private winners = new Int32Array(2 * CAPACITY_MIN).fill(NONE);
  private from = new Float64Array(2 * CAPACITY_MIN).fill(Number.NEGATIVE_INFINITY);
  private until = new Float64Array(2 * CAPACITY_MIN).fill(Number.POSITIVE_INFINITY);
  private readonly slots = new Map<number, number>();
  private readonly free: number[] = [];
  private mark = 0;
  /** Nodes decided so far: what keeping the order has cost. */
  steps = 0;

  get size(): number {
    return this.slots.size;
  }

  /** Takes an owner's position in, or what it is now. */
  set(owner: number, { side, quantity, cost, margin }: Pick<Position, 'side' | 'quantity' | 'cost' | 'margin'>): void {
    let slot = this.slots.get(owner);
    if (slot === undefined) {
      slot = this.free.pop() ?? this.slots.size;
      if (slot === this.capacity) this.grow();
      this.slots.set(owner, slot);
    }
    const sign = side === 'long' ? 1 : -1;
    this.owners[slot] = owner;
    this.quantities[slot] = (sign * Number(quantity)) / ONE;
    this.costs[slot] = sign * Number(cost);
    // Funding may have used a margin up.
    this.margins[slot] = Math.max(1, Number(margin));
    this.winners[this.capacity + slot] = slot;
    this.decideUp(slot);
  }

  delete(owner: number): void {
    const slot = this.slots.get(owner);
    if (slot === undefined) return;
    this.slots.delete(owner);
    this.free.push(slot);
    this.winners[this.capacity + slot] = NONE;
    this.decideUp(slot);
  }

  /**
   * Yields the owners whose positions have a profit at a mark (price units), the most profitable for its margin in front. Between two of them
   * only those already yielded may be changed.
   */
  *ranked(markPrice: bigint): Generator<number> {
    this.moveTo(Number(markPrice));
    const heap: number[] = [];
    this.push(heap, 1);
    for (let node = this.pop(heap); node !== null; node = this.pop(heap)) {
      const slot = this.winners[node] as number;
      if (this.scoreOf(slot) <= 0) return;
      while (node < this.capacity) {
        const left: number = 2 * node;
        const isLeft: boolean = this.winners[left] === slot;
        this.push(heap, isLeft ? left + 1 : left);
        node = isLeft ? left : left + 1;
      }
      yield this.owners[slot] as number;
    }
  }

  private moveTo(mark: number): void {
    this.mark = mark;
    this.decideBelow(1);
  }

  /** Decides the nodes anew whose winners may differ at this mark. */
  private decideBelow(node: number): void {
    if (node >= this.capacity || (this.mark >= (this.from[node] as number) && this.mark <= (this.until[node] as number))) return;
    this.decideBelow(2 * node);
    this.decideBelow(2 * node + 1);
    this.decide(node);
  }

  private decideUp(slot: number): void {
    for (let node = (this.capacity + slot) >> 1; node > 0; node >>= 1) this.decide(node);
  }

  private decide(node: number): void {
    this.steps += 1;
    const [left, right] = [2 * node, 2 * node + 1];
    const [a, b] = [this.winners[left] as number, this.winners[right] as number];
    let from = Math.max(this.from[left] as number, this.from[right] as number);
    let until = Math.min(this.until[left] as number, this.until[right] as number);
    this.winners[node] = a === NONE || (b !== NONE && this.isBefore(b, a)) ? b : a;
    if (a !== NONE && b !== NONE) {
      const [{ slope, offset }, other] = [this.lineOf(a), this.lineOf(b)];
      // Where the two lines meet, the winner changes; parallel ones never do.
      const meets = (other.offset - offset) / (slope - other.slope);
      // Of the meeting, which may be far from the mark: a width of this one's would be too small for it.
      const width = Math.max(this.mark, Math.abs(meets)) * MEETING_WIDTH;
      if (Number.isFinite(meets)) {
        if (meets <= this.mark + width) from = Math.max(from, Math.min(this.mark, meets + width));
        if (meets >= this.mark - width) until = Math.min(until, Math.max(this.mark, meets - width));
      }
    }
    this.from[node] = from;
    this.until[node] = until;
  }

  private isBefore(a: number, b: number): boolean {
    const difference = this.scoreOf(a) - this.scoreOf(b);
    return difference === 0 ? (this.owners[a] as number) < (this.owners[b] as number) : difference > 0;
  }

  private scoreOf(slot: number): number {
    return ((this.quantities[slot] as number) * this.mark - (this.costs[slot] as number)) / (this.margins[slot] as number);
  }

  private lineOf(slot: number): { slope: number; offset: number } {
    const margin = this.margins[slot] as number;
    return { slope: (this.quantities[slot] as number) / margin, offset: -(this.costs[slot] as number) / margin };
  }

  private push(heap: number[], node: number): void {
    if (this.winners[node] === NONE) return;
    let at = heap.push(node) - 1;
    while (at > 0) {
      const parent = (at - 1) >> 1;
      if (!this.isNodeBefore(node, heap[parent] as number)) break;
      heap[at] = heap[parent] as number;
      at = parent;
    }
    heap[at] = node;
  }

  private pop(heap: number[]): number | null {
    const [top, last] = [heap[0], heap.pop()];
    if (top === undefined || last === undefined) return null;
    if (heap.length === 0) return top;
    let at = 0;
    for (;;) {
      let child = 2 * at + 1;
      if (child >= heap.length) break;
      if (child + 1 < heap.length && this.isNodeBefore(heap[child + 1] as number, heap[child] as number)) child += 1;
      if (!this.isNodeBefore(heap[child] as number, last)) break;
      heap[at] = heap[child] as number;
      at = child;
    }
    heap[at] = last;
    return top;
  }

  private isNodeBefore(a: number, b: number): boolean {
    return this.isBefore(this.winners[a] as number, this.winners[b] as number);
  }

  private grow(): void {
    const before = this.capacity;
    const copy = (array: Float64Array) => {
      const grown = new Float64Array(2 * before);
      grown.set(array);
      return grown;
    };
    this.capacity = 2 * before;
    [this.quantities, this.costs, this.margins, this.owners] = [this.quantities, this.costs, this.margins, this.owners].map(copy) as Arrays;
    const leaves = this.winners.slice(before);
    this.winners = new Int32Array(2 * this.capacity).fill(NONE);
    this.winners.set(leaves, this.capacity);
    this.from = new Float64Array(2 * this.capacity).fill(Number.NEGATIVE_INFINITY);
    this.until = new Float64Array(2 * this.capacity).fill(Number.POSITIVE_INFINITY);
    for (let node = this.capacity - 1; node > 0; node -= 1) this.decide(node);
  }
}
