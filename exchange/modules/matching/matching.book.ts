import { Counts } from './matching.counts';
import { HEAD, Levels, QUANTITY, TAIL } from './matching.levels';
import type { Match, MatchResult, MatchStop, TakerTerms } from './matching.meeting';
import type { NewResting, RestingOrder } from './matching.order-record';
import { ID, KEY, NEXT, OWNER, PLACE, PREVIOUS, RECORD_SIZE, REST, RESTED } from './matching.order-record';
import { Records, RecordTable } from './matching.records';
import { ADDED, REDUCED, REMOVED, SHRUNK } from './matching.undo-kinds';

const NONE = -1;

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
  match(taker: TakerTerms, matchesMax = Number.POSITIVE_INFINITY): MatchResult {
    const matches: Match[] = [];
    let rest = taker.quantity;
    for (;;) {
      const next = this.peek(taker, rest);
      if (typeof next === 'string') return { matches, rest, stop: next };
      if (matches.length === matchesMax) return { matches, rest, stop: 'bound' };
      matches.push(next);
      rest -= next.quantity;
      this.fill({ id: next.maker.id, quantity: next.quantity });
    }
  }

  /** Returns what a taker of whom `rest` steps are left meets next, or why it meets nothing. Changes nothing. */
  peek(taker: TakerTerms, rest: number): Match | Exclude<MatchStop, 'bound'> {
    if (rest === 0) return 'filled';
    const side = taker.isBid ? this.asks : this.bids;
    const key = side.bestKey();
    if (key === null) return 'empty';
    if (key > (taker.isBid ? taker.limit : -taker.limit)) return 'price';
    const { data } = this.orders;
    const at = (side.data[side.bestPlace() + HEAD] as number) * RECORD_SIZE;
    const owner = data[at + OWNER] as number;
    if (owner === taker.owner) return 'self';
    const makerRest = data[at + REST] as number;
    const maker = { id: data[at + ID] as number, owner, price: Math.abs(key) };
    return { maker, quantity: Math.min(rest, makerRest), makerFilledBefore: (data[at + RESTED] as number) - makerRest };
  }

  /** Returns the number of the order that a taker of the other side meets first, or null when this side is empty. */
  bestOrder(side: 'bids' | 'asks'): number | null {
    const levels = this[side];
    if (levels.bestKey() === null) return null;
    return this.orders.data[(levels.data[levels.bestPlace() + HEAD] as number) * RECORD_SIZE + ID] as number;
  }

  /** Takes `quantity` steps, at most what rests of it, off a resting order; it leaves the book with the last one. */
  fill({ id, quantity }: { id: number; quantity: number }): void {
    const order = this.requireOrder(id);
    this.changeRest(order, -quantity);
    this.log(REDUCED, order, quantity);
    if (this.orders.data[order * RECORD_SIZE + REST] === 0) this.removeRecord(order);
  }

  /** Takes `quantity` steps, less than what rests of it, off a resting order for its owner: it keeps its place. */
  shrink({ id, quantity }: { id: number; quantity: number }): void {
    const order = this.requireOrder(id);
    this.changeRested(order, -quantity);
    this.log(SHRUNK, order, quantity);
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

  /** Takes a resting order out of the book with whatever rests of it. */
  remove({ id }: { id: number }): void {
    const order = this.requireOrder(id);
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
      else if (kind === SHRUNK) this.changeRested(order, amount);
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

  private requireOrder(id: number): number {
    const order = this.byId.find(id);
    if (order === NONE) throw new Error(`order ${id} does not rest in this book`);
    return order;
  }

  private removeRecord(order: number): void {
    this.unlink(order);
    this.log(REMOVED, order, 0);
  }

  private changeRested(order: number, amount: number): void {
    const at = order * RECORD_SIZE + RESTED;
    this.orders.data[at] = (this.orders.data[at] as number) + amount;
    this.changeRest(order, amount);
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
