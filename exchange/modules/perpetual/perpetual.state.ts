import { type Mode, MODES } from '../../../lib/protocol/wire';
import type { RestingOrder } from '../matching/matching';
import type { PerpetualBook } from './perpetual.book';
import type { TakingOrder } from './perpetual.commands';
import { marketOfLease } from './perpetual.leases';

/** The perpetual markets that this process may write, with the epoch of its lease, and what they have in memory. */
export class PerpetualState {
  private readonly books = new Map<string, PerpetualBook>();
  private readonly begun = new Set<string>();
  readonly epochs = new Map<string, string>();
  /** Accounts of the house that trade here. */
  readonly house = new Set<number>();

  find(market: string, mode: Mode): PerpetualBook | undefined {
    return this.books.get(`${market}:${mode}`);
  }

  all(): PerpetualBook[] {
    return [...this.books.values()];
  }

  /** Returns the book in which an order rests; a look into each of the few books. */
  findOrder(id: number): { entry: PerpetualBook; order: RestingOrder } | null {
    for (const entry of this.books.values()) {
      const order = entry.book.get(id);
      if (order !== undefined) return { entry, order };
    }
    return null;
  }

  /** Returns the book in which an order goes on taking. */
  findTaking(id: number): { entry: PerpetualBook; order: TakingOrder } | null {
    for (const entry of this.books.values()) {
      const order = entry.taking.get(id);
      if (order !== undefined) return { entry, order };
    }
    return null;
  }

  /** Takes a market in under its lease's name: both books were rebuilt under this epoch. */
  own(lease: string, epoch: string, books: readonly PerpetualBook[]): void {
    this.epochs.set(lease, epoch);
    for (const book of books) this.books.set(`${book.terms.symbol}:${book.mode}`, book);
  }

  disown(lease: string): void {
    this.epochs.delete(lease);
    for (const mode of MODES) this.books.delete(`${marketOfLease(lease)}:${mode}`);
  }

  /** Says under which leases the running batch may change books: what it costs doesn't grow with the number of the others. */
  begin(leases: Iterable<string>): void {
    for (const lease of leases) {
      this.begun.add(lease);
      for (const mode of MODES) this.find(marketOfLease(lease), mode)?.begin();
    }
  }

  rollback(): void {
    for (const book of this.takeBegun()) book.rollbackAll();
  }

  /** Returns the books that changed. */
  commit(): PerpetualBook[] {
    return this.takeBegun().filter((book) => book.commit());
  }

  private takeBegun(): PerpetualBook[] {
    const books = [...this.begun].flatMap((lease) => MODES.flatMap((mode) => this.find(marketOfLease(lease), mode) ?? []));
    this.begun.clear();
    return books;
  }
}
