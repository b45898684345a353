import type { Database } from '../../platform/db';
import type { Logger } from '../../platform/logger';
import { LEASE_RENEW_MS, releaseLeases, renewLeases, takeLeases } from './matching.lease';

type OwnershipDeps<Rebuilt> = {
  db: Database;
  log: Logger;
  /** Names of leases: a market's, with its kind where that isn't spot. */
  markets: readonly string[];
  state: {
    readonly epochs: ReadonlyMap<string, string>;
    own(market: string, epoch: string, rebuilt: Rebuilt): void;
    disown(market: string): void;
  };
  /** Reads what a market has in memory from the database. */
  rebuild(market: string): Promise<Rebuilt>;
  processId: string;
};

/**
 * Keeps the leases of the markets: takes what is free, builds its books, renews, and lets go of what was lost. On the embedded database
 * there is one process, so everything is taken at once and nothing has to be renewed: an idle process stays silent.
 */
export class MarketOwnership<Rebuilt> {
  private timer: NodeJS.Timeout | null = null;
  private running: Promise<void> = Promise.resolve();
  private isStopped = false;

  constructor(private readonly deps: OwnershipDeps<Rebuilt>) {}

  async start(): Promise<void> {
    this.isStopped = false;
    await this.sync();
    if (this.deps.db.kind === 'pglite') return;
    this.timer = setInterval(() => this.syncSoon(), LEASE_RENEW_MS);
    this.timer.unref();
  }

  async stop(): Promise<void> {
    this.isStopped = true;
    if (this.timer !== null) clearInterval(this.timer);
    await this.running;
    const { db, state, processId, log } = this.deps;
    for (const market of [...state.epochs.keys()]) state.disown(market);
    try {
      await db.transaction((tx) => releaseLeases(tx, processId));
    } catch (error) {
      // They expire by themselves; a database that is gone must not keep the process from ending.
      log.warn({ err: error }, 'leases could not be released');
    }
  }

  /** Lets go of markets whose books can't be trusted, and takes them again as soon as possible. */
  abandon(markets: string[] | null): void {
    for (const market of markets ?? [...this.deps.state.epochs.keys()]) this.deps.state.disown(market);
    this.syncSoon();
  }

  private syncSoon(): void {
    this.running = this.running
      .then(() => this.sync())
      .catch((error: unknown) => this.deps.log.warn({ err: error }, 'leases could not be renewed'));
  }

  private async sync(): Promise<void> {
    if (this.isStopped) return;
    const { db, state, markets, rebuild, processId, log } = this.deps;
    if (state.epochs.size > 0) {
      const kept = await db.transaction((tx) => renewLeases(tx, processId, state.epochs));
      for (const market of [...state.epochs.keys()].filter((held) => !kept.has(held))) {
        log.warn({ market }, 'the lease of a market was lost');
        state.disown(market);
      }
    }
    const missing = markets.filter((market) => !state.epochs.has(market));
    if (missing.length === 0) return;
    const taken = await db.transaction((tx) => takeLeases(tx, { owner: processId, markets: missing, isAlone: db.kind === 'pglite' }));
    for (const [market, epoch] of taken) state.own(market, epoch, await rebuild(market));
    if (taken.size > 0) log.info({ markets: taken.size }, 'order books are open');
  }
}
