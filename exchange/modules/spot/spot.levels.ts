/** An order that rests in a book. Prices are whole ticks, quantities whole steps: exact as JavaScript integers up to 2^53. */
export type RestingOrder = {
  readonly id: number;
  readonly owner: number;
  readonly isBid: boolean;
  readonly price: number;
  /** Steps that entered the book; what was filled as maker is `rested - rest`. */
  readonly rested: number;
  rest: number;
  level: Level;
  /** Neighbours in the queue of the level. A removed order keeps them, so that the removal can be undone exactly. */
  previous: RestingOrder | null;
  next: RestingOrder | null;
};

/** All orders at one price, oldest first. `key` sorts the best price first on either side: the price for asks, minus it for bids. */
export type Level = {
  readonly key: number;
  readonly price: number;
  quantity: number;
  count: number;
  head: RestingOrder | null;
  tail: RestingOrder | null;
  isListed: boolean;
};

/** Levels in one block; a full block splits in two. Moving a few hundred pointers costs less than the cache misses of a node per level. */
const BLOCK_SIZE_MAX = 512;

/**
 * The price levels of one side, ordered by key: a two-level B-tree (a list of sorted blocks). Finding costs two binary searches, adding
 * and removing move at most one block, so the cost hardly grows from a thousand levels to a million.
 */
export class LevelIndex {
  private blocks: Level[][] = [];
  size = 0;

  /** Returns the level with the best price, or undefined when the side is empty. */
  first(): Level | undefined {
    return this.blocks[0]?.[0];
  }

  find(key: number): Level | undefined {
    const block = this.blocks[this.blockOf(key)];
    if (block === undefined) return undefined;
    const level = block[positionIn(block, key)];
    return level?.key === key ? level : undefined;
  }

  /** Adds a level whose key isn't listed yet. */
  insert(level: Level): void {
    level.isListed = true;
    this.size += 1;
    const at = this.blockOf(level.key);
    const block = this.blocks[at];
    if (block === undefined) {
      this.blocks.push([level]);
      return;
    }
    const position = positionIn(block, level.key);
    if (position === block.length) block.push(level);
    else block.splice(position, 0, level);
    if (block.length > BLOCK_SIZE_MAX) this.blocks.splice(at + 1, 0, block.splice(block.length >>> 1));
  }

  /** Takes a listed level out. */
  remove(level: Level): void {
    level.isListed = false;
    this.size -= 1;
    const at = this.blockOf(level.key);
    const block = this.blocks[at] as Level[];
    if (block.length === 1) this.blocks.splice(at, 1);
    else if (block[0] === level) block.shift();
    else block.splice(positionIn(block, level.key), 1);
  }

  /** Returns the best `count` levels, best first. */
  best(count: number): Level[] {
    const found: Level[] = [];
    for (const block of this.blocks) {
      for (const level of block) {
        if (found.length === count) return found;
        found.push(level);
      }
    }
    return found;
  }

  /** Returns the place of the only block that can hold `key`: the first whose last key is not below it, else the last one. */
  private blockOf(key: number): number {
    let low = 0;
    let high = this.blocks.length - 1;
    while (low < high) {
      const middle = (low + high) >>> 1;
      const block = this.blocks[middle] as Level[];
      if ((block[block.length - 1] as Level).key < key) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

function positionIn(block: readonly Level[], key: number): number {
  let low = 0;
  let high = block.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((block[middle] as Level).key < key) low = middle + 1;
    else high = middle;
  }
  return low;
}
