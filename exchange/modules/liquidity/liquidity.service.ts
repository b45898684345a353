import { type BookKind, MODES, type Mode } from '../../../lib/protocol/wire';
import type { Platform } from '../../platform/app';
import { subtractDecimals } from '../../../lib/rules/decimal';
import { NEVER_REPEATED } from '../matching/matching';
import { BUSY, type Caller, type LiquidityMarkets, swallowRefusal, type TradingDoor } from './liquidity.door';
import { type DeskAccounts, findAccounts, openAccounts } from './liquidity.funding';
import { calculateQuotes, diffQuotes, followIndex, type Ladder, type QuoteTerms, type RestingQuote, ticksOf } from './liquidity.math';
import { chooseTake, createTape, follow, take, type Tape } from './liquidity.takers';

/** A book that nobody has looked at for this long is left alone, so that an idle machine is silent. */
export const LOOK_MS = 120_000;
/** How often the quotes of a book that is looked at are checked; with 44 cancels, 44 orders and one trade at most, this bounds the order rate. */
export const CHECK_MS = 1_000;
/** Old quotes are removed from the database when there are so many of an account and mode: nobody asks for them, and they would be most of all orders. */
const FORGET_AT = 50;

type Desk = {
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

export type LiquidityService = {
  start(): Promise<void>;
  stop(): Promise<void>;
  /** Checks every book that is looked at once; the timer does this by itself. */
  check(): Promise<void>;
};

/** Quotes around the index in every book that somebody looks at. */
export function createLiquidityService(input: {
  platform: Platform;
  door: TradingDoor;
  /** What is traded behind the door. */
  type: BookKind;
  markets: LiquidityMarkets;
  modes: readonly Mode[];
}): LiquidityService {
  const { platform, door, type, markets, modes } = input;
  const { clock, db, log, events } = platform;
  const desks = new Map<string, Desk>();
  const ends: (() => void)[] = [];
  const forgettable = new Map<string, string[]>();
  const accounts = new Map<string, Promise<DeskAccounts>>();
  let timer: NodeJS.Timeout | null = null;

  /** The accounts of a market are opened when somebody looks at it for the first time. */
  function accountsOf(market: string): Promise<DeskAccounts> {
    const known = accounts.get(market);
    if (known !== undefined) return known;
    const opening = db.transaction((tx) => openAccounts(tx, { type, market, modes, at: clock.now() }), { kind: 'work' });
    accounts.set(market, opening);
    opening.catch(() => accounts.delete(market));
    return opening;
  }

  async function makerOf({ terms, mode }: Desk): Promise<Caller> {
    return { userId: (await accountsOf(terms.market)).makerId, mode };
  }

  /** Cancels first and orders after them go out in one turn, so they are committed together and the book is never seen empty. */
  async function requote(desk: Desk, ladder: Ladder | null, turnover: string | null): Promise<void> {
    const caller = await makerOf(desk);
    const wanted = ladder === null ? [] : calculateQuotes({ ladder, terms: desk.terms, turnover });
    const { cancel, place } = diffQuotes(desk.resting, wanted);
    desk.ladder = ladder;
    desk.hasTraded = false;
    const cancels = cancel.map((orderId) => swallowRefusal(door.cancelOrder(caller, { orderId, requestId: NEVER_REPEATED })));
    const { market } = desk.terms;
    // GTC, not POST_ONLY: a user's order that the index has moved through gets filled at the user's price.
    const common = { market, kind: 'limit', timeInForce: 'GTC', requestId: NEVER_REPEATED, isHouse: true } as const;
    const placed = place.map((quote) => swallowRefusal(door.placeOrder(caller, { ...common, ...quote })));
    const [cancelled, answers] = await Promise.all([Promise.all(cancels), Promise.all(placed)]);
    desk.resting = desk.resting.filter(({ id }) => !cancel.includes(id));
    await forget(caller, cancel);
    for (const [index, quote] of place.entries()) {
      const answer = answers[index] ?? null;
      const rests = answer !== null && answer !== BUSY && (answer.state === 'open' || answer.state === 'partially_filled');
      if (rests) desk.resting.push({ ...quote, id: answer.id });
    }
    // Another process writes the market, or it was handed over meanwhile: what rests is read again at the next check.
    if ([...cancelled, ...answers].includes(BUSY)) desk.ladder = null;
  }

  async function forget(caller: Caller, ids: readonly string[], atLeast = FORGET_AT): Promise<void> {
    const key = `${caller.userId}:${caller.mode}`;
    const all = [...(forgettable.get(key) ?? []), ...ids];
    const isDue = all.length >= atLeast;
    forgettable.set(key, isDue ? [] : all);
    if (!isDue || all.length === 0) return;
    // What could not be removed now just stays.
    await door.forgetUnfilled(caller, all).catch((error: unknown) => log.warn({ err: error }, 'old quotes were not removed'));
  }

  function checkDesk(desk: Desk): Promise<void> {
    desk.running ??= renew(desk).finally(() => {
      desk.running = null;
    });
    return desk.running;
  }

  async function renew(desk: Desk): Promise<void> {
    const { market } = desk.terms;
    const isLeft = () => clock.now() - desk.lookedAt > LOOK_MS;
    try {
      if (!door.isHere(market)) {
        // Whoever has the market quotes there; what rests is read again when it comes back.
        desk.ladder = null;
        if (isLeft()) desks.delete(keyOf(market, desk.mode));
      } else if (isLeft()) {
        await requote(desk, null, null);
        // Somebody may have come back meanwhile: then the next check quotes again.
        if (isLeft()) desks.delete(keyOf(market, desk.mode));
      } else {
        const before = desk.book;
        desk.book = door.findBook(market, desk.mode);
        if (desk.book !== before) desk.ladder = null;
        const index = markets.getIndex(market);
        if (index !== null && index.state === 'fresh') await goOn(desk, index.price);
      }
    } catch (error) {
      // What rests is unknown now: it is read at the next check.
      desk.ladder = null;
      log.warn({ err: error, market }, 'quotes could not be renewed');
    }
  }

  /** What the market traded meets the quotes first; then they follow the index, and what is worn is placed anew. */
  async function goOn(desk: Desk, indexPrice: string): Promise<void> {
    const { terms, tape, mode } = desk;
    const { market } = terms;
    const activity = markets.getActivity(market);
    follow(tape, activity);
    const order = chooseTake({ tape, terms, quotes: desk.resting, indexPrice, now: clock.now() });
    if (order !== null && desk.ladder !== null) {
      const { takerId } = await accountsOf(market);
      const isKnown = await take({ door, clock, userId: takerId, mode, market, tape, order });
      if (!isKnown) desk.ladder = null;
    }
    // Also quotes of a process that died, which stand around an old price; and after a trade, of which less is left.
    if ((desk.ladder === null || desk.hasTraded) && !(await readOrders(desk))) return;
    const before = desk.ladder;
    const ladder = followIndex({ market, indexTicks: ticksOf(indexPrice, terms.tickSize), before });
    if (ladder !== before || desk.hasTraded) await requote(desk, ladder, activity?.turnover ?? null);
  }

  /** Says whether it is known what rests. */
  async function readOrders(desk: Desk): Promise<boolean> {
    try {
      const open = await door.listOpenOrders(await makerOf(desk), desk.terms.market);
      desk.resting = open.map(({ id, type, price, num, filled }) => ({
        id,
        side: type === 'buy' || type === 'long' ? 'buy' : 'sell',
        price: price ?? '0',
        quantity: subtractDecimals(num, filled),
      }));
      return true;
    } catch (error) {
      desk.ladder = null;
      log.warn({ err: error, market: desk.terms.market }, 'own quotes could not be read');
      return false;
    }
  }

  async function check(): Promise<void> {
    await Promise.all([...desks.values()].map(checkDesk));
    if (desks.size === 0 && timer !== null) {
      clearInterval(timer);
      timer = null;
    }
  }

  /** Answers with the first quotes of a book that nobody was looking at. */
  function touch(market: string, mode: Mode): void | Promise<void> {
    const key = keyOf(market, mode);
    const known = desks.get(key);
    if (known !== undefined) {
      known.lookedAt = clock.now();
      // The first quotes are still on their way to whoever else looks now.
      return known.resting.length === 0 && known.running !== null ? known.running : undefined;
    }
    const terms = markets.listMarkets().find((candidate) => candidate.market === market);
    if (terms === undefined || !modes.includes(mode)) return;
    const desk: Desk = {
      terms,
      mode,
      lookedAt: clock.now(),
      ladder: null,
      tape: createTape(),
      resting: [],
      book: undefined,
      hasTraded: false,
      running: null,
    };
    desks.set(key, desk);
    if (timer === null) {
      timer = setInterval(() => void check(), CHECK_MS);
      timer.unref();
    }
    return checkDesk(desk);
  }

  /** Quotes of an earlier run stand around an old price: nobody may meet them. */
  async function clear(): Promise<void> {
    const here = markets.listMarkets().flatMap(({ market }) => (door.isHere(market) ? [market] : []));
    for (const [market, userIds] of await findAccounts(db.read, { type, markets: here })) {
      for (const caller of userIds.flatMap((userId) => MODES.map((mode) => ({ userId, mode })))) {
        const ids = (await door.listOpenOrders(caller, market)).map(({ id }) => id);
        await Promise.all(ids.map((orderId) => swallowRefusal(door.cancelOrder(caller, { orderId, requestId: NEVER_REPEATED }))));
        await forget(caller, ids, 1);
      }
    }
  }

  return {
    async start() {
      await clear();
      ends.push(door.onTouch(touch));
      ends.push(
        events.subscribe((event) => {
          const desk = event.kind === 'trades' && (event.type ?? 'spot') === type ? desks.get(keyOf(event.market, event.mode)) : undefined;
          if (desk !== undefined) desk.hasTraded = true;
        }),
      );
    },
    async stop() {
      for (const end of ends.splice(0)) end();
      if (timer !== null) clearInterval(timer);
      timer = null;
      await Promise.all([...desks.values()].map((desk) => desk.running));
      desks.clear();
      await clear();
    },
    check,
  };
}

function keyOf(market: string, mode: Mode): string {
  return `${market}:${mode}`;
}
