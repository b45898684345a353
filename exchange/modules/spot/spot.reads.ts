import type { BookWire } from '../../../lib/protocol/markets';
import type { OrderWire } from '../../../lib/protocol/spot';
import type { Mode } from '../../../lib/protocol/wire';
import { OPEN_ORDERS_MAX } from '../../../lib/rules/spot';
import type { Platform } from '../../platform/app';
import { DomainError } from '../../platform/domain-error';
import { addQuotes, type Caller, deleteUnfilled, formatTicks, listOpenOrders, type MarketTerms } from '../matching/matching';
import { SPOT_ORDERS } from './spot.repository';
import type { BookEntry, SpotState } from './spot.state';
import type { createTrading } from './spot.trading';
import { toOrderWire } from './spot.wire';

/** What is looked at in spot markets, wherever they are written. */
export type SpotReads = {
  /** The caller's open orders in one market, newest first. */
  listOpenOrders(caller: Caller, market: string): Promise<OrderWire[]>;
  /** Removes the caller's cancelled orders of which nothing was filled; `ids` of others stay. */
  forgetUnfilled(caller: Caller, ids: readonly string[]): Promise<void>;
  getBook(market: string, mode: Mode): Promise<BookWire>;
  bestQuotes(market: string, mode: Mode): { bid: string | null; ask: string | null };
};

type ReadsDeps = {
  db: Platform['db'];
  state: SpotState;
  terms: ReadonlyMap<string, MarketTerms>;
  shared: ReturnType<typeof createTrading>['shared'];
  /** Returns a book that this process writes, or as it is stored. */
  readBook(market: string, mode: Mode): Promise<BookWire>;
};

/** Reads of books that this process writes come from memory, of others from who writes them; and what the others are told of the best prices. */
export function createReads({ db, state, terms, shared, readBook }: ReadsDeps): SpotReads & { tellTops(): void } {
  const bestOf = (entry: BookEntry, side: 'bids' | 'asks') => {
    const ticks = entry.book.bestPrice(side);
    return ticks === null ? null : formatTicks(entry.terms, ticks);
  };
  const topOf = (entry: BookEntry) => ({ bid: bestOf(entry, 'bids'), ask: bestOf(entry, 'asks') });
  const tellTops = () => {
    const own = state.all().filter(({ mode }) => mode === 'real');
    shared.tellTops(own.map((entry) => ({ market: entry.terms.symbol, ...topOf(entry) })));
  };
  return {
    tellTops,
    async listOpenOrders(caller, market) {
      const quotes = state.find(market, caller.mode)?.quotes.ofOwner(Number(caller.userId)) ?? [];
      const orders = await listOpenOrders(db.read, SPOT_ORDERS, { ...caller, market, limit: OPEN_ORDERS_MAX });
      return addQuotes(orders, quotes).map(toOrderWire);
    },
    async forgetUnfilled(caller, ids) {
      await db.transaction((tx) => deleteUnfilled(tx, SPOT_ORDERS, { ...caller, ids }));
    },
    async getBook(market, mode) {
      if (!terms.has(market)) throw new DomainError('MARKET_UNKNOWN');
      const asked = state.find(market, mode) === undefined ? await shared.askBook(market, mode) : null;
      return asked ?? readBook(market, mode);
    },
    bestQuotes(market, mode) {
      const entry = state.find(market, mode);
      const told = mode === 'real' ? shared.findTop(market) : null;
      return (entry === undefined ? told : topOf(entry)) ?? { bid: null, ask: null };
    },
  };
}
