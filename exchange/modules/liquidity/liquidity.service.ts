import { ERRORS } from '../../../lib/protocol/errors';
import { type BookKind, MODES, type Mode, type OrderKind, type OrderSide, type TimeInForce } from '../../../lib/protocol/wire';
import type { Platform } from '../../platform/app';
import { DomainError } from '../../platform/domain-error';
import { subtractDecimals } from '../../../lib/rules/decimal';
import { NEVER_REPEATED } from '../matching/matching';
import { calculateQuotes, diffQuotes, hasDrifted, type QuoteTerms, type RestingQuote } from './liquidity.math';

/** A book that nobody has looked at for this long is left alone, so that an idle machine is silent. */
export const LOOK_MS = 120_000;
/** How often the quotes of a book that is looked at are checked; with 12 cancels and 12 orders at most, this bounds the order rate. */
export const CHECK_MS = 1_000;
const DRIFT_BPS = 8;
/** Old quotes are removed from the database when there are so many of a mode: nobody asks for them, and they would be most of all orders. */
export const FORGET_AT = 200;

type Caller = { userId: string; mode: Mode };
type OrderInput = {
  market: string;
  side: OrderSide;
  kind: OrderKind;
  price: string | null;
  quantity: string;
  timeInForce: TimeInForce;
  requestId: string;
};
/** The part of an order on the wire of either kind that tells how much of it rests where. */
type OpenOrder = { id: string; type: 'buy' | 'sell' | 'long' | 'short'; price: string | null; num: string; filled: string };
/** The ordinary door of one kind of trading, as everyone else uses it. */
export type TradingDoor = {
  placeOrder(caller: Caller, input: OrderInput): Promise<{ id: string; state: string }>;
  cancelOrder(caller: Caller, input: { orderId: string; requestId: string }): Promise<unknown>;
  listOpenOrders(caller: Caller, market: string): Promise<OpenOrder[]>;
  /** Removes own cancelled orders of which nothing was filled. */
  forgetUnfilled(caller: Caller, ids: readonly string[]): Promise<void>;
  onTouch(listener: (market: string, mode: Mode) => void | Promise<void>): () => void;
  /** Whether this process writes a market: quotes are up to the one that does. */
  isHere(market: string): boolean;
};
export type LiquidityMarkets = {
  getIndex(market: string): { price: string; state: string } | null;
  listMarkets(): readonly (QuoteTerms & { market: string })[];
};

type Desk = {
  terms: QuoteTerms & { market: string };
  mode: Mode;
  lookedAt: number;
  /** Index price around which the quotes stand; null when there are none. */
  centre: string | null;
  resting: RestingQuote[];
  hasTraded: boolean;
  /** The check that is under way; there is never more than one. */
  running: Promise<void> | null;
};

export type LiquidityService = {
  start(userId: string): Promise<void>;
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
  const { clock, log, events } = platform;
  const desks = new Map<string, Desk>();
  const ends: (() => void)[] = [];
  const forgettable = new Map<Mode, string[]>();
  let timer: NodeJS.Timeout | null = null;
  let userId = '';

  /** Cancels first and orders after them go out in one turn, so they are committed together and the book is never seen empty. */
  async function requote(desk: Desk, centre: string | null): Promise<void> {
    const caller = { userId, mode: desk.mode };
    const wanted = centre === null ? [] : calculateQuotes({ indexPrice: centre, terms: desk.terms });
    const { cancel, place } = diffQuotes(desk.resting, wanted);
    desk.centre = centre;
    desk.hasTraded = false;
    const cancels = cancel.map((orderId) => swallowRefusal(door.cancelOrder(caller, { orderId, requestId: NEVER_REPEATED })));
    const placed = place.map((quote) =>
      // GTC, not POST_ONLY: a user's order that the index has moved through gets filled at the user's price.
      swallowRefusal(
        door.placeOrder(caller, {
          market: desk.terms.market,
          ...quote,
          kind: 'limit',
          timeInForce: 'GTC',
          requestId: NEVER_REPEATED,
        }),
      ),
    );
    const [cancelled, answers] = await Promise.all([Promise.all(cancels), Promise.all(placed)]);
    desk.resting = desk.resting.filter(({ id }) => !cancel.includes(id));
    await forget(desk.mode, cancel);
    for (const [index, quote] of place.entries()) {
      const answer = answers[index] ?? null;
      const rests = answer !== null && answer !== BUSY && (answer.state === 'open' || answer.state === 'partially_filled');
      if (rests) desk.resting.push({ ...quote, id: answer.id });
    }
    // Another process writes the market, or it was handed over meanwhile: what rests is read again at the next check.
    if ([...cancelled, ...answers].includes(BUSY)) desk.centre = null;
  }

  async function forget(mode: Mode, ids: readonly string[], atLeast = FORGET_AT): Promise<void> {
    const all = [...(forgettable.get(mode) ?? []), ...ids];
    const isDue = all.length >= atLeast;
    forgettable.set(mode, isDue ? [] : all);
    if (!isDue || all.length === 0) return;
    // What could not be removed now just stays.
    await door.forgetUnfilled({ userId, mode }, all).catch((error: unknown) => log.warn({ err: error }, 'old quotes were not removed'));
  }

  function checkDesk(desk: Desk): Promise<void> {
    desk.running ??= renew(desk).finally(() => {
      desk.running = null;
    });
    return desk.running;
  }

  async function renew(desk: Desk): Promise<void> {
    try {
      const index = markets.getIndex(desk.terms.market);
      if (!door.isHere(desk.terms.market)) {
        // Whoever has the market quotes there; what rests is read again when it comes back.
        desk.centre = null;
        if (clock.now() - desk.lookedAt > LOOK_MS) desks.delete(keyOf(desk.terms.market, desk.mode));
      } else if (clock.now() - desk.lookedAt > LOOK_MS) {
        await requote(desk, null);
        // Somebody may have come back meanwhile: then the next check quotes again.
        if (clock.now() - desk.lookedAt > LOOK_MS) desks.delete(keyOf(desk.terms.market, desk.mode));
      } else if (index !== null && index.state === 'fresh') {
        // Also quotes of a process that died, which stand around an old price; and after a trade, of which less is left.
        if ((desk.centre === null || desk.hasTraded) && !(await readOrders(desk))) return;
        const { centre } = desk;
        const hasMoved = centre === null || hasDrifted({ centre, indexPrice: index.price, driftBps: DRIFT_BPS });
        if (hasMoved || desk.hasTraded) await requote(desk, hasMoved ? index.price : centre);
      }
    } catch (error) {
      // What rests is unknown now: it is read at the next check.
      desk.centre = null;
      log.warn({ err: error, market: desk.terms.market }, 'quotes could not be renewed');
    }
  }

  /** Says whether it is known what rests. */
  async function readOrders(desk: Desk): Promise<boolean> {
    try {
      const open = await door.listOpenOrders({ userId, mode: desk.mode }, desk.terms.market);
      desk.resting = open.map(({ id, type, price, num, filled }) => ({
        id,
        side: type === 'buy' || type === 'long' ? 'buy' : 'sell',
        price: price ?? '0',
        quantity: subtractDecimals(num, filled),
      }));
      return true;
    } catch (error) {
      desk.centre = null;
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
    const desk: Desk = { terms, mode, lookedAt: clock.now(), centre: null, resting: [], hasTraded: false, running: null };
    desks.set(key, desk);
    if (timer === null) {
      timer = setInterval(() => void check(), CHECK_MS);
      timer.unref();
    }
    return checkDesk(desk);
  }

  /** Quotes of an earlier run stand around an old price: nobody may meet them. */
  async function clear(): Promise<void> {
    for (const mode of MODES) {
      const caller = { userId, mode };
      for (const { market } of markets.listMarkets().filter((terms) => door.isHere(terms.market))) {
        const ids = (await door.listOpenOrders(caller, market)).map(({ id }) => id);
        await Promise.all(ids.map((orderId) => swallowRefusal(door.cancelOrder(caller, { orderId, requestId: NEVER_REPEATED }))));
        await forget(mode, ids);
      }
      await forget(mode, [], 1);
    }
  }

  return {
    async start(id) {
      userId = id;
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

/** The market has no writer here, so nothing is known of the order. */
const BUSY = 'busy';

/** A refused quote is no fault: inventory runs low, a fill came first, or the feed is late. It quotes less, until the next check. */
function swallowRefusal<T>(answer: Promise<T>): Promise<T | typeof BUSY | null> {
  return answer.catch((error: unknown) => {
    if (error instanceof DomainError) return ERRORS[error.code].retry === 'same-request' ? BUSY : null;
    throw error;
  });
}
