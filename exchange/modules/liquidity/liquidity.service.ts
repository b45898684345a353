import { type BookKind, MODES, type Mode, type OrderKind, type OrderSide, type TimeInForce } from '../../../lib/protocol/wire';
import type { Platform } from '../../platform/app';
import { DomainError } from '../../platform/domain-error';
import { createId } from '../../platform/ids';
import { calculateQuotes, hasDrifted, type QuoteTerms } from './liquidity.math';

/** A book that nobody has looked at for this long is left alone, so that an idle machine is silent. */
export const LOOK_MS = 120_000;
/** How often the quotes of a book that is looked at are checked; with 12 cancels and 12 orders at most, this bounds the order rate. */
export const CHECK_MS = 1_000;
const DRIFT_BPS = 8;

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
/** The ordinary door of one kind of trading, as everyone else uses it. */
export type TradingDoor = {
  placeOrder(caller: Caller, input: OrderInput): Promise<{ id: string; state: string }>;
  cancelOrder(caller: Caller, input: { orderId: string; requestId: string }): Promise<unknown>;
  listOpenOrders(caller: Caller, market: string): Promise<{ id: string }[]>;
  onTouch(listener: (market: string, mode: Mode) => void | Promise<void>): () => void;
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
  orderIds: string[];
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
  let timer: NodeJS.Timeout | null = null;
  let userId = '';

  /** Cancels first and orders after them go out in one turn, so they are committed together and the book is never seen empty. */
  async function requote(desk: Desk, indexPrice: string | null): Promise<void> {
    const caller = { userId, mode: desk.mode };
    const cancels = desk.orderIds.map((orderId) => swallowRefusal(door.cancelOrder(caller, { orderId, requestId: createId() })));
    const quotes = indexPrice === null ? [] : calculateQuotes({ indexPrice, terms: desk.terms });
    desk.centre = indexPrice;
    desk.hasTraded = false;
    const placed = quotes.map(({ side, price, quantity }) =>
      // GTC, not POST_ONLY: a user's order that the index has moved through gets filled at the user's price.
      swallowRefusal(
        door.placeOrder(caller, {
          market: desk.terms.market,
          side,
          kind: 'limit',
          price,
          quantity,
          timeInForce: 'GTC',
          requestId: createId(),
        }),
      ),
    );
    const cancelled = await Promise.all(cancels);
    const answers = await Promise.all(placed);
    desk.orderIds = answers.flatMap((answer) =>
      answer !== null && answer !== BUSY && (answer.state === 'open' || answer.state === 'partially_filled') ? [answer.id] : [],
    );
    // Another process writes the market, or it was handed over meanwhile: what rests is read again at the next check.
    if ([...cancelled, ...answers].includes(BUSY)) desk.centre = null;
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
      if (clock.now() - desk.lookedAt > LOOK_MS) {
        await requote(desk, null);
        // Somebody may have come back meanwhile: then the next check quotes again.
        if (clock.now() - desk.lookedAt > LOOK_MS) desks.delete(keyOf(desk.terms.market, desk.mode));
      } else if (index !== null && index.state === 'fresh') {
        // Also quotes of a process that died, which stand around an old price.
        if (desk.centre === null) await readOrders(desk);
        const isOff =
          desk.centre === null || desk.hasTraded || hasDrifted({ centre: desk.centre, indexPrice: index.price, driftBps: DRIFT_BPS });
        if (isOff) await requote(desk, index.price);
      }
    } catch (error) {
      // What rests is unknown now: read it again at the next check.
      log.warn({ err: error, market: desk.terms.market }, 'quotes could not be renewed');
      await readOrders(desk);
    }
  }

  async function readOrders(desk: Desk): Promise<void> {
    desk.centre = null;
    try {
      desk.orderIds = (await door.listOpenOrders({ userId, mode: desk.mode }, desk.terms.market)).map(({ id }) => id);
    } catch (error) {
      log.warn({ err: error, market: desk.terms.market }, 'own quotes could not be read');
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
      return known.orderIds.length === 0 && known.running !== null ? known.running : undefined;
    }
    const terms = markets.listMarkets().find((candidate) => candidate.market === market);
    if (terms === undefined || !modes.includes(mode)) return;
    const desk: Desk = { terms, mode, lookedAt: clock.now(), centre: null, orderIds: [], hasTraded: false, running: null };
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
      for (const terms of markets.listMarkets()) {
        const caller = { userId, mode };
        const open = await door.listOpenOrders(caller, terms.market);
        await Promise.all(open.map(({ id }) => swallowRefusal(door.cancelOrder(caller, { orderId: id, requestId: createId() }))));
      }
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
async function swallowRefusal<T>(answer: Promise<T>): Promise<T | typeof BUSY | null> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof DomainError) return error.code === 'MARKET_BUSY' ? BUSY : null;
    throw error;
  }
}
