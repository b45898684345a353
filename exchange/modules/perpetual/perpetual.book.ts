import type { Mode } from '../../../lib/protocol/wire';
import { calculateLiquidationPrice } from '../../../lib/rules/perpetual';
import type { OrderEnd } from '../risk-limits/risk-limits';
import { type MarketTerms, type OrderBook, type RestingOrder, OrdersById } from '../matching/matching';
import type { Quote, TakingOrder } from './perpetual.commands';
import { BookFunding } from './perpetual.funding.round';
import { HiddenReductions } from './perpetual.hidden';
import type { Mark } from './perpetual.mark';
import type { Position } from './perpetual.position';
import { RestingOrders, type RestingTerms } from './perpetual.resting';
import type { MarketRules, RulesOf } from './perpetual.rules';
import { Ranking } from './perpetual.ranking';
import { Triggers } from './perpetual.triggers';

/** What a book knows of ended orders: up to which number it has taken ends over, and those of which orders are left. */
export type EndedOrders = { seen: number; left: readonly OrderEnd[] };

/** Where the undo logs of a book stand. */
type BookMark = { book: number; resting: number; positions: number; taking: number; quotes: number };

/** One perpetual book of a mode with its orders and positions. Changes of positions can be taken back to a mark, as those of the book. */
export class PerpetualBook {
  readonly triggers = new Triggers();
  /** Everybody's positions but the insurance fund's, in the order in which they are deleveraged. */
  readonly rankings = { long: new Ranking(), short: new Ranking() };
  mark: Mark | null = null;
  basis = 0n;
  readonly funding = new BookFunding();
  /** Orders that met more than one transaction settles, as the last one left them. */
  readonly taking = new OrdersById<TakingOrder>();
  readonly quotes = new OrdersById<Quote>();
  /** Ends of resting orders that were taken over, and by the running batch. */
  ended: EndedOrders = { seen: 0, left: [] };
  nextEnded: EndedOrders | null = null;
  /** What the open longs cost, the insurance fund's too, in USDT units. */
  openCost = 0n;
  /** What is opened now is under these, until the next batch begins. */
  rules: MarketRules;
  private readonly positions = new Map<number, Position>();
  private readonly undo: { owner: number; before: Position | undefined }[] = [];
  readonly resting: RestingOrders;
  private readonly hidden = new HiddenReductions();

  constructor(
    readonly terms: MarketTerms,
    private readonly readRules: RulesOf,
    readonly mode: Mode,
    readonly book: OrderBook,
    private readonly fundOwner: number,
  ) {
    this.resting = new RestingOrders(book);
    this.rules = readRules(terms.symbol);
  }

  /** Has a batch go by what is in force when it begins. */
  begin(): void {
    this.rules = this.readRules(this.terms.symbol);
  }

  /** Returns what a position goes by. */
  rulesOf({ termsVersion }: Position): MarketRules {
    return termsVersion === this.rules.version ? this.rules : this.readRules(this.terms.symbol, termsVersion);
  }

  get positionCount(): number {
    return this.positions.size;
  }

  position(owner: number): Position | null {
    return this.positions.get(owner) ?? null;
  }

  allPositions(): IterableIterator<Position> {
    return this.positions.values();
  }

  /** @throws Error when the position changes before its turn in the funding under way: a programmer's fault */
  setPosition(owner: number, position: Position | null): void {
    const before = this.positions.get(owner);
    if (before !== undefined && this.funding.isPending(before) && (position === null || this.funding.isPending(position))) {
      throw new Error(`position ${before.identity.id} changes before its funding`);
    }
    this.undo.push({ owner, before });
    this.put(owner, position ?? undefined);
  }

  /** Takes a resting order in; whatever takes it out of the book takes it out here. */
  rest(...order: Parameters<RestingOrders['add']>): void {
    this.resting.add(...order);
  }

  /** Takes `quantity` steps off a resting order. */
  fill(id: number, quantity: number): void {
    this.resting.fill(id, quantity);
  }

  shrink(id: number, quantity: number): void {
    this.resting.shrink(id, quantity);
  }

  /** Counts committed changes. */
  get sequence(): number {
    return this.book.sequence;
  }

  /** Returns the best `count` levels with what can be filled of them, best first, fewer where nothing of one can. */
  levels(side: 'bids' | 'asks', count: number): { price: number; quantity: number }[] {
    return this.book.levels(side, count).flatMap(({ price, quantity }) => {
      const counts = quantity - this.hidden.at(side, price);
      return counts > 0 ? [{ price, quantity: counts }] : [];
    });
  }

  /** Takes a resting order out of the book with whatever rests of it. */
  drop(id: number): void {
    this.resting.drop(id);
  }

  restingTerms(id: number): RestingTerms {
    return this.resting.termsOf(id);
  }

  /** Everybody who has resting orders, and perhaps some who had. */
  owners(): IterableIterator<number> {
    return this.resting.owners();
  }

  /** Returns the resting orders of one owner, oldest first. */
  restingOf(owner: number): (RestingOrder & { terms: RestingTerms })[] {
    return this.resting.ofOwner(owner);
  }

  markUndo(): BookMark {
    return {
      book: this.book.mark(),
      resting: this.resting.mark(),
      positions: this.undo.length,
      taking: this.taking.mark(),
      quotes: this.quotes.mark(),
    };
  }

  rollback(mark: BookMark = { book: 0, resting: 0, positions: 0, taking: 0, quotes: 0 }): void {
    this.book.rollback(mark.book);
    this.resting.rollback(mark.resting);
    this.taking.rollback(mark.taking);
    this.quotes.rollback(mark.quotes);
    if (mark.book === 0) this.resting.forgetGone();
    if (mark.book === 0 && mark.positions === 0) this.nextEnded = null;
    while (this.undo.length > mark.positions) {
      const { owner, before } = this.undo.pop() as { owner: number; before: Position | undefined };
      this.put(owner, before);
    }
  }

  /** Goes back to the last commit. */
  rollbackAll(): void {
    this.rollback();
    this.funding.rollback();
  }

  /** Makes the changes final; what is due of changed positions is ordered anew. Returns whether the book changed. */
  commit(): boolean {
    const changed = new Set(this.undo.map((change) => change.owner));
    for (const owner of changed) this.arm(owner);
    this.undo.length = 0;
    const reducers = this.resting.movedReducers();
    for (const owner of changed) if (this.resting.isReducer(owner)) reducers.add(owner);
    for (const owner of reducers) {
      const as = { position: this.position(owner), stepUnits: this.terms.stepUnits };
      this.hidden.renew(owner, this.resting.reductionsOf(owner), as);
    }
    this.taking.commit();
    this.quotes.commit();
    this.ended = this.nextEnded ?? this.ended;
    this.nextEnded = null;
    this.funding.commit(this);
    const isChanged = this.book.commit();
    this.resting.commit();
    if (this.triggers.isCrowded) {
      this.triggers.clear();
      for (const owner of this.positions.keys()) this.arm(owner);
    }
    return isChanged;
  }

  /** Orders the prices of one position (again): a trigger that came up and did nothing has to come up another time. */
  arm(owner: number): void {
    const position = owner === this.fundOwner ? null : this.position(owner);
    const price = position === null ? null : calculateLiquidationPrice({ terms: this.rulesOf(position), position });
    this.triggers.set(owner, position, price);
  }

  private put(owner: number, position: Position | undefined): void {
    const before = this.positions.get(owner);
    if (position === undefined) this.positions.delete(owner);
    else this.positions.set(owner, position);
    if (before?.side === 'long') this.openCost -= before.cost;
    if (position?.side === 'long') this.openCost += position.cost;
    if (owner === this.fundOwner) return;
    if (before !== undefined && before.side !== position?.side) this.rankings[before.side].delete(owner);
    if (position !== undefined) this.rankings[position.side].set(owner, position);
  }
}
