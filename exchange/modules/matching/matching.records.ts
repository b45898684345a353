/** Records that a block has room for at first: there are as many blocks as books, and most books are small. */
const RECORDS_START = 2;
const TABLE_START = 64;

/**
 * Records of `size` numbers each in one block of memory that grows by doubling. Freed ones are used again. Nothing in it is an object, so a
 * million of them cost the garbage collector nothing, and eight numbers fill one cache line.
 */
export class Records {
  /** Number `field` of record `at` is `data[at * size + field]`. Read it anew after `take`, which may replace it. */
  data: Float64Array;
  private readonly free: number[] = [];
  private used = 0;

  constructor(private readonly size: number) {
    this.data = new Float64Array(RECORDS_START * size);
  }

  /** Returns a record whose numbers are whatever they were. */
  take(): number {
    const known = this.free.pop();
    if (known !== undefined) return known;
    if (this.used * this.size === this.data.length) {
      const grown = new Float64Array(this.data.length * 2);
      grown.set(this.data);
      this.data = grown;
    }
    this.used += 1;
    return this.used - 1;
  }

  release(at: number): void {
    this.free.push(at);
  }
}

const PAIR = 2;

/**
 * Finds a record by an id: a hash table with linear probing in one block of memory, at most half full. Ids are whole numbers up to 2^53; the
 * table keeps their lower 32 bits, and `isSame` settles the rest.
 */
export class RecordTable {
  /** Pairs of record + 1 (0 is free) and hash. */
  private pairs = new Int32Array(TABLE_START * PAIR);
  private mask = TABLE_START - 1;
  size = 0;

  constructor(private readonly isSame: (record: number, id: number) => boolean) {}

  /** Returns the record of an id, or -1. */
  find(id: number): number {
    const place = this.placeOf(id, hashId(id));
    return (this.pairs[place * PAIR] as number) - 1;
  }

  /** Adds an id that isn't there yet. */
  add(id: number, record: number): void {
    if ((this.size + 1) * 2 > this.mask + 1) this.grow();
    const hash = hashId(id);
    this.put(hash, record);
    this.size += 1;
  }

  /** Takes an id out; later entries of its run move up, so that no marks of removed ones pile up. */
  remove(id: number): void {
    const { pairs, mask } = this;
    let hole = this.placeOf(id, hashId(id));
    if (pairs[hole * PAIR] === 0) return;
    this.size -= 1;
    for (let next = (hole + 1) & mask; pairs[next * PAIR] !== 0; next = (next + 1) & mask) {
      const home = (pairs[next * PAIR + 1] as number) & mask;
      if (((next - home) & mask) < ((next - hole) & mask)) continue;
      pairs[hole * PAIR] = pairs[next * PAIR] as number;
      pairs[hole * PAIR + 1] = pairs[next * PAIR + 1] as number;
      hole = next;
    }
    pairs[hole * PAIR] = 0;
  }

  private placeOf(id: number, hash: number): number {
    const { pairs, mask } = this;
    let place = hash & mask;
    for (;;) {
      const entry = pairs[place * PAIR] as number;
      if (entry === 0 || (pairs[place * PAIR + 1] === hash && this.isSame(entry - 1, id))) return place;
      place = (place + 1) & mask;
    }
  }

  private put(hash: number, record: number): void {
    const { pairs, mask } = this;
    let place = hash & mask;
    while (pairs[place * PAIR] !== 0) place = (place + 1) & mask;
    pairs[place * PAIR] = record + 1;
    pairs[place * PAIR + 1] = hash;
  }

  private grow(): void {
    const old = this.pairs;
    this.pairs = new Int32Array(old.length * 2);
    this.mask = this.mask * 2 + 1;
    for (let at = 0; at < old.length; at += PAIR) {
      if (old[at] !== 0) this.put(old[at + 1] as number, (old[at] as number) - 1);
    }
  }
}

/** Eight ids in a row share a cache line; the rows are spread over the whole table. */
function hashId(id: number): number {
  const low = id | 0;
  const row = Math.imul(low >>> 3, 0x9e3779b1);
  return ((row ^ (row >>> 15)) << 3) | (low & 7);
}
