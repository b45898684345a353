import { LevelIndex, type Level, type RestingOrder } from './spot.levels';

export type NewResting = { id: number; owner: number; isBid: boolean; price: number; rested: number; rest: number };
/** One meeting of a taker with a resting order, at the resting order's price. */
export type Match = { maker: RestingOrder; quantity: number /** Steps the maker had filled as maker before. */; makerFilledBefore: number };
/** Why matching ended: all filled, next price beyond the limit, other side empty, next order is the taker's own, or too many matches. */
export type MatchStop = 'filled' | 'price' | 'empty' | 'self' | 'bound';
export type MatchResult = { matches: Match[]; rest: number; stop: MatchStop };

const ADDED = 0;
const REMOVED = 1;
const REDUCED = 2;

/**
 * One order book with price-time priority. Every change is written to an undo log until `commit`, so a batch of commands (or the last
 * part of it, from a `mark`) can be taken back exactly: removed orders keep their neighbours and are linked in again in reverse order.
 */
export class SpotBook {
  private readonly bids = new LevelIndex();
  private readonly asks = new LevelIndex();
  private readonly orders = new Map<number, RestingOrder>();
  private readonly openCounts = new Map<number, number>();
  private readonly undoKinds: number[] = [];
  private readonly undoOrders: RestingOrder[] = [];
  private readonly undoAmounts: number[] = [];
  /** Counts committed changes; a reader that sees the same number has seen the same book. */
  sequence = 0;

  get size(): number {
    return this.orders.size;
  }

  get(id: number): RestingOrder | undefined {
    return this.orders.get(id);
  }

  /** Returns how many orders `owner` has resting here. */
  openCountOf(owner: number): number {
    return this.openCounts.get(owner) ?? 0;
  }

  /** Returns the best price of a side in ticks, or null when it is empty. */
  bestPrice(side: 'bids' | 'asks'): number | null {
    return this[side].first()?.price ?? null;
  }

  /** Returns the best `count` levels of a side, best first. */
  levels(side: 'bids' | 'asks', count: number): readonly { price: number; quantity: number }[] {
    return this[side].best(count);
  }

  /** Fills up to `quantity` steps from the other side, no worse than `limit` ticks, oldest order of the best price first. */
  match(taker: { owner: number; isBid: boolean; limit: number; quantity: number }, matchesMax = Number.POSITIVE_INFINITY): MatchResult {
    const side = taker.isBid ? this.asks : this.bids;
    const limitKey = taker.isBid ? taker.limit : -taker.limit;
    const matches: Match[] = [];
    let rest = taker.quantity;
    while (rest > 0) {
      const level = side.first();
      if (level === undefined) return { matches, rest, stop: 'empty' };
      if (level.key > limitKey) return { matches, rest, stop: 'price' };
      const maker = level.head as RestingOrder;
      if (maker.owner === taker.owner) return { matches, rest, stop: 'self' };
      if (matches.length === matchesMax) return { matches, rest, stop: 'bound' };
      const quantity = Math.min(rest, maker.rest);
      matches.push({ maker, quantity, makerFilledBefore: maker.rested - maker.rest });
      rest -= quantity;
      this.reduce(maker, quantity);
      if (maker.rest === 0) this.remove(maker);
    }
    return { matches, rest, stop: 'filled' };
  }

  /** Puts an order at the end of the queue of its price. */
  add(input: NewResting): RestingOrder {
    const side = input.isBid ? this.bids : this.asks;
    const key = input.isBid ? -input.price : input.price;
    let level = side.find(key);
    if (level === undefined) {
      level = { key, price: input.price, quantity: 0, count: 0, head: null, tail: null, isListed: false };
      side.insert(level);
    }
    const { id, owner, isBid, price, rested, rest } = input;
    const order: RestingOrder = { id, owner, isBid, price, rested, rest, level, previous: level.tail, next: null };
    this.link(order);
    this.log(ADDED, order, 0);
    return order;
  }

  /** Takes a resting order out of the book with whatever rests of it. */
  remove(order: RestingOrder): void {
    this.unlink(order);
    this.log(REMOVED, order, 0);
  }

  /** Returns a point in the undo log; `rollback(mark)` goes back to it. */
  mark(): number {
    return this.undoKinds.length;
  }

  /** Takes back every change since the mark (all since the last commit when none is given), newest first. */
  rollback(mark = 0): void {
    while (this.undoKinds.length > mark) {
      const kind = this.undoKinds.pop();
      const order = this.undoOrders.pop() as RestingOrder;
      const amount = this.undoAmounts.pop() as number;
      if (kind === ADDED) this.unlink(order);
      else if (kind === REMOVED) this.link(order);
      else {
        order.rest += amount;
        order.level.quantity += amount;
      }
    }
  }

  /** Makes the changes so far final. Returns whether there were any. */
  commit(): boolean {
    if (this.undoKinds.length === 0) return false;
    this.undoKinds.length = 0;
    this.undoOrders.length = 0;
    this.undoAmounts.length = 0;
    this.sequence += 1;
    return true;
  }

  private reduce(order: RestingOrder, quantity: number): void {
    order.rest -= quantity;
    order.level.quantity -= quantity;
    this.log(REDUCED, order, quantity);
  }

  /** Links an order between the neighbours it remembers, listing its level again where the level had run empty. */
  private link(order: RestingOrder): void {
    const level: Level = order.level;
    if (!level.isListed) (order.isBid ? this.bids : this.asks).insert(level);
    if (order.previous === null) level.head = order;
    else order.previous.next = order;
    if (order.next === null) level.tail = order;
    else order.next.previous = order;
    level.count += 1;
    level.quantity += order.rest;
    this.orders.set(order.id, order);
    this.openCounts.set(order.owner, this.openCountOf(order.owner) + 1);
  }

  private unlink(order: RestingOrder): void {
    const level = order.level;
    if (order.previous === null) level.head = order.next;
    else order.previous.next = order.next;
    if (order.next === null) level.tail = order.previous;
    else order.next.previous = order.previous;
    level.count -= 1;
    level.quantity -= order.rest;
    if (level.count === 0) (order.isBid ? this.bids : this.asks).remove(level);
    this.orders.delete(order.id);
    const left = this.openCountOf(order.owner) - 1;
    if (left === 0) this.openCounts.delete(order.owner);
    else this.openCounts.set(order.owner, left);
  }

  private log(kind: number, order: RestingOrder, amount: number): void {
    this.undoKinds.push(kind);
    this.undoOrders.push(order);
    this.undoAmounts.push(amount);
  }
}
