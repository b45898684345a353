import type { Mode } from '../../../lib/protocol/wire';
import type { Platform } from '../../platform/app';
import { createId } from '../../platform/ids';
import { type FeeRates, FIRST_SPOT_FEES } from '../../../lib/rules/spot';
import { type BatchResult, runBatch } from './spot.batch';
import { type Answer, type Command, nameCommand } from './spot.commands';
import { publishCommit } from './spot.publishing';
import { createReads, type SpotReads } from './spot.reads';
import { SPOT_ORDERS } from './spot.repository';
import { rebuildBooks } from './spot.rebuild';
import { type BookEntry, type Books, SpotState } from './spot.state';
import { createTrading, type SpotTrading } from './spot.trading';
import { createWatch } from './spot.watch';
import {
  CommandCost,
  createTakeOn,
  type BookViewers,
  type MarketData,
  MarketOwnership,
  type MarketTerms,
  MarketWriter,
  readBook,
  Refusals,
  toListedTerms,
} from '../matching/matching';

export type SpotService = BookViewers &
  SpotTrading &
  SpotReads & {
    terms: ReadonlyMap<string, MarketTerms>;
    /** What trading costs now. */
    readFees(): FeeRates;
    start(): Promise<void>;
    stop(): Promise<void>;
    /** Whether this process writes a market at the moment. */
    isHere(market: string): boolean;
    /** What stands for a book in this process until it is built anew. */
    findBook(market: string, mode: Mode): object | undefined;
    /** Resolves when everything that prints and fills made due so far is done. */
    settled(): Promise<void>;
  };

/** `costMax` fixes what one command may cost in a transaction; `readFees` is asked once a batch. */
export type SpotDeps = { marketData: MarketData; readFees?(): FeeRates; costMax?: number };

/** Builds the spot service: writer, leases and books. Nothing runs before `start`. */
export function createSpotService(platform: Platform, { marketData, readFees = () => FIRST_SPOT_FEES, costMax }: SpotDeps): SpotService {
  const { db, log, clock, metrics } = platform;
  const terms = new Map(marketData.listMarkets().map((market) => [market.market, toListedTerms(market)]));
  const state = new SpotState(terms);
  const processId = createId();
  const getIndex = (market: string) => marketData.getIndex(market);
  const cost = new CommandCost(costMax);
  const writer = new MarketWriter<Command, Answer, BatchResult, BookEntry[]>({
    ...{ db, log, metrics, state },
    name: 'spot',
    mayWrite: () => ownership.mayWrite(),
    nameOf: nameCommand,
    run: (tx, commands) => runBatch(tx, { state, processId, getIndex, now: clock.now(), fees: readFees(), costs: cost.costs }, commands),
    onCommit: (result, changed, tookMs) => {
      cost.note(result.chunk, tookMs);
      publishCommit(platform, result, changed);
      watch.afterCommit();
      takeOn.look();
    },
    onDiverged: (markets) => ownership.abandon(markets),
  });
  const { shared, trading } = createTrading({
    platform,
    state,
    processId,
    terms,
    submit: (command) => writer.submit(command),
    readBook: (market, mode) => readSpotBook(market, mode),
  });
  const { touch, look, onTouch } = shared;
  const refusals = new Refusals({ metrics, product: 'spot' });
  const submit = (command: Command) => writer.submit(command);
  const isHalted = (market: string) => getIndex(market)?.state === 'halted';
  const watch = createWatch({ log, state, submit, refusals, touch, look, isHalted });
  const takeOn = createTakeOn({ books: () => state.all(), isDue: (order) => order.isDue, submit, refusals, now: () => clock.now() });
  let stopListening: (() => void) | null = null;
  const rebuild = (market: string) => rebuildBooks(db.long, terms.get(market) as MarketTerms, clock.now());
  const ownership: MarketOwnership<Record<Mode, Books>> = new MarketOwnership({
    ...{ db, log, metrics, state, processId, rebuild },
    name: 'spot',
    markets: [...terms.keys()],
  });

  const settled = async () => {
    while (!watch.isIdle || !takeOn.isIdle) await Promise.all([watch.settled(), takeOn.settled()]);
  };
  const readSpotBook = (market: string, mode: Mode) =>
    readBook(db.read, { table: SPOT_ORDERS, market, mode, entry: state.find(market, mode), clock });
  const { tellTops, ...reads } = createReads({ db, state, terms, shared, readBook: readSpotBook });

  return {
    ...{ touch, look, onTouch },
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
    ...trading,
    ...reads,
    settled,
  };
}
