import { monotonicNow } from './clock';
import type { Database } from './db';
import type { Logger } from './logger';
import type { Metrics } from './metrics';
import { LEASE_MS, LEASE_RENEW_MS, releaseLeases, renewLeases, takeLeases } from './leases';

/** A lease counts as over a little before the database says so: the clocks of two machines don't run exactly alike. */
const LEASE_MARGIN_MS = 250;

/** Leases of one statement: it has to end within the time of one, however many a process holds. */
const LEASES_AT_ONCE = 1_000;
/** Parts that are made ready at the same time. Beside other holders and audits their reads wait in line for the connections for long work. */
const OPENED_AT_ONCE = 2;

export type HolderDeps<Prepared> = {
  db: Database;
  log: Logger;
  metrics: Metrics;
  /** What it is that is held, for the metrics. */
  name: string;
  /** Names of leases, unique in the whole exchange. */
  parts: readonly string[];
  state: {
    readonly epochs: ReadonlyMap<string, string>;
    own(part: string, epoch: string, prepared: Prepared): void;
    disown(part: string): void;
  };
  /** Makes ready what a part needs before it is this process's own, such as a book in memory. May take minutes: the lease is renewed meanwhile. */
  prepare(part: string): Promise<Prepared>;
  processId: string;
  /** Other times than `LEASE_MS` and `LEASE_RENEW_MS`, for tests. */
  timing?: { leaseMs: number; renewMs: number };
};

/**
 * Keeps the leases of parts that one process has at a time: takes what is free, makes it ready, and lets go of what was lost. Renewal has a timer and a connection of
 * its own and never waits for the rest. On the embedded database there is one process, so everything is taken at once and nothing has to be
 * renewed: an idle process stays silent.
 */
export class LeaseHolder<Prepared> {
  /** Leases by part with their epochs, also those that are still made ready. */
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

  constructor(private readonly deps: HolderDeps<Prepared>) {
    this.timing = deps.timing ?? { leaseMs: LEASE_MS + (deps.db.patienceMs ?? 0), renewMs: LEASE_RENEW_MS };
    const changes = deps.metrics.counter({
      name: 'lease_changes_total',
      help: 'Leases that this process took, lost to another one, or let go',
      labelNames: ['holder', 'change'],
    });
    this.count = (change) => changes.inc({ holder: deps.name, change });
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
    const { db, state, parts, processId, log } = this.deps;
    for (const part of [...state.epochs.keys()]) state.disown(part);
    this.held.clear();
    try {
      await releaseLeases(db.lease, { owner: processId, parts });
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

  /** Lets go of parts whose state can't be trusted, and takes them again as soon as possible. */
  abandon(parts: string[] | null): void {
    for (const part of parts ?? [...this.held.keys()]) this.letGo(part, 'let_go');
    this.takeSoon();
  }

  private letGo(part: string, change: 'lost' | 'let_go'): void {
    if (!this.held.delete(part)) return;
    this.deps.state.disown(part);
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
      // What is let go while others are made ready is taken right after them.
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
    const kept = new Set<string>();
    for (const some of chunk([...epochs])) {
      const input = { owner: processId, epochs: new Map(some), leaseMs: this.timing.leaseMs };
      for (const part of await renewLeases(db.lease, input)) kept.add(part);
    }
    this.provenUntil = asked + this.timing.leaseMs - LEASE_MARGIN_MS;
    for (const [part, epoch] of epochs) {
      if (kept.has(part) || this.held.get(part) !== epoch) continue;
      log.warn({ part }, 'a lease was lost');
      this.letGo(part, 'lost');
    }
  }

  private async take(): Promise<void> {
    const { db, name, parts, processId, log } = this.deps;
    const missing = parts.filter((part) => !this.held.has(part));
    if (this.isStopped || missing.length === 0) return;
    const asked = monotonicNow();
    if (this.held.size === 0) this.provenUntil = asked + this.timing.leaseMs - LEASE_MARGIN_MS;
    const taken: [string, string][] = [];
    try {
      for (const some of chunk(missing)) {
        const input = { owner: processId, parts: some, isAlone: db.kind === 'pglite', leaseMs: this.timing.leaseMs };
        for (const [part, epoch] of await takeLeases(db.lease, input)) {
          taken.push([part, epoch]);
          this.held.set(part, epoch);
          this.count('taken');
        }
      }
    } finally {
      // Also when the rest couldn't be taken: these are held, so nobody would ever take and open them again.
      await this.openAll(taken);
    }
    if (taken.length > 0) log.info({ holder: name, parts: taken.length }, 'leases were taken');
  }

  /** Makes several ready at a time: while the database reads for one, the process builds another. @throws what the first one failed with */
  private async openAll(taken: readonly [string, string][]): Promise<void> {
    const failures: unknown[] = [];
    const waiting = taken.values();
    const openNext = async () => {
      // One that can't be made ready is let go and taken again; the others are held already, and nobody else would open them.
      for (const [part, epoch] of waiting) await this.open(part, epoch).catch((error: unknown) => failures.push(error));
    };
    await Promise.all(Array.from({ length: OPENED_AT_ONCE }, openNext));
    if (failures.length > 0) throw failures[0];
  }

  private async open(part: string, epoch: string): Promise<void> {
    const isHeld = () => this.held.get(part) === epoch && !this.isStopped;
    if (!isHeld()) return;
    try {
      const prepared = await this.deps.prepare(part);
      // Another process may have taken it while this one could not renew.
      if (isHeld()) this.deps.state.own(part, epoch, prepared);
    } catch (error) {
      if (isHeld()) this.letGo(part, 'let_go');
      throw error;
    }
  }
}

function chunk<T>(all: readonly T[]): T[][] {
  return Array.from({ length: Math.ceil(all.length / LEASES_AT_ONCE) }, (_, n) => all.slice(n * LEASES_AT_ONCE, (n + 1) * LEASES_AT_ONCE));
}
