import type { PerpetualOrigin } from '../../../lib/protocol/wire';
import type { OrderBook, RestingOrder } from '../matching/matching';

/** What the engine knows of a resting order beyond the book. */
export type RestingTerms = {
  leverage: number;
  isReduceOnly: boolean;
  takeProfit: bigint | null;
  stopLoss: bigint | null;
  origin: PerpetualOrigin;
};
type OrderToRest = { id: number; owner: number; isBid: boolean; price: number; rested: number; rest: number };

/** What a book's resting orders are beyond price and size, and whose. It follows the book, also where that goes back. */
export class RestingOrders {
  private readonly terms = new Map<number, RestingTerms & { owner: number }>();
  private readonly idsOf = new Map<number, Set<number>>();
  /** Those that only reduce, by owner. */
  private readonly reducing = new Map<number, Set<number>>();
  /** Orders that came or went since the last commit: those that are gone by then are forgotten, so that the maps hold what the book holds. */
  private readonly moved = new Set<number>();

  /** What was known of orders before it changed, since the last commit. */
  private readonly undo: { id: number; before: RestingTerms & { owner: number } }[] = [];

  constructor(private readonly book: OrderBook) {}

  add(order: OrderToRest, terms: RestingTerms): void {
    this.book.add(order);
    this.moved.add(order.id);
    this.put(order.id, { ...terms, owner: order.owner });
    addTo(this.idsOf, order);
    if (terms.isReduceOnly) addTo(this.reducing, order);
  }

  fill(id: number, quantity: number): void {
    this.moved.add(id);
    this.book.fill({ id, quantity });
  }

  /** Takes `quantity` steps, less than what rests of it, off an order for its owner: it keeps its place. */
  shrink(id: number, quantity: number): void {
    this.moved.add(id);
    this.book.shrink({ id, quantity });
  }

  drop(id: number): void {
    this.moved.add(id);
    this.book.remove({ id });
  }

  termsOf(id: number): RestingTerms {
    return this.knownOf(id);
  }

  private put(id: number, terms: RestingTerms & { owner: number }): void {
    const before = this.terms.get(id);
    if (before !== undefined) this.undo.push({ id, before });
    this.terms.set(id, terms);
  }

  private knownOf(id: number): RestingTerms & { owner: number } {
    const terms = this.terms.get(id);
    if (terms === undefined) throw new Error(`order ${id} does not rest here`);
    return terms;
  }

  /** Gives a resting order other triggers, price units. */
  setTriggers(id: number, triggers: Pick<RestingTerms, 'takeProfit' | 'stopLoss'>): void {
    const { takeProfit, stopLoss } = triggers;
    this.put(id, { ...this.knownOf(id), takeProfit, stopLoss });
  }

  mark(): number {
    return this.undo.length;
  }

  rollback(mark: number): void {
    while (this.undo.length > mark) {
      const { id, before } = this.undo.pop() as (typeof this.undo)[number];
      this.terms.set(id, before);
    }
  }

  commit(): void {
    this.undo.length = 0;
    this.forgetGone();
  }

  owners(): IterableIterator<number> {
    return this.idsOf.keys();
  }

  ofOwner(owner: number): (RestingOrder & { terms: RestingTerms })[] {
    return [...(this.idsOf.get(owner) ?? [])]
      .sort((a, b) => a - b)
      .flatMap((id) => {
        const order = this.book.get(id);
        return order === undefined ? [] : [{ ...order, terms: this.termsOf(id) }];
      });
  }

  /** Owners whose orders that only reduce came, changed or went since the last commit. */
  movedReducers(): Set<number> {
    const owners = new Set<number>();
    for (const id of this.moved) {
      const known = this.terms.get(id);
      if (known?.isReduceOnly === true) owners.add(known.owner);
    }
    return owners;
  }

  /** Whether an owner has, or had, orders that only reduce. */
  isReducer(owner: number): boolean {
    return this.reducing.has(owner);
  }

  /** Returns the orders of an owner that only reduce. */
  reductionsOf(owner: number): RestingOrder[] {
    return [...(this.reducing.get(owner) ?? [])].flatMap((id) => this.book.get(id) ?? []);
  }

  /** Forgets what the book no longer has. */
  forgetGone(): void {
    for (const id of this.moved) {
      if (this.book.get(id) !== undefined) continue;
      const owner = this.terms.get(id)?.owner ?? 0;
      this.terms.delete(id);
      removeFrom(this.idsOf, { id, owner });
      removeFrom(this.reducing, { id, owner });
    }
    this.moved.clear();
  }
}

function addTo(idsOf: Map<number, Set<number>>, { id, owner }: { id: number; owner: number }): void {
  const own = idsOf.get(owner) ?? new Set();
  own.add(id);
  idsOf.set(owner, own);
}

function removeFrom(idsOf: Map<number, Set<number>>, { id, owner }: { id: number; owner: number }): void {
  const own = idsOf.get(owner);
  own?.delete(id);
  if (own?.size === 0) idsOf.delete(owner);
}
