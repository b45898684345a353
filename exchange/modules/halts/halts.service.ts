import type { FeedState, HaltReason } from '../../../lib/protocol/wire';
import type { Platform } from '../../platform/app';
import { type Halt, listHalts } from './halts.repository';

/** How late a process may hear of a halt. */
const LOOK_MS = 1_000;

type Index = { state: FeedState; halt: HaltReason | null };
export type Halts = {
  find(market: string): Halt | null;
  /** Returns what trading goes by: the index with its price as it is, and `halted` where operators take no new trades. */
  overlay<I extends Index>(getIndex: (market: string) => I | null): (market: string) => I | null;
  refresh(): Promise<void>;
  start(): Promise<void>;
  stop(): Promise<void>;
};

/** Returns the halts as this process knows them: read from the database each second, so that no order has to ask it. */
export function createHalts({ db, log }: Pick<Platform, 'db' | 'log'>): Halts {
  let known: ReadonlyMap<string, Halt> = new Map();
  let timer: NodeJS.Timeout | null = null;
  let running: Promise<void> | null = null;

  async function refresh(): Promise<void> {
    known = new Map((await listHalts(db.read)).map((halt) => [halt.market, halt]));
  }
  /** What was halted stays halted while the database can't be asked. */
  const look = () => {
    running ??= refresh()
      .catch((error: unknown) => log.warn({ err: error }, 'halts of markets could not be read, the next look tries again'))
      .finally(() => {
        running = null;
      });
  };
  return {
    find: (market) => known.get(market) ?? null,
    overlay: (getIndex) => (market) => {
      const index = getIndex(market);
      const halt = known.get(market);
      return index === null || halt === undefined ? index : { ...index, state: 'halted', halt: halt.reason };
    },
    refresh,
    async start() {
      await refresh();
      timer = setInterval(look, LOOK_MS);
      timer.unref();
    },
    async stop() {
      if (timer !== null) clearInterval(timer);
      await running;
    },
  };
}
