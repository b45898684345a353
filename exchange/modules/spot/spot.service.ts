import type { BookWire } from '../../../lib/protocol/markets';
import type { OrderWire } from '../../../lib/protocol/spot';
import type { Mode } from '../../../lib/protocol/wire';
import type { TradeEvent } from '../../platform/events';
import type { Platform } from '../../platform/app';
import { DomainError } from '../../platform/domain-error';
import { createId } from '../../platform/ids';
import { type FeeRates, FIRST_SPOT_FEES, OPEN_ORDERS_MAX } from '../../../lib/rules/spot';
import { type BatchResult, runBatch } from './spot.batch';
import {
  type Answer,
  type AskedCommand,
  type AmendAnswer,
  type CancelAnswer,
  type Command,
  nameCommand,
  type PlaceAnswer,
  type PlaceInput,
} from './spot.commands';
import { commandMessage } from './spot.messages';
import { checkShape } from './spot.shape';
import { SPOT_ORDERS } from './spot.repository';
import { rebuildBooks } from './spot.rebuild';
import { type BookEntry, type Books, SpotState } from './spot.state';
import { createWatch } from './spot.watch';
import {
  addQuotes,
  type AmendInput,
  answerOf,
  type Caller,
  COMMAND_COST_MAX,
  createAsked,
  createSharedMarkets,
  createTakeOn,
  deleteUnfilled,
  findMarketOf,
  formatSteps,
  formatTicks,
  listOpenOrders,
  type Looks,
  type MarketData,
  MarketOwnership,
  type MarketTerms,
  MarketWriter,
  readBook,
  Refusals,
  toListedTerms,
  toRowId,
} from '../matching/matching';
import { toOrderWire } from './spot.wire';

export type SpotService = Looks & {
  terms: ReadonlyMap<string, MarketTerms>;
  /** What trading costs now. */
  readFees(): FeeRates;
  start(): Promise<void>;
  stop(): Promise<void>;
  placeOrder(caller: Caller, input: PlaceInput): Promise<PlaceAnswer>;
  cancelOrder(caller: Caller, input: { orderId: string; requestId: string }): Promise<CancelAnswer>;
  /** Changes price or total quantity of a resting order. */
  amendOrder(caller: Caller, input: AmendInput): Promise<AmendAnswer>;
  /** The caller's open orders in one market, newest first. */
  listOpenOrders(caller: Caller, market: string): Promise<OrderWire[]>;
  /** Removes the caller's cancelled orders of which nothing was filled; `ids` of others stay. */
  forgetUnfilled(caller: Caller, ids: readonly string[]): Promise<void>;
  getBook(market: string, mode: Mode): Promise<BookWire>;
  bestQuotes(market: string, mode: Mode): { bid: string | null; ask: string | null };
  /** Whether this process writes a market at the moment. */
  isHere(market: string): boolean;
  /** What stands for a book in this process until it is built anew. */
  findBook(market: string, mode: Mode): object | undefined;
  /** Resolves when everything that prints and fills made due so far is done. */
  settled(): Promise<void>;
};

/** `costMax` is what one command may cost; `readFees` is asked once a batch. */
export type SpotDeps = { marketData: MarketData; readFees?(): FeeRates; costMax?: number };

/** Builds the spot service: writer, leases and books. Nothing runs before `start`. */
export function createSpotService(
  platform: Platform,
  { marketData, readFees = () => FIRST_SPOT_FEES, costMax = COMMAND_COST_MAX }: SpotDeps,
): SpotService {
  const { db, log, clock, metrics } = platform;
  const terms = new Map(marketData.listMarkets().map((market) => [market.market, toListedTerms(market)]));
  const state = new SpotState(terms);
  const processId = createId();
  const getIndex = (market: string) => marketData.getIndex(market);
  const writer = new MarketWriter<Command, Answer, BatchResult, BookEntry[]>({
    db,
    log,
    metrics,
    name: 'spot',
    state,
    mayWrite: () => ownership.mayWrite(),
    nameOf: nameCommand,
    run: (tx, commands) => runBatch(tx, { state, processId, getIndex, now: clock.now(), fees: readFees(), costMax }, commands),
    onCommit: (result, changed) => {
      publishCommit(platform, result, changed);
      watch.afterCommit();
      takeOn.look();
    },
    onDiverged: (markets) => ownership.abandon(markets),
  });
  const shared = createSharedMarkets<AskedCommand, Answer>({
    platform,
    name: 'spot',
    processId,
    markets: [...terms.keys()],
    leaseOf: (market) => market,
    isHere: (market) => state.epochs.has(market),
    schema: commandMessage,
    submit: (command) => writer.submit(command),
    readBook: (market, mode) => readSpotBook(market, mode),
  });
  const { touch, look, onTouch } = shared;
  const refusals = new Refusals({ metrics, product: 'spot' });
  const watch = createWatch({
    log,
    state,
    submit: (command) => writer.submit(command),
    refusals,
    touch,
    look,
    isHalted: (market) => getIndex(market)?.state === 'halted',
  });
  const takeOn = createTakeOn({
    books: () => state.all(),
    isDue: (order) => order.isDue,
    submit: (command) => writer.submit(command),
    refusals,
    now: () => clock.now(),
  });
  let stopListening: (() => void) | null = null;
  const rebuild = (market: string) => rebuildBooks(db.long, terms.get(market) as MarketTerms, clock.now());
  const ownership: MarketOwnership<Record<Mode, Books>> = new MarketOwnership({
    db,
    log,
    metrics,
    name: 'spot',
    state,
    processId,
    markets: [...terms.keys()],
    rebuild,
  });

  const settled = async () => {
    while (!watch.isIdle || !takeOn.isIdle) await Promise.all([watch.settled(), takeOn.settled()]);
  };
  const readSpotBook = (market: string, mode: Mode) =>
    readBook(db.read, { table: SPOT_ORDERS, market, mode, entry: state.find(market, mode), clock });
  const bestOf = (entry: BookEntry, side: 'bids' | 'asks') => {
    const ticks = entry.book.bestPrice(side);
    return ticks === null ? null : formatTicks(entry.terms, ticks);
  };
  const topOf = (entry: BookEntry) => ({ bid: bestOf(entry, 'bids'), ask: bestOf(entry, 'asks') });
  const tellTops = () => {
    const own = state.all().filter(({ mode }) => mode === 'real');
    shared.tellTops(own.map((entry) => ({ market: entry.terms.symbol, ...topOf(entry) })));
  };
  const submit = async <A extends Answer>(market: string | null, command: AskedCommand) =>
    answerOf(await shared.route(market, command)) as A;
  /** Nothing is waited for where the market is known: commands stand in the queue as they were sent. */
  const submitToOrder = async <A extends Answer>(command: Extract<AskedCommand, { kind: 'cancel' | 'amend' }>) => {
    const findElsewhere = () => findMarketOf(db.read, SPOT_ORDERS, { ...command.caller, id: command.orderId });
    return submit<A>(state.findAny(command.orderId)?.entry.terms.symbol ?? (await shared.locate(findElsewhere)), command);
  };

  return {
    touch,
    look,
    onTouch,
    isHere: shared.isHere,
    findBook: (market, mode) => state.find(market, mode)?.book,
    terms,
    readFees,
    async start() {
      await ownership.start();
      writer.start();
      shared.start();
      stopListening = marketData.onPrint((print) => {
        watch.accept(print);
        takeOn.look();
        tellTops();
      });
      watch.afterCommit();
      takeOn.look();
    },
    async stop() {
      stopListening?.();
      await writer.stop();
      shared.stop();
      await settled();
      await ownership.stop();
    },
    async placeOrder(caller, input) {
      if (!terms.has(input.market)) throw new DomainError('MARKET_UNKNOWN');
      checkShape(input);
      const { requestId, ...rest } = input;
      return submit<PlaceAnswer>(input.market, { kind: 'place', input, ...createAsked(caller, requestId, rest) });
    },
    async cancelOrder(caller, { orderId, requestId }) {
      const id = toRowId(orderId, 'ORDER_NOT_FOUND');
      return submitToOrder<CancelAnswer>({ kind: 'cancel', orderId: id, ...createAsked(caller, requestId, { orderId }) });
    },
    async amendOrder(caller, { orderId, price, quantity, requestId }) {
      if (price === null && quantity === null) throw new DomainError('REQUEST_INVALID', { params: { field: 'price' } });
      const id = toRowId(orderId, 'ORDER_NOT_FOUND');
      const asked = createAsked(caller, requestId, { orderId, price, quantity });
      return submitToOrder<AmendAnswer>({ kind: 'amend', orderId: id, price, quantity, ...asked });
    },
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
      return asked ?? readSpotBook(market, mode);
    },
    bestQuotes(market, mode) {
      const entry = state.find(market, mode);
      const told = mode === 'real' ? shared.findTop(market) : null;
      return (entry === undefined ? told : topOf(entry)) ?? { bid: null, ask: null };
    },
    settled,
  };
}

function publishCommit({ events }: Platform, { fills, touched, at }: BatchResult, changed: BookEntry[]): void {
  for (const { terms, mode } of changed) events.publish({ kind: 'book', market: terms.symbol, mode });
  const trades = new Map<string, { market: string; mode: Mode; trades: TradeEvent[] }>();
  for (const { fill, terms, mode } of fills) {
    const key = `${terms.symbol}:${mode}`;
    const group = trades.get(key) ?? { market: terms.symbol, mode, trades: [] };
    const side = fill.isTakerBuy ? 'buy' : 'sell';
    group.trades.push({ id: fill.id, price: formatTicks(terms, fill.price), num: formatSteps(terms, fill.steps), side, time: at });
    trades.set(key, group);
  }
  for (const group of trades.values()) events.publish({ kind: 'trades', ...group });
  const accounts = new Map(touched.map((account) => [`${account.owner}:${account.mode}:${account.market}`, account]));
  for (const { owner, mode, market } of accounts.values()) {
    events.publish({ kind: 'account', userId: String(owner), mode, changed: ['orders', 'balances'], market });
  }
}
