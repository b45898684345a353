import type { BookWire } from '../../../lib/protocol/markets';
import type { MarksWire, PerpetualOrderWire, PositionWire } from '../../../lib/protocol/perpetual';
import { MODES, type Mode } from '../../../lib/protocol/wire';
import { createPerpetualTerms } from '../../../lib/rules/perpetual-terms';
import { type FeeRates, OPEN_ORDERS_MAX } from '../../../lib/rules/spot';
import type { Platform } from '../../platform/app';
import { DomainError } from '../../platform/domain-error';
import { createId } from '../../platform/ids';
import {
  addQuotes,
  type Caller,
  COMMAND_COST_MAX,
  COMMAND_PROCESS_MS,
  createTakeOn,
  deleteUnfilled,
  listOpenOrders,
  type Looks,
  type MarketData,
  MarketOwnership,
  type MarketTerms,
  MarketWriter,
  readBook,
  Refusals,
} from '../matching/matching';
import { type BatchResult, runBatch } from './perpetual.batch';
import { type Answer, type Command, nameCommand } from './perpetual.commands';
import { createEndedOrdersWatch, loadEndedOrders } from './perpetual.ended-orders';
import { publishCommit } from './perpetual.events';
import { PieceSize } from './perpetual.funding.size';
import { createMarks } from './perpetual.marks';
import { collectMarks } from './perpetual.marks.wire';
import { listPositions } from './perpetual.queries';
import { rebuildBooks } from './perpetual.rebuild';
import { PERPETUAL_ORDERS } from './perpetual.repository';
import { createSharedMarks } from './perpetual.shared-marks';
import { leaseOf, type PerpetualBook, PerpetualState } from './perpetual.state';
import { createPerpetualMarkets, PERPETUAL_FEE_BOUNDS, toFeesInForce } from './perpetual.terms';
import { createTrading, type PerpetualTrading } from './perpetual.trading';
import type { LoadStandings } from './perpetual.turn';
import { toOrderWire, toPositionWire } from './perpetual.wire';

/** `readFees` is asked once a batch; `fundingPiece` is how many positions one transaction takes through a funding time at most, `costMax` and `processMs` what one command may cost in it. */
export type PerpetualDeps = {
  marketData: MarketData;
  loadStandings: LoadStandings;
  readFees?(): FeeRates;
  fundingPiece?: number;
  costMax?: number;
  processMs?: number;
};

export type PerpetualService = Looks &
  PerpetualTrading & {
    terms: ReadonlyMap<string, MarketTerms>;
    /** What trading costs now. */
    readFees(): FeeRates;
    /** What this process has in memory: marks and positions of the markets it writes. */
    state: PerpetualState;
    /** `fundOwner` is the user number of the insurance fund. */
    start(fundOwner: number): Promise<void>;
    stop(): Promise<void>;
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
    /** Takes out of the books of this process the resting orders that breaks and tighter limits ended. */
    endOrders(): Promise<void>;
    /** Whether this process writes a market at the moment. */
    isHere(market: string): boolean;
    /** What stands for a book in this process until it is built anew. */
    findBook(market: string, mode: Mode): object | undefined;
    /** Resolves when everything that the prints so far made due is settled. */
    settled(): Promise<void>;
  };

const USUAL = { readFees: () => PERPETUAL_FEE_BOUNDS, costMax: COMMAND_COST_MAX, processMs: COMMAND_PROCESS_MS };

/** Builds the perpetual service: writer, leases, books and marks. Nothing runs before `start`. */
export function createPerpetualService(platform: Platform, deps: PerpetualDeps): PerpetualService {
  const { marketData, loadStandings, fundingPiece, readFees, costMax, processMs } = { ...USUAL, ...deps };
  const { db, log, clock, events, metrics, env } = platform;
  const terms = createPerpetualMarkets(marketData.listMarkets());
  const state = new PerpetualState();
  const processId = createId();
  const pieces = new PieceSize(fundingPiece);
  let fundOwner = 0;
  const writer = new MarketWriter<Command, Answer, BatchResult, PerpetualBook[]>({
    db,
    log,
    metrics,
    name: 'perpetual',
    state,
    mayWrite: () => ownership.mayWrite(),
    nameOf: nameCommand,
    run: (tx, commands) =>
      runBatch(
        tx,
        {
          state,
          processId,
          getIndex: marketData.getIndex,
          fundOwner,
          fundingPiece: pieces.size,
          needsInsurance: !env.sandbox,
          now: clock.now(),
          costMax,
          processMs,
          loadStandings,
          fees: toFeesInForce(readFees()),
        },
        commands,
      ),
    onCommit(result, changed, tookMs) {
      pieces.note({ settled: result.settled, tookMs });
      publishCommit(platform, result, changed);
      marks.follow(result.followUps);
      takeOn.look();
    },
    onDiverged: (leases) => ownership.abandon(leases),
  });
  const { shared, trading } = createTrading({
    platform,
    state,
    processId,
    markets: [...terms.keys()],
    submit: (command) => writer.submit(command),
    readBook: (market, mode) => readPerpetualBook(market, mode),
  });
  const readPerpetualBook = (market: string, mode: Mode) => {
    const entry = state.find(market, mode);
    return readBook(db.read, { table: PERPETUAL_ORDERS, type: 'perpetual', market, mode, entry, clock });
  };
  const { touch, look, onTouch } = shared;
  const refusals = new Refusals({ metrics, product: 'perpetual' });
  const sharedMarks = createSharedMarks({ db, log });
  const marks = createMarks({
    db,
    log,
    state,
    fundOwner: () => fundOwner,
    submit: (command) => writer.submit(command),
    share: sharedMarks.store,
    refusals,
    pieces,
    touch,
    look,
  });
  const takeOn = createTakeOn({
    books: () => state.all(),
    isDue: (order) => order.isReduceOnly,
    submit: (command) => writer.submit(command),
    refusals,
    now: () => clock.now(),
  });
  const settled = async () => {
    do await Promise.all([marks.settled(), takeOn.settled()]);
    while (!marks.isIdle || !takeOn.isIdle);
  };
  const marketOf = new Map([...terms.keys()].map((market) => [leaseOf(market), market]));
  const ownership: MarketOwnership<readonly PerpetualBook[]> = new MarketOwnership({
    db,
    log,
    metrics,
    name: 'perpetual',
    state,
    processId,
    markets: [...marketOf.keys()],
    async rebuild(lease) {
      await marks.times.load();
      const market = terms.get(marketOf.get(lease) ?? '') as MarketTerms;
      const books = await rebuildBooks(db.long, market, { fundOwner, now: clock.now() });
      for (const book of books) await marks.times.loadSamples(book, clock.now());
      await loadEndedOrders(db.read, books);
      return books;
    },
  });
  const markInput = { state, marketData, markets: [...terms.keys()], findOther: sharedMarks.find };
  const publishMarks = (now: number) => {
    for (const mode of MODES) events.publish({ kind: 'marks', mode, marks: collectMarks({ ...markInput, mode, now }) });
  };
  let stopListening: (() => void) | null = null;
  const endOrders = createEndedOrdersWatch({
    read: db.read,
    state,
    submit: (book) => writer.submit({ kind: 'end-orders', market: book.terms.symbol, mode: book.mode }),
  });

  return {
    ...{ touch, look, onTouch },
    isHere: shared.isHere,
    findBook: (market, mode) => state.find(market, mode)?.book,
    ...trading,
    terms,
    readFees,
    state,
    async start(owner) {
      fundOwner = owner;
      await ownership.start();
      writer.start();
      shared.start();
      takeOn.look();
      stopListening = marketData.onPrint((print) => {
        marks.accept(print);
        takeOn.look();
        endOrders().catch((error: unknown) => log.warn({ err: error }, 'ended orders were not looked for, the next print tries again'));
        if (state.epochs.size === terms.size) publishMarks(print.time);
        else void sharedMarks.refresh().then(() => publishMarks(print.time));
      });
    },
    async stop() {
      stopListening?.();
      await writer.stop();
      shared.stop();
      await settled();
      await ownership.stop();
    },
    async listOpenOrders(caller, market) {
      const orders = await listOpenOrders(db.read, PERPETUAL_ORDERS, { ...caller, market, limit: OPEN_ORDERS_MAX });
      const quotes = state.find(market, caller.mode)?.quotes.ofOwner(Number(caller.userId)) ?? [];
      return addQuotes(orders, quotes).map((order) => toOrderWire(order, createPerpetualTerms(market)));
    },
    async listPositions(caller, market) {
      const rows = await listPositions(db.read, { ...caller, market });
      return rows.map((row) => toPositionWire(row.market, row.position, createPerpetualTerms(row.market)));
    },
    async forgetUnfilled(caller, ids) {
      await db.transaction((tx) => deleteUnfilled(tx, PERPETUAL_ORDERS, { ...caller, ids }));
    },
    async getBook(market, mode) {
      if (!terms.has(market)) throw new DomainError('MARKET_UNKNOWN');
      const asked = state.find(market, mode) === undefined ? await shared.askBook(market, mode) : null;
      return asked ?? readPerpetualBook(market, mode);
    },
    getMarks: (mode, now) => collectMarks({ ...markInput, mode, now }),
    async findMarketOf(caller, positionId) {
      const rows = await listPositions(db.read, { ...caller, market: null });
      return rows.find(({ position }) => String(position.identity.id) === positionId)?.market ?? null;
    },
    settled,
    endOrders,
  };
}
