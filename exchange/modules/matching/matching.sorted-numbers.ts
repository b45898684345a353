/** Keys in one block; a full block splits in two. Small enough that a search touches few cache lines and a shift costs nothing. */
const BLOCK_SIZE_MAX = 128;

type Block = { keys: Float64Array; values: Int32Array; count: number };

/**
 * A sorted map of numbers to small whole numbers: a two-level B-tree (a list of sorted blocks) without objects in it, so that a search
 * follows no pointers. Finding costs two binary searches, adding and removing move at most one block.
 */
export class SortedNumbers {
  private readonly blocks: Block[] = [];
  /** The highest key of each block. */
  private readonly lastKeys: number[] = [];

  get isEmpty(): boolean {
    return this.blocks.length === 0;
  }

  /** Returns the lowest key; there must be one. */
  firstKey(): number {
    return (this.blocks[0] as Block).keys[0] as number;
  }

  /** Returns the value of the lowest key; there must be one. */
  firstValue(): number {
    return (this.blocks[0] as Block).values[0] as number;
  }

  /** Returns the value of a key, or -1. */
  find(key: number): number {
    const block = this.blocks[this.blockOf(key)];
    if (block === undefined) return -1;
    const position = positionIn(block, key);
    return position < block.count && block.keys[position] === key ? (block.values[position] as number) : -1;
  }

  /** Adds a key that isn't there yet. */
  add(key: number, value: number): void {
    const at = this.blockOf(key);
    const block = this.blocks[at] ?? this.addBlock(at);
    const position = positionIn(block, key);
    block.keys.copyWithin(position + 1, position, block.count);
    block.values.copyWithin(position + 1, position, block.count);
    block.keys[position] = key;
    block.values[position] = value;
    block.count += 1;
    this.lastKeys[at] = block.keys[block.count - 1] as number;
    if (block.count === BLOCK_SIZE_MAX) this.split(at, block);
  }

  /** Takes out a key that is there. */
  remove(key: number): void {
    const at = this.blockOf(key);
    const block = this.blocks[at] as Block;
    const position = positionIn(block, key);
    block.keys.copyWithin(position, position + 1, block.count);
    block.values.copyWithin(position, position + 1, block.count);
    block.count -= 1;
    if (block.count === 0) {
      this.blocks.splice(at, 1);
      this.lastKeys.splice(at, 1);
    } else {
      this.lastKeys[at] = block.keys[block.count - 1] as number;
    }
  }

  /** Visits in the order of the keys until `visit` answers false. */
  walk(visit: (key: number, value: number) => boolean): void {
    for (const block of this.blocks) {
      for (let position = 0; position < block.count; position += 1) {
        if (!visit(block.keys[position] as number, block.values[position] as number)) return;
      }
    }
  }

  private addBlock(at: number): Block {
    const block = { keys: new Float64Array(BLOCK_SIZE_MAX), values: new Int32Array(BLOCK_SIZE_MAX), count: 0 };
    this.blocks.splice(at, 0, block);
    this.lastKeys.splice(at, 0, 0);
    return block;
  }

  private split(at: number, block: Block): void {
    const half = block.count >>> 1;
    const upper = this.addBlock(at + 1);
    upper.keys.set(block.keys.subarray(half, block.count));
    upper.values.set(block.values.subarray(half, block.count));
    upper.count = block.count - half;
    block.count = half;
    this.lastKeys[at] = block.keys[half - 1] as number;
    this.lastKeys[at + 1] = upper.keys[upper.count - 1] as number;
  }

  /** Returns the place of the only block that can hold `key`: the first whose last key is not below it, else the last one. */
  private blockOf(key: number): number {
    let low = 0;
    let high = this.lastKeys.length - 1;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.lastKeys[middle] as number) < key) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

function positionIn({ keys, count }: Block, key: number): number {
  let low = 0;
  let high = count;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((keys[middle] as number) < key) low = middle + 1;
    else high = middle;
  }
  return low;
}
