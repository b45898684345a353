import 'server-only';
import { AppError } from '../../errors/app-error';
import { marketListOfType } from '../../protocol/markets';
import { checkRate } from '../../security/callers';
import { logFailure } from '../log-failure';
import type { HistoryCaller } from '../history-reads';
import { callPublic } from '../upstream';
import { nameMarket } from './reshape';

/** Markets are listed by the day: a new one is known after this time. */
const FRESH_MS = 5_000;

export type MarketList = {
  /** Whether a market is listed; null while nobody knows. Answers at once for one that was when it was read last. */
  has(symbol: string): Promise<boolean | null>;
};

/**
 * Returns the list of markets as `read` last gave it. It is asked for once in `freshMs` at most, also when that fails; what was known stays until
 * another list with something in it comes.
 */
export function createMarketList({
  read,
  now = Date.now,
  freshMs = FRESH_MS,
}: {
  read(): Promise<Iterable<string>>;
  now?: () => number;
  freshMs?: number;
}): MarketList {
  let known: ReadonlySet<string> = new Set();
  let askedAt = Number.NEGATIVE_INFINITY;
  let running: Promise<void> | null = null;

  async function readAnew(): Promise<void> {
    try {
      const listed = new Set(await read());
      if (listed.size > 0) known = listed;
    } catch (error) {
      if (!(error instanceof AppError)) logFailure({ requestId: '-', where: 'list of markets', error });
    } finally {
      running = null;
    }
  }
  function refresh(): Promise<void> {
    if (running !== null) return running;
    if (now() - askedAt < freshMs) return Promise.resolve();
    askedAt = now();
    running = readAnew();
    return running;
  }

  return {
    async has(symbol) {
      const isKnown = known.has(symbol);
      const fresh = refresh();
      if (isKnown) return true;
      await fresh;
      return known.size === 0 ? null : known.has(symbol);
    },
  };
}

/** On the global object: pages and handlers are separate bundles of one process. */
const slot = Symbol.for('candor.listed-markets');
export function listedMarkets(): MarketList {
  const holder = globalThis as { [slot]?: MarketList };
  holder[slot] ??= createMarketList({
    read: async () => Object.values(await callPublic(marketListOfType, { type: '0' })).map((row) => nameMarket(row).symbol),
  });
  return holder[slot];
}

/**
 * Refuses what names a market, as `symbol`, that isn't there: made-up names would each be a question to the exchange. While the list isn't known,
 * questions pass, but only so many.
 * @throws MARKET_UNKNOWN, RATE_LIMITED
 */
export async function checkMarketOf(input: unknown, caller: HistoryCaller): Promise<void> {
  if (typeof input !== 'object' || input === null || !('symbol' in input) || typeof input.symbol !== 'string') return;
  const isListed = await listedMarkets().has(input.symbol);
  if (isListed === false) throw new AppError('MARKET_UNKNOWN');
  if (isListed === null && caller.request !== null) checkRate({ ...caller, rateClass: 'past' });
}
