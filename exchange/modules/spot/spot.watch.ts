import type { Mode } from '../../../lib/protocol/wire';
import type { Logger } from '../../platform/logger';
import { parsePrices, type Print } from '../market-data/market-data';
import { type Refusals, toReachedTicks } from '../matching/matching';
import type { DueCommand, Outcome } from './spot.commands';
import type { BookEntry, SpotState } from './spot.state';

/** A book is quoted while a stop lies within this distance of the index, in units of 0.0001, so that it finds a price when it is reached. */
const NEAR_BPS = 100;

type WatchDeps = {
  log: Logger;
  state: SpotState;
  submit(command: DueCommand): Promise<Outcome>;
  /** Resolves when the book is quoted, a moment at most. */
  look(market: string, mode: Mode): Promise<void>;
  touch(market: string, mode: Mode): void;
  /** Whether a market takes no new trades: what is reached waits for it. */
  isHalted(market: string): boolean;
  refusals: Refusals;
};

/**
 * Has done what prints and fills make due in the markets that this process writes: stops that are reached, entries whose exits are reached or
 * to be placed. It only asks; the writer does it once, inside a transaction that checks the market's lease. What had no effect comes up again
 * with the next print.
 */
export function createWatch({ log, state, submit, look, touch, refusals, isHalted }: WatchDeps) {
  const running = new Map<string, Promise<void>>();
  let lastPrintAt = 0;

  function send(
    entry: BookEntry,
    work: DueCommand['work'],
    { id: orderId, owner, ...reached }: { id: number; owner: number } & Pick<DueCommand, 'stop' | 'exits' | 'since'>,
  ): void {
    const key = `${work} ${orderId} ${reached.stop ?? ''} ${reached.exits?.takeProfit ?? ''} ${reached.exits?.stop ?? ''} ${reached.since ?? ''}`;
    if (running.has(key)) return;
    const of = { market: entry.terms.symbol, mode: entry.mode, owner, orderId };
    const command: DueCommand = { kind: 'due', work, ...of, ...reached };
    const sending = (async () => {
      try {
        await look(command.market, command.mode);
        note(command, await submit(command));
      } catch (error) {
        log.error({ err: error, order: orderId }, 'a due order could not be worked on, the next print tries again');
      } finally {
        running.delete(key);
      }
    })();
    running.set(key, sending);
  }

  /** Nothing that is refused is dropped: it waits in the book and comes up again with the next print. */
  function note({ work, market, mode, orderId }: DueCommand, outcome: Outcome): void {
    const of = { key: `${work} ${market} ${mode} ${orderId}`, work, at: lastPrintAt };
    if (outcome.kind === 'answer') refusals.ended(of.key);
    else refusals.refused(of, outcome.kind === 'refusal' ? outcome.code : 'MARKET_BUSY');
  }

  function placeExits(entry: BookEntry): void {
    for (const id of entry.stops.closedEntries()) {
      const closed = entry.stops.findEntry(id);
      if (closed !== undefined) send(entry, 'exits', { id, owner: closed.owner });
    }
  }

  function step(entry: BookEntry, print: Print, price: string): void {
    const { stops, terms } = entry;
    if (stops.isEmpty || isHalted(terms.symbol)) return;
    const ticks = toReachedTicks(terms, price);
    if (ticks === null) return;
    for (const id of stops.reached(ticks, print.time)) {
      const waiting = stops.findStop(id);
      const bought = stops.findEntry(id);
      if (waiting !== undefined) send(entry, 'trigger', { id, owner: waiting.owner, stop: waiting.stop, since: waiting.since });
      else if (bought !== undefined) {
        const { owner, takeProfit, stop, since } = bought;
        send(entry, 'close', { id, owner, exits: { takeProfit, stop }, since });
      }
    }
    placeExits(entry);
    const { below, above } = stops.nearest();
    const distance = (ticks.floor * NEAR_BPS) / 10_000;
    if ((below !== null && ticks.floor - below <= distance) || (above !== null && above - ticks.floor <= distance))
      touch(terms.symbol, entry.mode);
  }

  return {
    accept(print: Print): void {
      lastPrintAt = print.time;
      const prices = parsePrices(print.prices);
      for (const entry of state.all()) {
        const price = prices.get(entry.terms.symbol);
        if (price !== undefined) step(entry, print, price);
      }
    },
    /** Has the exits placed of every entry that the last commit closed. */
    afterCommit(): void {
      for (const entry of state.all()) {
        if (entry.stops.hasClosedEntries) placeExits(entry);
      }
    },
    get isIdle(): boolean {
      return running.size === 0;
    },
    /** Resolves when everything that is due so far has been worked on. */
    async settled(): Promise<void> {
      while (running.size > 0) await Promise.all(running.values());
    },
  };
}
