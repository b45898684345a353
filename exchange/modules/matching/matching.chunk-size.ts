/** How fast the average of the commits follows. */
const FOLLOW = 0.1;
/** No chunk is larger than this many times the last one: one that was fast by chance says little. */
const GROWTH_MAX = 1.5;

/**
 * `least`: what goes on however slow the database is. `leastMs`: what a chunk may take where the commits of orders take less, each has its own
 * flush; `mostMs` where they take longer.
 */
export type ChunkBounds = { least: number; most: number; leastMs: number; mostMs?: number };

/**
 * How many units of long work one transaction does: so many that it takes about as long as a commit of orders. So an order that comes while a
 * chunk is under way waits for it as it would for another order.
 */
export class ChunkSize {
  private commitMs: number;
  private current: number;

  constructor(private readonly bounds: ChunkBounds) {
    this.commitMs = bounds.leastMs;
    this.current = this.least;
  }

  get size(): number {
    return this.current;
  }

  /** Takes note of a transaction and the ms it took: of the units of a chunk, or null of one without a chunk. */
  note({ done, tookMs }: { done: number | null; tookMs: number }): void {
    if (done === null) this.noteCommit(tookMs);
    else this.noteChunk({ done, tookMs });
  }

  /** Takes note of a chunk that came to nothing: half as much is tried next, so that none is too large for ever. */
  noteRefused(): void {
    this.current = Math.max(this.least, Math.floor(this.current / 2));
  }

  /** Takes note of a transaction without a chunk, in ms. */
  noteCommit(tookMs: number): void {
    this.commitMs += (tookMs - this.commitMs) * FOLLOW;
  }

  /** Takes note of a chunk: the units it did and the ms it took. One that had less to do says nothing. */
  noteChunk({ done, tookMs }: { done: number; tookMs: number }): void {
    if (done < this.current) return;
    const { most, leastMs, mostMs = Number.POSITIVE_INFINITY } = this.bounds;
    const targetMs = Math.min(mostMs, Math.max(leastMs, this.commitMs));
    const factor = Math.min(GROWTH_MAX, targetMs / Math.max(1, tookMs));
    // Up to the next unit: a small chunk that is multiplied by less than it can hold would never grow.
    this.current = Math.min(most, Math.max(this.least, factor > 1 ? Math.ceil(this.current * factor) : Math.floor(this.current * factor)));
  }

  private get least(): number {
    return Math.min(this.bounds.least, this.bounds.most);
  }
}
