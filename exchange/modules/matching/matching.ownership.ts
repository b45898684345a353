import { monotonicNow } from '../../platform/clock';
import type { Database } from '../../platform/db';
import type { Logger } from '../../platform/logger';
import type { Metrics } from '../../platform/metrics';
import { LEASE_MS, LEASE_RENEW_MS, releaseLeases, renewLeases, takeLeases } from './matching.lease';

/** A lease counts as over a little before the database says so: the clocks of two machines don't run exactly alike. */
const LEASE_MARGIN_MS = 250;

type OwnershipDeps<Rebuilt> = {
  db: Database;
  log: Logger;
  metrics: Metrics;
  /** What is traded, for the metrics. */
  name: string;
  /** Names of leases: a market's, with its kind where that isn't spot. */
  markets: readonly string[];
  state: {
    readonly epochs: ReadonlyMap<string, string>;
    own(market: string, epoch: string, rebuilt: Rebuilt): void;
    disown(market: string): void;
  };
  /** Reads what a market has in memory from the database. May take minutes: the lease is renewed meanwhile. */
  rebuild(market: string): Promise<Rebuilt>;
  processId: string;
  /** Other times than `LEASE_MS` and `LEASE_RENEW_MS`, for tests. */
  timing?: { leaseMs: number; renewMs: number };
};

/**
 * Keeps the leases of the markets: takes what is free, builds its books, and lets go of what was lost. Renewal has a timer and a connection of
 * its own and never waits for the rest. On the embedded database there is one process, so everything is taken at once and nothing has to be
 * renewed: an idle process stays silent.
 */
export class MarketOwnership<Rebuilt> {
  /** Leases by market with their epochs, also those whose books are still being built. */
  private readonly held = new Map<string, string>();
  /** Monotonic ms until which nobody else may have taken what is held. */
  private provenUntil = 0;
  private timers: NodeJS.Timeout[] = [];
  private taking: Promise<void> | null = null;
  private renewing: Promise<void> | null = null;
  private isTakeAsked = false;
  private isStopped = false;
  private readonly timing: { leaseMs: number; renewMs: number };
  private readonly count: (change: 'taken' | 'lost' | 'let_go') => void;

  constructor(private readonly deps: OwnershipDeps<Rebuilt>) {
    this.timing = deps.timing ?? { leaseMs: LEASE_MS, renewMs: LEASE_RENEW_MS };
    const changes = deps.metrics.counter({
      name: 'lease_changes_total',
      help: 'Leases of markets that this process took, lost to another one, or let go',
      labelNames: ['books', 'change'],
    });
    this.count = (change) => changes.inc({ books: deps.name, change });
  }

  async start(): Promise<void> {
    this.isStopped = false;
    if (this.deps.db.kind !== 'pglite') {
      this.timers = [setInterval(() => this.renewSoon(), this.timing.renewMs), setInterval(() => this.takeSoon(), this.timing.renewMs)];
      for (const timer of this.timers) timer.unref();
    }
    this.taking = this.take().finally(() => {
      this.taking = null;
    });
    await this.taking;
  }

  async stop(): Promise<void> {
    this.isStopped = true;
    for (const timer of this.timers) clearInterval(timer);
    await Promise.allSettled([this.taking, this.renewing]);
    const { db, state, processId, log } = this.deps;
    for (const market of [...state.epochs.keys()]) state.disown(market);
    this.held.clear();
    try {
      await releaseLeases(db.lease, processId);
    } catch (error) {
      // They expire by themselves; a database that is gone must not keep the process from ending.
      log.warn({ err: error }, 'leases could not be released');
    }
  }

  /**
   * False when the leases could not be renewed for so long that another process may have taken them: then nothing is begun until they are
   * renewed. It spares vain work; what makes certain that only one process writes is the fence inside each transaction.
   */
  mayWrite(): boolean {
    return this.deps.db.kind === 'pglite' || this.held.size === 0 || monotonicNow() < this.provenUntil;
  }

  /** Lets go of markets whose books can't be trusted, and takes them again as soon as possible. */
  abandon(markets: string[] | null): void {
    for (const market of markets ?? [...this.held.keys()]) this.letGo(market, 'let_go');
    this.takeSoon();
  }

  private letGo(market: string, change: 'lost' | 'let_go'): void {
    if (!this.held.delete(market)) return;
    this.deps.state.disown(market);
    this.count(change);
  }

  private renewSoon(): void {
    this.renewing ??= this.renew()
      .catch((error: unknown) => this.deps.log.warn({ err: error }, 'leases could not be renewed'))
      .finally(() => {
        this.renewing = null;
      });
  }

  private takeSoon(): void {
    if (this.taking !== null) {
      // What is let go while books are being built is taken right after them.
      this.isTakeAsked = true;
      return;
    }
    this.taking = this.take()
      .catch((error: unknown) => this.deps.log.warn({ err: error }, 'leases could not be taken'))
      .finally(() => {
        this.taking = null;
        if (this.isTakeAsked && !this.isStopped) {
          this.isTakeAsked = false;
          this.takeSoon();
        }
      });
  }

  private async renew(): Promise<void> {
    if (this.isStopped || this.held.size === 0) return;
    const { db, processId, log } = this.deps;
    const asked = monotonicNow();
    const epochs = new Map(this.held);
    const kept = await renewLeases(db.lease, { owner: processId, epochs, leaseMs: this.timing.leaseMs });
    this.provenUntil = asked + this.timing.leaseMs - LEASE_MARGIN_MS;
    for (const [market, epoch] of epochs) {
      if (kept.has(market) || this.held.get(market) !== epoch) continue;
      log.warn({ market }, 'the lease of a market was lost');
      this.letGo(market, 'lost');
    }
  }

  private async take(): Promise<void> {
    const { db, markets, processId, log } = this.deps;
    const missing = markets.filter((market) => !this.held.has(market));
    if (this.isStopped || missing.length === 0) return;
    const asked = monotonicNow();
    const input = { owner: processId, markets: missing, isAlone: db.kind === 'pglite', leaseMs: this.timing.leaseMs };
    const taken = await takeLeases(db.lease, input);
    if (this.held.size === 0) this.provenUntil = asked + this.timing.leaseMs - LEASE_MARGIN_MS;
    for (const [market, epoch] of taken) {
      this.held.set(market, epoch);
      this.count('taken');
    }
    for (const [market, epoch] of taken) await this.open(market, epoch);
    if (taken.size > 0) log.info({ markets: taken.size }, 'order books are open');
  }

  private async open(market: string, epoch: string): Promise<void> {
    const isHeld = () => this.held.get(market) === epoch && !this.isStopped;
    if (!isHeld()) return;
    try {
      const rebuilt = await this.deps.rebuild(market);
      // Another process may have taken it while this one could not renew.
      if (isHeld()) this.deps.state.own(market, epoch, rebuilt);
    } catch (error) {
      if (isHeld()) this.letGo(market, 'let_go');
      throw error;
    }
  }
}
