import { ERRORS } from '../../../lib/protocol/errors';
import type { Mode, OrderSide } from '../../../lib/protocol/wire';
import { compareDecimals } from '../../../lib/rules/decimal';
import { calculateUnitValue, isBelowStop, toFraction } from '../../../lib/rules/hosting';
import type { Platform } from '../../platform/app';
import type { Tx } from '../../platform/db';
import { DomainError } from '../../platform/domain-error';
import { getBalances } from '../ledger/ledger';
import { type Book, listBooks, lockBook, updateBook } from './hosting.books.repository';
import { type BookOrder, endOrder, insertOrders, listOpenOrders, type OrderRow } from './hosting.orders.repository';
import { decide, type MarketView } from './hosting.strategy';
import { tellStopped, type ValuationDeps } from './hosting.valuation';
import { type Marks, type OpenPosition, readWorth } from './hosting.worth';

type Caller = { userId: string; mode: Mode };
type Asked = {
  market: string;
  side: OrderSide;
  kind: 'limit';
  price: string;
  quantity: string;
  timeInForce: 'IOC';
  requestId: string;
};
/** The ordinary doors, as everybody uses them. */
export type BookDoors = {
  spot: {
    look(market: string, mode: Mode): Promise<void>;
    placeOrder(caller: Caller, input: Asked): Promise<{ id: string; filled: string }>;
  };
  perpetual: {
    look(market: string, mode: Mode): Promise<void>;
    placeOrder(caller: Caller, input: Asked & { isReduceOnly: boolean }): Promise<{ id: string; filled: string }>;
  };
};
export type TraderMarkets = {
  /** `at` is when the price was last known (ms). */
  getIndex(market: string): { price: string; at: number; state: string } | null;
  listMarkets(): readonly { market: string; base: string; tickSize: string; stepSize: string; quantityMax: string; minNotional: string }[];
};
/** Returns the rate of the last settled funding time of each market, a decimal. */
export type ReadSettledRates = (tx: Tx, of: { markets: readonly string[]; mode: Mode }) => Promise<ReadonlyMap<string, string>>;
type TraderDeps = {
  platform: Pick<Platform, 'db' | 'clock' | 'log' | 'metrics'>;
  doors: BookDoors;
  markets: TraderMarkets;
  readSettledRates: ReadSettledRates;
  /** Throws where this process may not trade any more. */
  checkFence(tx: Tx): Promise<void>;
};

/** After orders that were refused a book tries again so much later. */
export const REFUSED_WAIT_MS = 30_000;
/** After an entry whose coins could not all be sold short: the market for perpetuals has no buyers near the index. */
export const UNMATCHED_WAIT_MS = 60 * 60_000;
/** A price that isn't fresh is at least so old, whatever its time says. */
const NOT_FRESH_MS = 1;

const requestIdOf = ({ id }: Pick<OrderRow, 'id'>) => `hosting-order-${id.padStart(12, '0')}`;

/**
 * Trades for the books: one step finishes what was asked for before, decides by the rules, writes the orders down and asks for them. Each order is asked for
 * under its own number, so that whoever repeats a step after a crash buys nothing twice.
 */
export function createTrader(deps: TraderDeps & ValuationDeps) {
  const { platform, doors, markets, checkFence, readMarks, readOpenPositions, readSettledRates } = deps;
  const { db, clock, log, metrics } = platform;
  const counted = metrics.counter({ name: 'hosting_orders_total', help: 'Orders of hosting books', labelNames: ['reason', 'outcome'] });
  const waitsUntil = new Map<string, number>();
  /** Until when a book enters nothing: its last entry got more coins than it could sell short. */
  const entersFrom = new Map<string, number>();

  /** Decides under the lock of the book, so that no valuation begins before the orders are done. */
  async function plan(tx: Tx, id: string): Promise<OrderRow[]> {
    await checkFence(tx);
    const book = await lockBook(tx, id);
    // While positions are settled it sells for what is missing, and decides nothing else.
    if (book.state === 'stopped' || (book.isSettling && book.cashNeeded === 0n)) return [];
    const open = await listOpenOrders(tx, id);
    if (open.length > 0) return open;
    const now = clock.now();
    if ((waitsUntil.get(id) ?? 0) > now) return [];
    const worth = await readWorth(tx, { owner: book, marks: readMarks(book.mode), readOpenPositions });
    const state = worth === null || book.isSettling ? book.state : await stopIfBelow(tx, { book, value: worth.value, metrics, at: now });
    const balances = await getBalances(tx, book);
    const coins = new Map(balances.filter(({ asset }) => asset !== 'USDT').map(({ asset, available }) => [asset, available]));
    const listed = markets.listMarkets().map(({ market }) => market);
    const [positions, rates] = [await readOpenPositions(tx, book), await readSettledRates(tx, { markets: listed, mode: book.mode })];
    const decided = decide({
      state,
      value: worth?.value ?? null,
      cash: balances.find(({ asset }) => asset === 'USDT')?.available ?? 0n,
      cashNeeded: book.cashNeeded,
      isDue: book.isSettling || (book.nextAt ?? 0) <= now,
      rules: book.terms.rules,
      markets: listViews(book, { coins, positions, rates }, { markets, marks: readMarks(book.mode), now: clock.now() }),
    });
    const orders = decided.filter(({ reason }) => reason !== 'enter' || (entersFrom.get(id) ?? 0) <= now);
    return orders.length === 0 ? [] : insertOrders(tx, { book: id, at: now, orders });
  }

  /** Returns what was filled of the order. What nobody answered stays open and is asked for again by the next step. */
  async function finish(book: Book, order: OrderRow): Promise<string> {
    try {
      const { id, filled } = await askFor(doors, book, order);
      await end(order, { orderId: id, outcome: 'taken' });
      return filled;
    } catch (error) {
      if (!(error instanceof DomainError) || ERRORS[error.code].retry === 'same-request') throw error;
      log.warn({ err: error, market: order.market, reason: order.reason }, 'an order of a hosting book was refused');
      await end(order, { orderId: null, outcome: 'refused' });
      return '0';
    }
  }

  async function end(order: OrderRow, done: { orderId: string | null; outcome: 'taken' | 'refused' }): Promise<void> {
    counted.inc({ reason: order.reason, outcome: done.outcome });
    await db.transaction((tx) => endOrder(tx, { id: order.id, at: clock.now(), ...done }));
  }

  async function stepBook(book: Book): Promise<number> {
    const orders = await db.transaction((tx) => plan(tx, book.id));
    let isSomethingFilled = false;
    const entered = { spot: '0', perpetual: '0' };
    for (const order of orders) {
      // Without its coins nothing is sold short.
      const isPointless: boolean = order.reason === 'enter' && order.leg === 'perpetual' && orders.length > 1 && !isSomethingFilled;
      const filled: string = isPointless ? '0' : await finish(book, order);
      if (isPointless) await end(order, { orderId: null, outcome: 'refused' });
      if (order.reason === 'enter') entered[order.leg] = filled;
      isSomethingFilled ||= compareDecimals(filled, '0') > 0;
    }
    // What was bought and not sold short is sold again at once: entering anew at the same prices would only pay spread and fees, again and again.
    if (compareDecimals(entered.perpetual, entered.spot) < 0) entersFrom.set(book.id, clock.now() + UNMATCHED_WAIT_MS);
    if (orders.length > 0 && !isSomethingFilled) waitsUntil.set(book.id, clock.now() + REFUSED_WAIT_MS);
    return orders.length;
  }

  return {
    /** One step of every book; one that fails holds up no other. Returns how many orders there were. */
    async step(): Promise<number> {
      let count = 0;
      for (const book of await listBooks(db.read)) {
        if (book.state === 'stopped') continue;
        try {
          count += await stepBook(book);
        } catch (error) {
          log.warn({ err: error, book: book.id }, 'a step of a hosting book failed, the next one tries again');
          counted.inc({ reason: 'enter', outcome: 'failed' });
        }
      }
      return count;
    },
  };
}

/** Returns every market in which a book holds something or may trade, as it sees it. */
function listViews(
  book: Book,
  held: { coins: ReadonlyMap<string, bigint>; positions: readonly OpenPosition[]; rates: ReadonlyMap<string, string> },
  { markets, marks, now }: { markets: TraderMarkets; marks: Marks; now: number },
): MarketView[] {
  return markets.listMarkets().flatMap((terms): MarketView[] => {
    const short = held.positions.find(({ market }) => market === terms.market) ?? null;
    const coins = held.coins.get(terms.base) ?? 0n;
    const index = markets.getIndex(terms.market);
    if (index === null || (!book.terms.rules.markets.includes(terms.market) && short === null && coins === 0n)) return [];
    const mark = marks.get(terms.market);
    const isFresh = index.state === 'fresh' && mark !== undefined;
    const staleMs = isFresh ? 0 : Math.max(NOT_FRESH_MS, now - index.at);
    const at = { index: index.price, mark: mark?.mark ?? index.price, rate: held.rates.get(terms.market) ?? '0' };
    return [{ ...terms, ...at, staleMs, coins, short }];
  });
}

/** A book that lost what its line says stops at once, not at the next valuation. */
async function stopIfBelow(
  tx: Tx,
  { book, value, metrics, at }: { book: Book; value: bigint; metrics: Platform['metrics']; at: number },
): Promise<Book['state']> {
  const unitValue = calculateUnitValue({ value, units: book.units });
  const stopRate = toFraction(book.terms.rules.stopRate);
  if (book.state !== 'live' || !isBelowStop({ unitValue, high: book.high, stopRate })) return book.state;
  await updateBook(tx, { ...book, state: 'stopping', stoppingAt: at });
  tellStopped(metrics, book);
  return 'stopping';
}

async function askFor(doors: BookDoors, book: Book, order: OrderRow): Promise<{ id: string; filled: string }> {
  const caller = { userId: book.userId, mode: book.mode };
  const { market, side, price, quantity } = order satisfies BookOrder;
  const asked: Asked = { market, side, kind: 'limit', price, quantity, timeInForce: 'IOC', requestId: requestIdOf(order) };
  await doors[order.leg].look(market, book.mode);
  return order.leg === 'spot'
    ? doors.spot.placeOrder(caller, asked)
    : doors.perpetual.placeOrder(caller, { ...asked, isReduceOnly: order.isReducing });
}
