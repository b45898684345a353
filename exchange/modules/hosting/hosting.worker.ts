import type { Worker } from '../../composition/module';
import type { Platform } from '../../platform/app';
import { createId } from '../../platform/ids';
import { LeaseHolder } from '../../platform/lease-holder';
import { checkFence } from '../../platform/leases';
import type { HostingPlan } from '../registry/registry';
import { openMissing } from './hosting.job';
import { createPastWriter, type FindPrice } from './hosting.past.worker';
import { type BookDoors, createTrader, type ReadSettledRates, type TraderMarkets } from './hosting.trader';
import type { ValuationDeps } from './hosting.valuation';

/** Between two looks of the strategy at its books. */
const STEP_MS = 5_000;
const PART = 'hosting-books';

type Deps = ValuationDeps & {
  platform: Platform;
  listPlans(): HostingPlan[];
  doors: BookDoors;
  markets: TraderMarkets;
  readSettledRates: ReadSettledRates;
  /** Prices that are simulated; null where they are not, and no book has a past. */
  findSimulated: FindPrice | null;
};

/** Trades for the books: of several processes one, under a lease, and every order is written down under its fence. */
export function createTradingWorker({ platform, listPlans, findSimulated, ...deps }: Deps): Worker {
  const { db, log, metrics, clock } = platform;
  const processId = createId();
  const epochs = new Map<string, string>();
  const state = {
    epochs,
    own: (part: string, epoch: string) => void epochs.set(part, epoch),
    disown: (part: string) => void epochs.delete(part),
  };
  const trader = createTrader({
    ...deps,
    platform,
    checkFence: (tx) => checkFence(tx, processId, new Map([[PART, epochs.get(PART) ?? '0']])),
  });
  const past =
    findSimulated === null ? null : createPastWriter(platform, { findPrice: findSimulated, listMarkets: deps.markets.listMarkets });
  let writing: Promise<unknown> | null = null;
  let holder: LeaseHolder<null> | null = null;
  let timer: NodeJS.Timeout | null = null;
  let running: Promise<unknown> | null = null;

  function look(): void {
    if (running !== null || !epochs.has(PART)) return;
    writePast();
    running = trader
      .step()
      .catch((error: unknown) => log.warn({ err: error }, 'hosting books were not traded, the next look tries again'))
      .finally(() => {
        running = null;
      });
  }

  /** Once, by whoever trades first. */
  function writePast(): void {
    writing ??=
      past?.write().catch((error: unknown) => {
        writing = null;
        log.warn({ err: error }, 'the simulated past of hosting books was not written, the next look tries again');
      }) ?? Promise.resolve();
  }

  return {
    phase: 'traders',
    async start() {
      // Whatever can be seeded is open before the first caller; what can't is tried again by the job.
      while (await db.transaction((tx) => openMissing(tx, listPlans(), clock.now()), { kind: 'work' }));
      const common = { db, log, metrics, processId, state, name: 'hosting', parts: [PART] };
      holder = new LeaseHolder<null>({ ...common, prepare: () => Promise.resolve(null) });
      await holder.start();
      timer = setInterval(look, STEP_MS);
      timer.unref();
    },
    async stop() {
      if (timer !== null) clearInterval(timer);
      timer = null;
      past?.stop();
      await Promise.all([running, writing]);
      await holder?.stop();
      holder = null;
    },
  };
}
