import type { Mode } from '../../../lib/protocol/wire';
import type { FeeRates } from '../../../lib/rules/spot';
import type { Platform } from '../../platform/app';
import { createId } from '../../platform/ids';
import {
  COMMAND_PROCESS_MS,
  CommandCost,
  createTakeOn,
  type BookViewers,
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
import { createFundingChunk } from './perpetual.funding.size';
import { createMarks, type Marks } from './perpetual.marks';
import { createReads, type PerpetualReads } from './perpetual.reads';
import { rebuildBooks } from './perpetual.rebuild';
import { PERPETUAL_ORDERS } from './perpetual.repository';
import { createSharedMarks } from './perpetual.shared-marks';
import { leaseOf } from './perpetual.leases';
import type { PerpetualBook } from './perpetual.book';
import { PerpetualState } from './perpetual.state';
import { createRulesOf, type ReadRisk, type RulesOf } from './perpetual.rules';
import { createPerpetualMarkets, PERPETUAL_FEE_BOUNDS, toFeesInForce } from './perpetual.terms';
import { createTrading, type PerpetualTrading } from './perpetual.trading';
import type { LoadStandings } from './perpetual.turn';

/** `readFees` and `readRisk` (tiers and liquidation fee) are asked once a batch; `fundingChunk` is how many positions one transaction takes through a funding time at most, `processMs` and `costMax` what one command may cost in it, which then is the same whatever it takes. */
export type PerpetualDeps = {
  marketData: MarketData;
  loadStandings: LoadStandings;
  readRisk: ReadRisk;
  readFees?(): FeeRates;
  fundingChunk?: number;
  costMax?: number;
  processMs?: number;
};

export type PerpetualService = BookViewers &
  PerpetualTrading &
  PerpetualReads & {
    terms: ReadonlyMap<string, MarketTerms>;
    /** What trading costs now. */
    readFees(): FeeRates;
    rulesOf: RulesOf;
    /** What this process has in memory: marks and positions of the markets it writes. */
    state: PerpetualState;
    /** `fundOwner` is the user number of the insurance fund. */
    start(fundOwner: number): Promise<void>;
    stop(): Promise<void>;
    /** Takes out of the books of this process the resting orders that breaks and tighter limits ended. */
    endOrders(): Promise<void>;
    /** Whether this process writes a market at the moment. */
    isHere(market: string): boolean;
    /** What stands for a book in this process until it is built anew. */
    findBook(market: string, mode: Mode): object | undefined;
    /** Resolves when everything that the prints so far made due is settled. */
    settled(): Promise<void>;
  };

const USUAL = { readFees: () => PERPETUAL_FEE_BOUNDS, processMs: COMMAND_PROCESS_MS };

/** Builds the perpetual service: writer, leases, books and marks. Nothing runs before `start`. */
export function createPerpetualService(platform: Platform, deps: PerpetualDeps): PerpetualService {
  const { marketData, loadStandings, fundingChunk, readFees, costMax, processMs } = { ...USUAL, ...deps };
  const { db, log, clock, env } = platform;
  const terms = createPerpetualMarkets(marketData.listMarkets());
  const rulesOf = createRulesOf(deps.readRisk);
  const state = new PerpetualState();
  const processId = createId();
  const pieces = createFundingChunk(fundingChunk);
  const cost = new CommandCost(costMax);
  const context = { state, processId, getIndex: marketData.getIndex, needsInsurance: !env.sandbox, processMs, loadStandings };
  let fundOwner = 0;
  const writer = createWriter(platform, state, {
    mayWrite: () => ownership.mayWrite(),
    run: (tx, commands) =>
      runBatch(
        tx,
        { ...context, fundOwner, fundingChunk: pieces.size, costs: cost.costs, now: clock.now(), fees: toFeesInForce(readFees()) },
        commands,
      ),
    onCommit(result, changed, tookMs) {
      pieces.note({ done: result.settled, tookMs });
      if (result.settled === null) cost.note(result.chunk, tookMs);
      publishCommit(platform, result, changed);
      marks.follow(result.followUps);
      takeOn.look();
    },
    onDiverged: (leases) => ownership.abandon(leases),
  });
  const submit = (command: Command) => writer.submit(command);
  const readPerpetualBook = (market: string, mode: Mode) => {
    const book = state.find(market, mode);
    const entry = book && { book, terms: book.terms };
    return readBook(db.read, { table: PERPETUAL_ORDERS, type: 'perpetual', market, mode, entry, clock });
  };
  const markets = [...terms.keys()];
  const { shared, trading } = createTrading({ platform, state, processId, markets, submit, readBook: readPerpetualBook });
  const { touch, look, onTouch } = shared;
  const refusals = new Refusals({ metrics: platform.metrics, product: 'perpetual' });
  const sharedMarks = createSharedMarks({ db, log });
  const risk = { db, log, state, refusals, pieces, touch, look, submit };
  const marks = createMarks({ ...risk, share: sharedMarks.store, fundOwner: () => fundOwner });
  const takeOn = createTakeOn({ books: () => state.all(), isDue: (order) => order.isReduceOnly, submit, refusals, now: () => clock.now() });
  const settled = async () => {
    do await Promise.all([marks.settled(), takeOn.settled()]);
    while (!marks.isIdle || !takeOn.isIdle);
  };
  const ownership: Ownership = createOwnership({ platform, state, processId, terms, rulesOf, marks, fundOwner: () => fundOwner });
  let stopListening: (() => void) | null = null;
  const endOrders = createEndedOrdersWatch({
    read: db.read,
    state,
    submit: (book) => writer.submit({ kind: 'end-orders', market: book.terms.symbol, mode: book.mode }),
  });
  const readsDeps = { platform, state, terms, marketData, shared, sharedMarks, rulesOf, readBook: readPerpetualBook };
  const { publishMarks, ...reads } = createReads(readsDeps);
  return {
    ...{ touch, look, onTouch },
    isHere: shared.isHere,
    findBook: (market, mode) => state.find(market, mode)?.book,
    ...trading,
    terms,
    readFees,
    rulesOf,
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
    ...reads,
    settled,
    endOrders,
  };
}

type Writer = MarketWriter<Command, Answer, BatchResult, PerpetualBook[]>;
type WriterParts = Pick<
  ConstructorParameters<typeof MarketWriter<Command, Answer, BatchResult, PerpetualBook[]>>[0],
  'mayWrite' | 'run' | 'onCommit' | 'onDiverged'
>;

function createWriter({ db, log, metrics }: Platform, state: PerpetualState, parts: WriterParts): Writer {
  return new MarketWriter({ ...{ db, log, metrics, state }, name: 'perpetual', nameOf: nameCommand, ...parts });
}

type Ownership = MarketOwnership<readonly PerpetualBook[]>;
type OwnershipDeps = {
  platform: Platform;
  state: PerpetualState;
  processId: string;
  terms: ReadonlyMap<string, MarketTerms>;
  rulesOf: RulesOf;
  marks: Marks;
  fundOwner(): number;
};

/** Takes and keeps the leases of the markets; a book is built of the database, with its marks, before it is written. */
function createOwnership({ platform, state, processId, terms, rulesOf, marks, fundOwner }: OwnershipDeps): Ownership {
  const { db, log, clock, metrics } = platform;
  const marketOf = new Map([...terms.keys()].map((market) => [leaseOf(market), market]));
  return new MarketOwnership({
    db,
    log,
    metrics,
    name: 'perpetual',
    state,
    processId,
    markets: [...marketOf.keys()],
    async rebuild(lease) {
      const market = terms.get(marketOf.get(lease) ?? '') as MarketTerms;
      const books = await rebuildBooks(db.long, market, { fundOwner: fundOwner(), now: clock.now(), rulesOf });
      await Promise.all([...books.map((book) => marks.times.load(db.long, book, clock.now())), loadEndedOrders(db.long, books)]);
      return books;
    },
  });
}
