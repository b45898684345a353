/** Positions that one transaction takes through a funding time: at most so many accounts are locked at once. */
export const FUNDING_CHUNK_MAX = 100;
/** What goes on however slow the database is. */
export const FUNDING_CHUNK_MIN = 20;
/** What a chunk may take where the commits of orders take less: each chunk has its own flush. */
export const CHUNK_MS_MIN = 6;
/** How fast the average of the commits follows. */
const FOLLOW = 0.1;
/** No chunk is larger than this many times the last one: one that was fast by chance says little. */
const GROWTH_MAX = 1.5;

/**
 * How many positions one transaction takes through a funding time: so many that it takes about as long as a commit of orders. So an order that
 * comes while a chunk is under way waits for it as it would for another order.
 */
export class ChunkSize {
  private commitMs = CHUNK_MS_MIN;
  private current: number;

  constructor(private readonly most = FUNDING_CHUNK_MAX) {
    this.current = Math.min(FUNDING_CHUNK_MIN, most);
  }

  get size(): number {
    return this.current;
  }

  /** Takes note of a transaction and the ms it took: of the positions that a chunk settled, or null of one without a chunk. */
  note({ settled, tookMs }: { settled: number | null; tookMs: number }): void {
    if (settled === null) this.noteCommit(tookMs);
    else this.noteChunk({ settled, tookMs });
  }

  /** Takes note of a chunk that came to nothing: half as many positions are tried next, so that none is too large for ever. */
  noteRefused(): void {
    this.current = Math.max(Math.min(FUNDING_CHUNK_MIN, this.most), Math.floor(this.current / 2));
  }

  /** Takes note of a transaction without a chunk, in ms. */
  noteCommit(tookMs: number): void {
    this.commitMs += (tookMs - this.commitMs) * FOLLOW;
  }

  /** Takes note of a chunk: the positions it settled and the ms it took. One that was cut short by the end of its side says nothing. */
  noteChunk({ settled, tookMs }: { settled: number; tookMs: number }): void {
    if (settled < this.current) return;
    const factor = Math.min(GROWTH_MAX, Math.max(CHUNK_MS_MIN, this.commitMs) / Math.max(1, tookMs));
    this.current = Math.min(this.most, Math.max(Math.min(FUNDING_CHUNK_MIN, this.most), Math.floor(this.current * factor)));
  }
}
