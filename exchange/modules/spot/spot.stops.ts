import type { ExitPrices } from '../../../lib/rules/spot-stops';
import { type MarketTerms, PriceTriggers, type ReachedTicks, toTicks } from '../matching/matching';

/** A stop-limit order that waits; prices in ticks, `held` in base units of what it gives away, beyond what its partner holds. */
export type WaitingStop = {
  id: number;
  owner: number;
  isBuy: boolean;
  stop: number;
  isRising: boolean;
  limit: number;
  steps: number;
  held: bigint;
  /** The limit order that ends when this one is triggered, and the other way round. */
  partner: number | null;
  /** When it was placed (ms): only later prints count. */
  since: number;
};

/** A purchase whose exits aren't placed yet. `hasFills`: something was bought; `isClosed`: nothing rests any more, its exits are due. */
export type Entry = {
  id: number;
  owner: number;
  takeProfit: number | null;
  stop: number | null;
  hasFills: boolean;
  isClosed: boolean;
  since: number;
};

/**
 * What stands beside one book: stops that wait and entries with exits to come, and the prices that they wait for. Every change can be taken
 * back until `commit`, as in the book.
 */
export class StopBook {
  private readonly stops = new Map<number, WaitingStop>();
  private readonly byLimit = new Map<number, number>();
  private readonly entries = new Map<number, Entry>();
  private readonly closed = new Set<number>();
  private readonly counts = new Map<number, number>();
  private readonly triggers = new PriceTriggers();
  private readonly undo: (() => void)[] = [];
  /** Those of them whose price was reached while no process watched. */
  readonly missed = new Set<number>();

  get isEmpty(): boolean {
    return this.stops.size === 0 && this.entries.size === 0;
  }

  findStop(id: number): WaitingStop | undefined {
    return this.stops.get(id);
  }

  /** Returns the stop that a fill of this limit order ends. */
  stopBeside(limitId: number): WaitingStop | undefined {
    const id = this.byLimit.get(limitId);
    return id === undefined ? undefined : this.stops.get(id);
  }

  findEntry(id: number): Entry | undefined {
    return this.entries.get(id);
  }

  /** Returns how many stops of an owner wait here. */
  countOf(owner: number): number {
    return this.counts.get(owner) ?? 0;
  }

  get hasClosedEntries(): boolean {
    return this.closed.size > 0;
  }

  /** Returns entries that are closed, so that their exits can be placed. */
  closedEntries(): number[] {
    return [...this.closed];
  }

  /** Returns stops and entries one of whose prices a print of `time` has reached. */
  reached(ticks: ReachedTicks, time: number): number[] {
    const ids = this.triggers.reached(ticks).filter((id) => time > this.sinceOf(id));
    return this.missed.size === 0 ? ids : [...new Set([...this.missed, ...ids])];
  }

  nearest(): { below: number | null; above: number | null } {
    return this.triggers.nearest();
  }

  addStop(stop: WaitingStop): void {
    this.linkStop(stop);
    this.undo.push(() => this.unlinkStop(stop));
  }

  removeStop(stop: WaitingStop): void {
    this.unlinkStop(stop);
    this.undo.push(() => this.linkStop(stop));
  }

  /** Takes an entry in, or puts it as it is now in the place of what was known of it. */
  setEntry(entry: Entry): void {
    const before = this.entries.get(entry.id);
    this.putEntry(entry.id, entry);
    this.undo.push(() => this.putEntry(entry.id, before));
  }

  removeEntry(id: number): void {
    const before = this.entries.get(id);
    this.putEntry(id, undefined);
    this.undo.push(() => this.putEntry(id, before));
  }

  mark(): number {
    return this.undo.length;
  }

  rollback(mark = 0): void {
    while (this.undo.length > mark) this.undo.pop()?.();
  }

  commit(): void {
    this.undo.length = 0;
    for (const id of this.missed) if (!this.stops.has(id) && !this.entries.has(id)) this.missed.delete(id);
  }

  private sinceOf(id: number): number {
    return this.stops.get(id)?.since ?? this.entries.get(id)?.since ?? 0;
  }

  private linkStop(stop: WaitingStop): void {
    this.stops.set(stop.id, stop);
    if (stop.partner !== null) this.byLimit.set(stop.partner, stop.id);
    this.counts.set(stop.owner, this.countOf(stop.owner) + 1);
    this.triggers.add({ id: stop.id, price: stop.stop, isRising: stop.isRising });
  }

  private unlinkStop(stop: WaitingStop): void {
    this.stops.delete(stop.id);
    if (stop.partner !== null) this.byLimit.delete(stop.partner);
    const count = this.countOf(stop.owner) - 1;
    if (count === 0) this.counts.delete(stop.owner);
    else this.counts.set(stop.owner, count);
    this.triggers.remove({ id: stop.id, price: stop.stop, isRising: stop.isRising });
  }

  private putEntry(id: number, entry: Entry | undefined): void {
    const before = this.entries.get(id);
    if (before !== undefined) for (const trigger of triggersOf(before)) this.triggers.remove(trigger);
    if (entry?.isClosed) this.closed.add(id);
    else this.closed.delete(id);
    if (entry === undefined) this.entries.delete(id);
    else {
      this.entries.set(id, entry);
      for (const trigger of triggersOf(entry)) this.triggers.add(trigger);
    }
  }
}

/** While a part is bought and the rest still rests, reaching one of the exits ends the rest. */
function triggersOf({ id, takeProfit, stop, hasFills, isClosed }: Entry): { id: number; price: number; isRising: boolean }[] {
  if (!hasFills || isClosed) return [];
  return [
    ...(takeProfit === null ? [] : [{ id, price: takeProfit, isRising: true }]),
    ...(stop === null ? [] : [{ id, price: stop, isRising: false }]),
  ];
}

/** Returns the prices of exits as the triggers of their entry know them. */
export function toExitTicks(terms: MarketTerms, { takeProfit, stopLoss }: Omit<ExitPrices, 'stopLossLimit'>) {
  return {
    takeProfit: takeProfit === null ? null : toTicks(terms, takeProfit),
    stop: stopLoss === null ? null : toTicks(terms, stopLoss),
  };
}
