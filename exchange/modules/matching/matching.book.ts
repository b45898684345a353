import { Counts } from './matching.counts';
import { HEAD, Levels, QUANTITY, TAIL } from './matching.levels';
import { Records, RecordTable } from './matching.records';

/** Prices are whole ticks, quantities whole steps: exact as JavaScript integers up to 2^53. */
export type NewResting = { id: number; owner: number; isBid: boolean; price: number; rested: number; rest: number };
/** How an order rests in a book at the moment it was asked for. What was filled of it as maker is `rested - rest`. */
export type RestingOrder = Readonly<NewResting>;
/** One meeting of a taker with a resting order, at the resting order's price. */
export type Match = {
  maker: { readonly id: number; readonly owner: number; readonly price: number };
  quantity: number;
  /** Steps the maker had filled as maker before. */
  makerFilledBefore: number;
};
/** Why matching ended: all filled, next price beyond the limit, other side empty, next order is the taker's own, or too many matches. */
export type MatchStop = 'filled' | 'price' | 'empty' | 'self' | 'bound';
export type MatchResult = { matches: Match[]; rest: number; stop: MatchStop };

// Fields of an order's record. Its neighbours in the queue of its level stay when it is removed, so that the removal can be undone exactly.
const ID = 0;
const OWNER = 1;
/** The price for asks, minus it for bids: the best price is the lowest key. */
const KEY = 2;
const RESTED = 3;
const REST = 4;
const PREVIOUS = 5;
const NEXT = 6;
/** Where its level is, as long as it rests: the level is fetched together with the neighbours, and not after a search. */
const PLACE = 7;
const RECORD_SIZE = 8;
const NONE = -1;

// Kinds of change in the undo log.
const ADDED = 0;
const REMOVED = 1;
const REDUCED = 2;

/**
 * One order book with price-time priority. Every change is written to an undo log until `commit`, so a batch of commands (or the last
 * part of it, from a `mark`) can be taken back exactly: removed orders keep their neighbours and are linked in again in reverse order.
 * Orders are records of numbers, a cache line each: what an order costs hardly grows with the book.
 */
export class OrderBook {
  private readonly bids = new Levels();
  private readonly asks = new Levels();
  private readonly orders = new Records(RECORD_SIZE);
  private readonly byId = new RecordTable((order, id) => this.orders.data[order * RECORD_SIZE + ID] === id);
  private readonly openCounts = new Counts();
  private readonly undoKinds: number[] = [];
  private readonly undoOrders: number[] = [];
  private readonly undoAmounts: number[] = [];
  /** Counts committed changes; a reader that sees the same number has seen the same book. */
  sequence = 0;

  get size(): number {
    return this.byId.size;
  }

  get(id: number): RestingOrder | undefined {
    const order = this.byId.find(id);
    if (order === NONE) return undefined;
    const { data } = this.orders;
    const at = order * RECORD_SIZE;
    const key = data[at + KEY] as number;
    return {
      id,
      owner: data[at + OWNER] as number,
      isBid: key < 0,
      price: Math.abs(key),
      rested: data[at + RESTED] as number,
      rest: data[at + REST] as number,
    };
  }

  /** Returns how many orders `owner` has resting here. */
  openCountOf(owner: number): number {
    return this.openCounts.get(owner);
  }

  /** Returns the best price of a side in ticks, or null when it is empty. */
  bestPrice(side: 'bids' | 'asks'): number | null {
    const key = this[side].bestKey();
    return key === null ? null : Math.abs(key);
  }

  /** Returns the best `count` levels of a side, best first. */
  levels(side: 'bids' | 'asks', count: number): { price: number; quantity: number }[] {
    return this[side].best(count).map(({ key, quantity }) => ({ price: Math.abs(key), quantity }));
  }

  /** Fills up to `quantity` steps from the other side, no worse than `limit` ticks, oldest order of the best price first. */
  match(taker: { owner: number; isBid: boolean; limit: number; quantity: number }, matchesMax = Number.POSITIVE_INFINITY): MatchResult {
    const side = taker.isBid ? this.asks : this.bids;
    const limitKey = taker.isBid ? taker.limit : -taker.limit;
    const { data } = this.orders;
    const matches: Match[] = [];
    let rest = taker.quantity;
    while (rest > 0) {
      const key = side.bestKey();
      if (key === null) return { matches, rest, stop: 'empty' };
      if (key > limitKey) return { matches, rest, stop: 'price' };
      const order = side.data[side.bestPlace() + HEAD] as number;
      const at = order * RECORD_SIZE;
      const owner = data[at + OWNER] as number;
      if (owner === taker.owner) return { matches, rest, stop: 'self' };
      if (matches.length === matchesMax) return { matches, rest, stop: 'bound' };
      const makerRest = data[at + REST] as number;
      const quantity = Math.min(rest, makerRest);
      const maker = { id: data[at + ID] as number, owner, price: Math.abs(key) };
      matches.push({ maker, quantity, makerFilledBefore: (data[at + RESTED] as number) - makerRest });
      rest -= quantity;
      this.changeRest(order, -quantity);
      this.log(REDUCED, order, quantity);
      if (quantity === makerRest) this.removeRecord(order);
    }
    return { matches, rest, stop: 'filled' };
  }

  /** Puts an order at the end of the queue of its price. */
  add({ id, owner, isBid, price, rested, rest }: NewResting): void {
    const key = isBid ? -price : price;
    const side = key < 0 ? this.bids : this.asks;
    const place = side.open(key);
    const order = this.orders.take();
    const { data } = this.orders;
    const at = order * RECORD_SIZE;
    data[at + ID] = id;
    data[at + OWNER] = owner;
    data[at + KEY] = key;
    data[at + RESTED] = rested;
    data[at + REST] = rest;
    data[at + PREVIOUS] = side.data[place + TAIL] as number;
    data[at + NEXT] = NONE;
    this.link(order, side, place);
    this.log(ADDED, order, 0);
  }

  /** Makes a resting order smaller; it keeps its place in the queue. `rest` is above zero and below what rests now. */
  shrink({ id, rest }: { id: number; rest: number }): void {
    const order = this.byId.find(id);
    if (order === NONE) throw new Error(`order ${id} does not rest in this book`);
    const amount = (this.orders.data[order * RECORD_SIZE + REST] as number) - rest;
    this.changeRest(order, -amount);
    this.log(REDUCED, order, amount);
  }

  /** Takes a resting order out of the book with whatever rests of it. */
  remove({ id }: { id: number }): void {
    const order = this.byId.find(id);
    if (order === NONE) throw new Error(`order ${id} does not rest in this book`);
    this.removeRecord(order);
  }

  /** Returns a point in the undo log; `rollback(mark)` goes back to it. */
  mark(): number {
    return this.undoKinds.length;
  }

  /** Takes back every change since the mark (all since the last commit when none is given), newest first. */
  rollback(mark = 0): void {
    while (this.undoKinds.length > mark) {
      const kind = this.undoKinds.pop();
      const order = this.undoOrders.pop() as number;
      const amount = this.undoAmounts.pop() as number;
      if (kind === REMOVED) this.relink(order);
      else if (kind === REDUCED) this.changeRest(order, amount);
      else {
        this.unlink(order);
        this.orders.release(order);
      }
    }
  }

  /** Makes the changes so far final. Returns whether there were any. */
  commit(): boolean {
    if (this.undoKinds.length === 0) return false;
    for (let index = 0; index < this.undoKinds.length; index += 1) {
      if (this.undoKinds[index] === REMOVED) this.orders.release(this.undoOrders[index] as number);
    }
    this.undoKinds.length = 0;
    this.undoOrders.length = 0;
    this.undoAmounts.length = 0;
    this.sequence += 1;
    return true;
  }

  private removeRecord(order: number): void {
    this.unlink(order);
    this.log(REMOVED, order, 0);
  }

  private changeRest(order: number, amount: number): void {
    const { data } = this.orders;
    const at = order * RECORD_SIZE;
    data[at + REST] = (data[at + REST] as number) + amount;
    const levels = ((data[at + KEY] as number) < 0 ? this.bids : this.asks).data;
    const place = data[at + PLACE] as number;
    levels[place + QUANTITY] = (levels[place + QUANTITY] as number) + amount;
  }

  /** Links a removed order in again, opening its level anew where that had run empty. */
  private relink(order: number): void {
    const key = this.orders.data[order * RECORD_SIZE + KEY] as number;
    const side = key < 0 ? this.bids : this.asks;
    this.link(order, side, side.open(key));
  }

  /** Links an order between the neighbours it remembers. */
  private link(order: number, side: Levels, place: number): void {
    const { data } = this.orders;
    const levels = side.data;
    const at = order * RECORD_SIZE;
    const previous = data[at + PREVIOUS] as number;
    const next = data[at + NEXT] as number;
    data[at + PLACE] = place;
    if (previous === NONE) levels[place + HEAD] = order;
    else data[previous * RECORD_SIZE + NEXT] = order;
    if (next === NONE) levels[place + TAIL] = order;
    else data[next * RECORD_SIZE + PREVIOUS] = order;
    levels[place + QUANTITY] = (levels[place + QUANTITY] as number) + (data[at + REST] as number);
    this.byId.add(data[at + ID] as number, order);
    this.openCounts.change(data[at + OWNER] as number, 1);
  }

  private unlink(order: number): void {
    const { data } = this.orders;
    const at = order * RECORD_SIZE;
    const key = data[at + KEY] as number;
    const side = key < 0 ? this.bids : this.asks;
    const levels = side.data;
    const place = data[at + PLACE] as number;
    const previous = data[at + PREVIOUS] as number;
    const next = data[at + NEXT] as number;
    if (previous === NONE) levels[place + HEAD] = next;
    else data[previous * RECORD_SIZE + NEXT] = next;
    if (next === NONE) levels[place + TAIL] = previous;
    else data[next * RECORD_SIZE + PREVIOUS] = previous;
    levels[place + QUANTITY] = (levels[place + QUANTITY] as number) - (data[at + REST] as number);
    if (previous === NONE && next === NONE) side.close(key, place);
    this.byId.remove(data[at + ID] as number);
    this.openCounts.change(data[at + OWNER] as number, -1);
  }

  private log(kind: number, order: number, amount: number): void {
    this.undoKinds.push(kind);
    this.undoOrders.push(order);
    this.undoAmounts.push(amount);
  }
}
