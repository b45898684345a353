import type { BookKind, Mode } from '../../../lib/protocol/wire';
import { subtractDecimals } from '../../../lib/rules/decimal';
import type { Platform } from '../../platform/app';
import { NEVER_REPEATED } from '../matching/matching';
import { BUSY, type Caller, type LiquidityMarkets, ignoreRejection, type TradingDoor } from './liquidity.door';
import { type DeskAccounts, openAccounts } from './liquidity.funding';
import { calculateQuotes, diffQuotes, followIndex, type Ladder, type QuoteTerms, type RestingQuote, ticksOf } from './liquidity.math';
import type { OldQuotes } from './liquidity.quotes';
import { chooseTake, createTape, follow, take, type Tape } from './liquidity.takers';

/** A book that nobody has looked at for this long is left alone, so that an idle machine is silent. */
export const LOOK_MS = 120_000;

/** One book that somebody looks at, and what rests in it. */
export type Desk = {
  terms: QuoteTerms;
  mode: Mode;
  lookedAt: number;
  /** Where the quotes stand; null when there are none, or it isn't known what rests. */
  ladder: Ladder | null;
  tape: Tape;
  resting: RestingQuote[];
  /** The book that they rest in. */
  book: object | undefined;
  hasTraded: boolean;
  /** The check that is under way; there is never more than one. */
  running: Promise<void> | null;
};

export function createDesk({ terms, mode, now }: { terms: QuoteTerms; mode: Mode; now: number }): Desk {
  const nothing = { ladder: null, resting: [], book: undefined, hasTraded: false, running: null };
  return { terms, mode, lookedAt: now, tape: createTape(), ...nothing };
}

export type QuoterDeps = {
  platform: Platform;
  door: TradingDoor;
  /** What is traded behind the door. */
  type: BookKind;
  markets: LiquidityMarkets;
  modes: readonly Mode[];
};

/** Keeps the quotes of desks around the index. */
export class Quoter {
  private readonly accounts = new Map<string, Promise<DeskAccounts>>();

  constructor(
    private readonly deps: QuoterDeps,
    private readonly old: OldQuotes,
  ) {}

  /** Brings a desk's quotes to where the index is, once; `leave` is called when nobody looks at it any more. Never rejects. */
  async renew(desk: Desk, leave: () => void): Promise<void> {
    const { door, markets, platform } = this.deps;
    const { market } = desk.terms;
    const isLeft = () => platform.clock.now() - desk.lookedAt > LOOK_MS;
    try {
      if (!door.isHere(market)) {
        // Whoever has the market quotes there; what rests is read again when it comes back.
        desk.ladder = null;
        if (isLeft()) leave();
      } else if (isLeft()) {
        await this.requote(desk, null, null);
        // Somebody may have come back meanwhile: then the next check quotes again.
        if (isLeft()) leave();
      } else {
        const before = desk.book;
        desk.book = door.findBook(market, desk.mode);
        if (desk.book !== before) desk.ladder = null;
        const index = markets.getIndex(market);
        if (index !== null && index.state === 'fresh') await this.goOn(desk, index.price);
      }
    } catch (error) {
      // What rests is unknown now: it is read at the next check.
      desk.ladder = null;
      platform.log.warn({ err: error, market }, 'quotes could not be renewed');
    }
  }

  /** The accounts of a market are opened when somebody looks at it for the first time. */
  private accountsOf(market: string): Promise<DeskAccounts> {
    const { type, modes, platform } = this.deps;
    const known = this.accounts.get(market);
    if (known !== undefined) return known;
    const opening = platform.db.transaction((tx) => openAccounts(tx, { type, market, modes, at: platform.clock.now() }), { kind: 'work' });
    this.accounts.set(market, opening);
    opening.catch(() => this.accounts.delete(market));
    return opening;
  }

  private async makerOf({ terms, mode }: Desk): Promise<Caller> {
    return { userId: (await this.accountsOf(terms.market)).makerId, mode };
  }

  /** Cancels first and orders after them go out in one turn, so they are committed together and the book is never seen empty. */
  private async requote(desk: Desk, ladder: Ladder | null, turnover: string | null): Promise<void> {
    const caller = await this.makerOf(desk);
    const wanted = ladder === null ? [] : calculateQuotes({ ladder, terms: desk.terms, turnover });
    const { cancel, place } = diffQuotes(desk.resting, wanted);
    desk.ladder = ladder;
    desk.hasTraded = false;
    const cancels = this.old.cancel(caller, cancel);
    const { market } = desk.terms;
    // GTC, not POST_ONLY: a user's order that the index has moved through gets filled at the user's price.
    const common = { market, kind: 'limit', timeInForce: 'GTC', requestId: NEVER_REPEATED, isHouse: true } as const;
    const placed = place.map((quote) => ignoreRejection(this.deps.door.placeOrder(caller, { ...common, ...quote })));
    const [cancelled, answers] = await Promise.all([cancels, Promise.all(placed)]);
    desk.resting = desk.resting.filter(({ id }) => !cancel.includes(id));
    await this.old.forget(caller, cancel);
    for (const [index, quote] of place.entries()) {
      const answer = answers[index] ?? null;
      const rests = answer !== null && answer !== BUSY && (answer.state === 'open' || answer.state === 'partially_filled');
      if (rests) desk.resting.push({ ...quote, id: answer.id });
    }
    // Another process writes the market, or it was handed over meanwhile: what rests is read again at the next check.
    if ([...cancelled, ...answers].includes(BUSY)) desk.ladder = null;
  }

  /** What the market traded meets the quotes first; then they follow the index, and what is worn is placed anew. */
  private async goOn(desk: Desk, indexPrice: string): Promise<void> {
    const { door, markets, platform } = this.deps;
    const { clock } = platform;
    const { terms, tape, mode } = desk;
    const { market } = terms;
    const activity = markets.getActivity(market);
    follow(tape, activity);
    const order = chooseTake({ tape, terms, quotes: desk.resting, indexPrice, now: clock.now() });
    if (order !== null && desk.ladder !== null) {
      const { takerId } = await this.accountsOf(market);
      const isKnown = await take({ door, clock, userId: takerId, mode, market, tape, order });
      if (!isKnown) desk.ladder = null;
    }
    // Also quotes of a process that died, which stand around an old price; and after a trade, of which less is left.
    if ((desk.ladder === null || desk.hasTraded) && !(await this.readOrders(desk))) return;
    const before = desk.ladder;
    const ladder = followIndex({ market, indexTicks: ticksOf(indexPrice, terms.tickSize), before });
    if (ladder !== before || desk.hasTraded) await this.requote(desk, ladder, activity?.turnover ?? null);
  }

  /** Says whether it is known what rests. */
  private async readOrders(desk: Desk): Promise<boolean> {
    try {
      const open = await this.deps.door.listOpenOrders(await this.makerOf(desk), desk.terms.market);
      desk.resting = open.map(({ id, type, price, num, filled }) => ({
        id,
        side: type === 'buy' || type === 'long' ? 'buy' : 'sell',
        price: price ?? '0',
        quantity: subtractDecimals(num, filled),
      }));
      return true;
    } catch (error) {
      desk.ladder = null;
      this.deps.platform.log.warn({ err: error, market: desk.terms.market }, 'own quotes could not be read');
      return false;
    }
  }
}
