import { SortedNumbers } from './matching.sorted-numbers';
import { Records } from './matching.records';

/** Levels of one page: neighbouring prices, so that one 32 bit word tells which of them are listed. */
const PAGE_LEVELS = 32;
const PAGE_SHIFT = 5;
const FIELDS = 4;
const PAGE_SIZE = PAGE_LEVELS * FIELDS;

// Fields of a level: all orders at one price, oldest first. An order is named by its record, none by -1.
export const QUANTITY = 0;
export const HEAD = 1;
export const TAIL = 2;
const NONE = -1;

/**
 * The price levels of one side. `key` sorts the best price first on either side: the price for asks, minus it for bids. Levels live in pages
 * of 32 neighbouring prices, so a level is found by its page, of which even a book with a million orders has few enough for the processor's
 * cache. Pages that run empty are used anew.
 */
export class Levels {
  private readonly pages = new Records(PAGE_SIZE);
  private readonly index = new SortedNumbers();
  /** Which levels of a page are listed, by page record. */
  private listed = new Int32Array(64);
  /** Page number of the best price's page and its record, looked up anew after a change of the pages. */
  private bestPage = NONE;

  /** Numbers of all levels: `data[place + HEAD]` and so on. Read it anew after `open`, which may replace it. */
  get data(): Float64Array {
    return this.pages.data;
  }

  /** Returns the best key, or null when the side is empty. */
  bestKey(): number | null {
    const { index } = this;
    if (index.isEmpty) return null;
    if (this.bestPage === NONE) this.bestPage = index.firstValue();
    return index.firstKey() * PAGE_LEVELS + lowestBit(this.listed[this.bestPage] as number);
  }

  /** Returns the place of the best level; the side must not be empty. */
  bestPlace(): number {
    if (this.bestPage === NONE) this.bestPage = this.index.firstValue();
    return placeIn(this.bestPage, lowestBit(this.listed[this.bestPage] as number));
  }

  /** Returns the place of a level, listing it with nothing in it where it wasn't. */
  open(key: number): number {
    const number = pageOf(key);
    let page = this.index.find(number);
    if (page === NONE) page = this.openPage(number);
    const bit = key & (PAGE_LEVELS - 1);
    const place = placeIn(page, bit);
    const listed = this.listed[page] as number;
    if ((listed & (1 << bit)) === 0) {
      this.listed[page] = listed | (1 << bit);
      const { data } = this.pages;
      data[place + QUANTITY] = 0;
      data[place + HEAD] = NONE;
      data[place + TAIL] = NONE;
    }
    return place;
  }

  /** Takes a listed level out that ran empty. */
  close(key: number, place: number): void {
    const page = Math.floor(place / PAGE_SIZE);
    const listed = (this.listed[page] as number) & ~(1 << (key & (PAGE_LEVELS - 1)));
    this.listed[page] = listed;
    if (listed !== 0) return;
    this.index.remove(pageOf(key));
    this.pages.release(page);
    this.bestPage = NONE;
  }

  /** Returns the best `count` levels, best first. */
  best(count: number): { key: number; quantity: number }[] {
    const found: { key: number; quantity: number }[] = [];
    this.index.walk((number, page) => {
      for (let bits = this.listed[page] as number; bits !== 0 && found.length < count; bits &= bits - 1) {
        const bit = lowestBit(bits);
        found.push({ key: number * PAGE_LEVELS + bit, quantity: this.pages.data[placeIn(page, bit) + QUANTITY] as number });
      }
      return found.length < count;
    });
    return found;
  }

  private openPage(number: number): number {
    const page = this.pages.take();
    if (page >= this.listed.length) {
      const grown = new Int32Array(this.listed.length * 2);
      grown.set(this.listed);
      this.listed = grown;
    }
    this.listed[page] = 0;
    this.index.add(number, page);
    this.bestPage = NONE;
    return page;
  }
}

/** Rounds down, for keys below zero too; keys may have up to 53 bits. */
function pageOf(key: number): number {
  return key >= -0x40000000 && key < 0x40000000 ? key >> PAGE_SHIFT : Math.floor(key / PAGE_LEVELS);
}

function placeIn(page: number, bit: number): number {
  return page * PAGE_SIZE + bit * FIELDS;
}

function lowestBit(bits: number): number {
  return 31 - Math.clz32(bits & -bits);
}
