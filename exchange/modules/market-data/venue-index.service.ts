import type { HaltReason } from '../../../lib/protocol/wire';
import {
  calculateMedian,
  CONFIRM_MS,
  findAgreeing,
  INDEX_STEP_MAX_BPS,
  isBeyond,
  QUOTE_AGE_MAX_MS,
  QUOTE_AHEAD_MAX_MS,
  quorumOf,
} from './venue-index.math';

type Quote = { venue: string; priceTicks: number; at: number };
/** A confirmed index: its ticks, when the newest quote in it was made (ms), and how many venues are in it. */
export type Confirmed = { priceTicks: number; at: number; sources: number };
/** What the venues say now: the last confirmed index, and why there is no newer one (null: there is). */
export type VenueIndex = { last: Confirmed | null; problem: HaltReason | null; speaking: number };

export type VenueIndexEvents = {
  /** A venue was left out because it is too far from the others; told once until it agrees again. */
  onLeftOut(venue: string): void;
};

/**
 * The index of one market from several live venues. A new index needs a quorum of venues whose quotes are young and agree. One that is further
 * from the last index than `INDEX_STEP_MAX_BPS` (or the first of all) is taken once a quorum has stood by it for `CONFIRM_MS`, while it moved
 * no faster than that bound.
 */
export class VenueIndexState {
  private readonly quotes = new Map<string, Quote>();
  private readonly leftOut = new Set<string>();
  private last: Confirmed | null = null;
  private pending: { since: number; priceTicks: number } | null = null;
  private readonly quorum: number;

  constructor(
    venues: number,
    private readonly events: VenueIndexEvents,
  ) {
    this.quorum = quorumOf(venues);
  }

  /** Takes a quote in; one that was made before the known one of its venue is passed over. */
  accept(quote: Quote, now: number): void {
    this.followClock(now);
    const known = this.quotes.get(quote.venue);
    if (known !== undefined && known.at > quote.at) return;
    this.quotes.set(quote.venue, quote);
    this.evaluate(now);
  }

  /** Ages of the quotes in ms, by venue. */
  agesAt(now: number): Map<string, number> {
    return new Map([...this.quotes.values()].map(({ venue, at }) => [venue, now - at]));
  }

  evaluate(now: number): VenueIndex {
    this.followClock(now);
    const young = [...this.quotes.values()].filter(({ at }) => now - at < QUOTE_AGE_MAX_MS);
    const agreeing = findAgreeing(young);
    this.noteLeftOut(young, agreeing);
    const problem = this.step(young, agreeing, now);
    return { last: this.last, problem, speaking: young.length };
  }

  /** A clock that was set back: quotes of a time that hasn't come would count as young until then and keep out what their venues say now. */
  private followClock(now: number): void {
    for (const { venue, at } of this.quotes.values()) if (at > now + QUOTE_AHEAD_MAX_MS) this.quotes.delete(venue);
    if (this.last !== null && this.last.at > now) this.last = { ...this.last, at: now };
    if (this.pending !== null && this.pending.since > now) this.pending = null;
  }

  private step(young: readonly Quote[], agreeing: readonly Quote[], now: number): HaltReason | null {
    if (agreeing.length < this.quorum) {
      // Who stood by a price has to stand by it again from the start.
      this.pending = null;
      return young.length < this.quorum ? 'quorum' : 'venues';
    }
    const priceTicks = calculateMedian(agreeing.map((quote) => quote.priceTicks));
    if (this.last !== null && !isBeyond(priceTicks, this.last.priceTicks, INDEX_STEP_MAX_BPS)) return this.confirm(priceTicks, agreeing);
    const isSteady = this.pending !== null && !isBeyond(priceTicks, this.pending.priceTicks, INDEX_STEP_MAX_BPS);
    this.pending = { since: isSteady ? (this.pending as { since: number }).since : now, priceTicks };
    return now - this.pending.since >= CONFIRM_MS ? this.confirm(priceTicks, agreeing) : 'jump';
  }

  private confirm(priceTicks: number, agreeing: readonly Quote[]): null {
    this.pending = null;
    this.last = { priceTicks, at: Math.max(...agreeing.map(({ at }) => at)), sources: agreeing.length };
    return null;
  }

  private noteLeftOut(young: readonly Quote[], agreeing: readonly Quote[]): void {
    const agreed = new Set(agreeing.map(({ venue }) => venue));
    for (const { venue } of young) {
      if (agreed.has(venue)) this.leftOut.delete(venue);
      else if (!this.leftOut.has(venue)) {
        this.leftOut.add(venue);
        this.events.onLeftOut(venue);
      }
    }
  }
}
