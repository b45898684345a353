import { type Mode, MODES } from '../../../lib/protocol/wire';
import type { MarketTerms, OrderBook, OrdersById, RestingOrder } from '../matching/matching';
import type { OrderRow } from './spot.commands';
import type { BookInput, FilledBefore } from './spot.matching';
import type { StopBook, WaitingStop } from './spot.stops';

/**
 * An order that met more orders than one transaction settles and takes on in the next: no worse than `limit` ticks, `rest` steps are left.
 * `isDue`: a price set it off, so it moves risk. `amendment`: by which it queued up anew, null where it is new.
 */
export type TakingOrder = Readonly<
  FilledBefore & {
    id: number;
    owner: number;
    input: Omit<BookInput, 'quantity'>;
    limit: number;
    rest: number;
    isDue: boolean;
    amendment: number | null;
  }
>;
/**
 * An order of the house that rests in its book and was never filled: nobody is owed anything for it, so the database knows neither it nor what it
 * would hold (`held`, base units) before it trades. It ends with the process; whoever quotes places it anew.
 */
export type Quote = Readonly<{ id: number; owner: number; isBuy: boolean; held: bigint; row: OrderRow }>;
/** What a market has in memory for one mode. */
export type Books = { book: OrderBook; stops: StopBook; taking: OrdersById<TakingOrder>; quotes: OrdersById<Quote> };
export type BookEntry = Books & { terms: MarketTerms; mode: Mode };

/** The markets that this process may write, with the epoch of its lease, and their books in memory. */
export class SpotState {
  private readonly entries = new Map<string, BookEntry>();
  private readonly begun = new Set<string>();
  readonly epochs = new Map<string, string>();
  /** Accounts of the house that trade here. */
  readonly house = new Set<number>();

  constructor(readonly terms: ReadonlyMap<string, MarketTerms>) {}

  find(market: string, mode: Mode): BookEntry | undefined {
    return this.entries.get(`${market}:${mode}`);
  }

  /** Returns the book entry in which an order rests; a look into each of the few books. */
  findOrder(id: number): { entry: BookEntry; order: RestingOrder } | null {
    for (const entry of this.entries.values()) {
      const order = entry.book.get(id);
      if (order !== undefined) return { entry, order };
    }
    return null;
  }

  /** Returns the entry in which an order waits for its stop price. */
  findStop(id: number): { entry: BookEntry; stop: WaitingStop } | null {
    for (const entry of this.entries.values()) {
      const stop = entry.stops.findStop(id);
      if (stop !== undefined) return { entry, stop };
    }
    return null;
  }

  /** Returns the entry in which an order goes on taking. */
  findTaking(id: number): { entry: BookEntry; taking: TakingOrder } | null {
    for (const entry of this.entries.values()) {
      const taking = entry.taking.get(id);
      if (taking !== undefined) return { entry, taking };
    }
    return null;
  }

  /** Returns the entry in which an order rests, waits or goes on. */
  findAny(id: number) {
    return this.findOrder(id) ?? this.findStop(id) ?? this.findTaking(id);
  }

  /** Returns what this process has in memory, book by book. */
  all(): BookEntry[] {
    return [...this.entries.values()];
  }

  /** Takes a market in: both books were rebuilt under this epoch. */
  own(market: string, epoch: string, books: Record<Mode, Books>): void {
    const terms = this.terms.get(market);
    if (terms === undefined) throw new Error(`no terms of ${market}`);
    this.epochs.set(market, epoch);
    for (const mode of ['real', 'demo'] as const) this.entries.set(`${terms.symbol}:${mode}`, { terms, mode, ...books[mode] });
  }

  /** Lets a market go: what is in memory no longer counts. */
  disown(market: string): void {
    this.epochs.delete(market);
    for (const mode of ['real', 'demo'] as const) this.entries.delete(`${market}:${mode}`);
  }

  /** Says which markets the running batch may change: what it costs doesn't grow with the number of the others. */
  begin(markets: Iterable<string>): void {
    for (const market of markets) this.begun.add(market);
  }

  rollback(): void {
    for (const { book, stops, taking, quotes } of this.takeBegun()) {
      book.rollback();
      stops.rollback();
      taking.rollback();
      quotes.rollback();
    }
  }

  /** Makes the changes of a committed batch final. Returns the books that changed. */
  commit(): BookEntry[] {
    return this.takeBegun().filter(({ book, stops, taking, quotes }) => {
      stops.commit();
      taking.commit();
      quotes.commit();
      return book.commit();
    });
  }

  private takeBegun(): BookEntry[] {
    const entries = [...this.begun].flatMap((market) => MODES.flatMap((mode) => this.find(market, mode) ?? []));
    this.begun.clear();
    return entries;
  }
}
