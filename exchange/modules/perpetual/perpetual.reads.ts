import type { BookWire } from '../../../lib/protocol/markets';
import type { MarksWire, PerpetualOrderWire, PositionWire } from '../../../lib/protocol/perpetual';
import { MODES, type Mode } from '../../../lib/protocol/wire';
import { OPEN_ORDERS_MAX } from '../../../lib/rules/spot';
import type { Platform } from '../../platform/app';
import type { Tx } from '../../platform/db';
import { DomainError } from '../../platform/domain-error';
import { addQuotes, type Caller, deleteUnfilled, listOpenOrders, type MarketData, type MarketTerms } from '../matching/matching';
import { collectMarks } from './perpetual.marks.wire';
import { findLiquidations, findWarnings, listPositions } from './perpetual.queries';
import { PERPETUAL_ORDERS } from './perpetual.repository';
import type { createSharedMarks } from './perpetual.shared-marks';
import type { PerpetualState } from './perpetual.state';
import type { RulesOf } from './perpetual.rules';
import type { createTrading } from './perpetual.trading';
import { toOrderWire, toPositionWire } from './perpetual.wire';

type PlacesAsked = [tx: Tx, of: Parameters<typeof findWarnings>[1]];

/** What is looked at in perpetual markets, wherever they are written. */
export type PerpetualReads = {
  /** The caller's open orders in one market, newest first. */
  listOpenOrders(caller: Caller, market: string): Promise<PerpetualOrderWire[]>;
  /** The caller's open positions, newest first; of one market unless it is null. */
  listPositions(caller: Caller, market: string | null): Promise<PositionWire[]>;
  /** Removes the caller's cancelled orders of which nothing was filled; `ids` of others stay. */
  forgetUnfilled(caller: Caller, ids: readonly string[]): Promise<void>;
  getBook(market: string, mode: Mode): Promise<BookWire>;
  /** Marks of every market that has a price, and the rate as if the funding interval ended now. */
  getMarks(mode: Mode, now: number): MarksWire;
  /** The market of a caller's open position, null when there is none. */
  findMarketOf(caller: Caller, positionId: string): Promise<string | null>;
  /** `findLiquidations` and `findWarnings` of the queries, by what each position goes by. */
  watched: {
    findLiquidations(...asked: PlacesAsked): ReturnType<typeof findLiquidations>;
    findWarnings(...asked: PlacesAsked): ReturnType<typeof findWarnings>;
  };
};

type ReadsDeps = {
  platform: Pick<Platform, 'db' | 'events'>;
  state: PerpetualState;
  terms: ReadonlyMap<string, MarketTerms>;
  marketData: MarketData;
  shared: ReturnType<typeof createTrading>['shared'];
  sharedMarks: ReturnType<typeof createSharedMarks>;
  rulesOf: RulesOf;
  /** Returns a book that this process writes, or as it is stored. */
  readBook(market: string, mode: Mode): Promise<BookWire>;
};

/** Reads of books that this process writes come from memory, of others from who writes them; `publishMarks` tells everybody the marks of a moment. */
export function createReads(deps: ReadsDeps): PerpetualReads & { publishMarks(now: number): void } {
  const { state, terms, marketData, shared, sharedMarks, rulesOf, readBook } = deps;
  const { db, events } = deps.platform;
  const markInput = { state, marketData, markets: [...terms.keys()], findOther: sharedMarks.find };
  const publishMarks = (now: number) => {
    for (const mode of MODES) events.publish({ kind: 'marks', mode, marks: collectMarks({ ...markInput, mode, now }) });
  };
  return {
    publishMarks,
    async listOpenOrders(caller, market) {
      const orders = await listOpenOrders(db.read, PERPETUAL_ORDERS, { ...caller, market, limit: OPEN_ORDERS_MAX });
      const quotes = state.find(market, caller.mode)?.quotes.ofOwner(Number(caller.userId)) ?? [];
      return addQuotes(orders, quotes).map((order) => toOrderWire(order));
    },
    async listPositions(caller, market) {
      const rows = await listPositions(db.read, { ...caller, market });
      return rows.map((row) => toPositionWire(row.market, row.position, rulesOf(row.market, row.position.termsVersion)));
    },
    async forgetUnfilled(caller, ids) {
      await db.transaction((tx) => deleteUnfilled(tx, PERPETUAL_ORDERS, { ...caller, ids }));
    },
    async getBook(market, mode) {
      if (!terms.has(market)) throw new DomainError('MARKET_UNKNOWN');
      const asked = state.find(market, mode) === undefined ? await shared.askBook(market, mode) : null;
      return asked ?? readBook(market, mode);
    },
    watched: {
      findLiquidations: (tx, of) => findLiquidations(tx, of, rulesOf),
      findWarnings: (tx, of) => findWarnings(tx, of, rulesOf),
    },
    getMarks: (mode, now) => collectMarks({ ...markInput, mode, now }),
    async findMarketOf(caller, positionId) {
      const rows = await listPositions(db.read, { ...caller, market: null });
      return rows.find(({ position }) => String(position.identity.id) === positionId)?.market ?? null;
    },
  };
}
