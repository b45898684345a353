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
  /** Orders that came or went since the last commit: those that are gone by then are forgotten, so that the maps hold what the book holds. */
  private readonly moved = new Set<number>();

  /** What was known of orders before it changed, since the last commit. */
  private readonly undo: { id: number; before: RestingTerms & { owner: number } }[] = [];

  constructor(private readonly book: OrderBook) {}

  add(order: OrderToRest, terms: RestingTerms): void {
    this.book.add(order);
    this.moved.add(order.id);
    this.put(order.id, { ...terms, owner: order.owner });
    const own = this.idsOf.get(order.owner) ?? new Set();
    own.add(order.id);
    this.idsOf.set(order.owner, own);
  }

  fill(id: number, quantity: number): void {
    this.moved.add(id);
    this.book.fill({ id, quantity });
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

  /** Forgets what the book no longer has. */
  forgetGone(): void {
    for (const id of this.moved) {
      if (this.book.get(id) !== undefined) continue;
      const owner = this.terms.get(id)?.owner ?? 0;
      this.terms.delete(id);
      const own = this.idsOf.get(owner);
      own?.delete(id);
      if (own?.size === 0) this.idsOf.delete(owner);
    }
    this.moved.clear();
  }
}
