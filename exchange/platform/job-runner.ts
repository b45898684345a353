import { onCommitted } from './after-commit';
import type { Clock } from './clock';
import { type Database, isOutage, DeadlineExceeded, type Tx } from './db';
import { awaitAll } from './await-all';
import { claimJob, lockClaimed } from './job-claims';
import { type Delivery, type JobKind, timesOf } from './job-kinds';
import * as jobs from './jobs.repository';
import type { Logger } from './logger';
import { countJobs } from './job-metrics';
import type { Metrics } from './metrics';

/** Jobs that one process works at: they share the writers' connections. What is sent has lanes of its own: another machine may take its time. */
const LANES = 2;
const DELIVERY_LANES = 2;
/** By then what was to be sent is noted, or somebody sends it again: a process may have died over it. */
const CLAIM_MS = 5 * 60_000;
/** How often PostgreSQL is asked for what other processes have planned. */
const POLL_MS = 1_000;
const OUTAGE_WAIT_MS = 1_000;
/** A timer further ahead than this is set anew: timers stand still while the machine sleeps, and know nothing of a clock that is set. */
const TIMER_MAX_MS = 60_000;
const ERROR_TEXT_MAX = 1_000;
/** How often the times of periodic jobs are looked at. */
const OPEN_EVERY_MS = 3_600_000;

/** What is being sent, and until when nobody else sends it. */
type Sent = { delivery: Delivery; until: number };
type Input = { db: Database; clock: Clock; log: Logger; metrics: Metrics; kinds: readonly JobKind[] };

/** Works at the jobs that are due, chunk by chunk. Every process may: of one job one at a time does a chunk. */
export class JobRunner {
  private readonly loops: readonly JobLoop[];

  constructor(input: Input) {
    const counts = countJobs(
      input,
      input.kinds.map(({ name }) => name),
    );
    const deliveries = input.kinds.filter(({ prepare }) => prepare !== undefined);
    const others = input.kinds.filter(({ prepare }) => prepare === undefined);
    this.loops = [
      new JobLoop({ ...input, kinds: others }, counts, LANES),
      new JobLoop({ ...input, kinds: deliveries }, counts, DELIVERY_LANES),
    ];
  }

  async start(): Promise<void> {
    for (const loop of this.loops) await loop.start();
  }

  /** Ends after the chunks under way. */
  async stop(): Promise<void> {
    await Promise.all(this.loops.map((loop) => loop.stop()));
  }

  /** Does chunks until none is due, then says when the next one is, in ms; null when nothing waits. */
  async round(): Promise<number | null> {
    const next = await Promise.all(this.loops.map((loop) => loop.round()));
    return next.reduce((first, at) => (first === null || (at !== null && at < first) ? at : first), null);
  }
}

class JobLoop {
  private readonly byName: ReadonlyMap<string, JobKind>;
  private readonly names: readonly string[];
  private running: Promise<void> | null = null;
  private isAsked = false;
  private isStopped = false;
  private openedAt = Number.NEGATIVE_INFINITY;
  private timer: NodeJS.Timeout | null = null;
  private endListening: () => void = () => undefined;

  constructor(
    private readonly input: Input,
    private readonly counts: ReturnType<typeof countJobs>,
    private readonly lanes: number,
  ) {
    this.byName = new Map(input.kinds.map((kind) => [kind.name, kind]));
    this.names = [...this.byName.keys()];
  }

  async start(): Promise<void> {
    this.isStopped = false;
    if (this.input.kinds.length === 0) return;
    await this.openPeriodic();
    this.endListening = onCommitted(this.input.db, 'jobs', () => this.wake());
    this.wake();
  }

  async stop(): Promise<void> {
    this.isStopped = true;
    this.endListening();
    if (this.timer !== null) clearTimeout(this.timer);
    await this.running;
  }

  async round(): Promise<number | null> {
    if (this.names.length === 0) return null;
    const now = this.input.clock.now();
    if (now < this.openedAt || now - this.openedAt >= OPEN_EVERY_MS) await this.openPeriodic();
    const runLane = async () => {
      while (!this.isStopped && (await this.runChunk()));
    };
    await awaitAll(Array.from({ length: this.lanes }, runLane));
    return jobs.findNextRun(this.input.db.read, this.names);
  }

  /** Plans what has no time yet, and again what a clock that was ahead has put off: it would be late by as much, and nobody would hear of it. */
  private async openPeriodic(): Promise<void> {
    const { db, clock, kinds } = this.input;
    const now = clock.now();
    await db.transaction((tx) => jobs.openPeriodic(tx, kinds, now), { kind: 'work' });
    this.openedAt = now;
  }

  /** Does one chunk of the job that has waited longest. Returns false when none is due. */
  private async runChunk(): Promise<boolean> {
    const { db, clock } = this.input;
    const seen: { job: jobs.JobRow | null; sent: Sent | null } = { job: null, sent: null };
    try {
      const isDone = await db.transaction(
        async (tx) => {
          Object.assign(seen, { job: null, sent: null });
          const job = await jobs.takeJob(tx, this.names, clock.now());
          if (job === null) return false;
          seen.job = job;
          const kind = this.byName.get(job.kind) as JobKind;
          if (kind.prepare === undefined) await this.runKind(tx, kind, job);
          else seen.sent = await this.claim(tx, job, kind.prepare.bind(kind));
          if (seen.sent === null) this.counts.pieces.inc({ kind: job.kind });
          return true;
        },
        { kind: 'work' },
      );
      if (seen.job !== null && seen.sent !== null) await this.deliver(seen.job, seen.sent);
      return isDone;
    } catch (error) {
      if (seen.job === null || isOutage(error)) throw error;
      await this.settleFailure(seen.job, error);
      return true;
    }
  }

  private async runKind(tx: Tx, kind: JobKind, job: jobs.JobRow): Promise<void> {
    const now = () => this.input.clock.now();
    const cursor = job.cursor === null ? null : kind.cursor.parse(job.cursor);
    const { standsFor, next: due } = this.timesOf(job);
    const payload = kind.payload.parse(job.payload);
    const next = await kind.run(tx, { key: job.key, payload, cursor, dueAt: standsFor, attempts: job.attempts });
    if (next === null) await jobs.completeJob(tx, job, { next: due, now: now() });
    else await jobs.moveJob(tx, job, kind.cursor.parse(next), now());
  }

  private async claim(tx: Tx, job: jobs.JobRow, prepare: NonNullable<JobKind['prepare']>): Promise<Sent | null> {
    const now = this.input.clock.now();
    const { payload } = this.byName.get(job.kind) as JobKind;
    const until = now + CLAIM_MS;
    const delivery = await prepare(tx, payload.parse(job.payload), { key: job.key, claimedUntil: until });
    if (delivery === null) {
      await jobs.completeJob(tx, job, { next: null, now });
      return null;
    }
    await claimJob(tx, job, until);
    return { delivery, until };
  }

  private async deliver(job: jobs.JobRow, { delivery, until }: Sent): Promise<void> {
    await delivery.send();
    const { db, clock, log } = this.input;
    const note = async (tx: Tx) => {
      if (!(await lockClaimed(tx, job, until))) return;
      await delivery.settle?.(tx);
      await jobs.completeJob(tx, job, { next: null, now: clock.now() });
    };
    try {
      await db.transaction(note, { kind: 'work' });
      this.counts.pieces.inc({ kind: job.kind });
    } catch (error) {
      // It was sent: it is tried again when the claim ends, not at once.
      if (!(error instanceof DeadlineExceeded)) throw error;
      log.warn({ err: error, job: job.id, kind: job.kind }, 'what was sent could not be noted, and is sent again');
    }
  }

  private timesOf({ kind, key, dueAt }: jobs.JobRow): { standsFor: number; next: number | null } {
    const period = this.byName.get(kind)?.period ?? null;
    if (period === null || key !== jobs.PERIODIC_KEY) return { standsFor: dueAt, next: null };
    return timesOf(period, dueAt, this.input.clock.now());
  }

  private async settleFailure(job: jobs.JobRow, cause: unknown): Promise<void> {
    const { db, clock, metrics, log } = this.input;
    const { tries } = this.byName.get(job.kind) as JobKind;
    const fields = { job: job.id, kind: job.kind, key: job.key, attempts: job.attempts + 1, err: cause };
    const error = (cause instanceof Error ? cause.message : String(cause)).slice(0, ERROR_TEXT_MAX);
    // What takes too long is not put aside: it may be the load of others. It waits longer and longer, behind what is due, and somebody hears of it.
    const isSlow = cause instanceof DeadlineExceeded;
    if (isSlow || job.attempts + 1 < tries.triesMax) {
      const waitMs = Math.ceil(Math.min(tries.backoffMaxMs, tries.backoffMs * 2 ** job.attempts) * (0.5 + Math.random() / 2));
      const failure = { error, runAt: clock.now() + waitMs };
      if (!(await db.transaction((tx) => jobs.noteJobFailure(tx, job, failure), { kind: 'work' }))) return;
      this.counts.failed.inc({ kind: job.kind });
      log.warn(fields, 'a piece of a job failed and is tried again');
      if (isSlow && job.attempts + 1 === tries.triesMax)
        metrics.alarm('job_slow', fields, 'a piece of a job takes too long again and again');
      return;
    }
    const buried = { error, now: clock.now(), next: this.timesOf(job).next };
    const isBuried = await db.transaction((tx) => jobs.deadLetterJob(tx, job, buried), { kind: 'work' });
    if (!isBuried) return;
    this.counts.failed.inc({ kind: job.kind });
    metrics.alarm('job_dead_letter', fields, 'a job was put aside: npm run operator -- jobs');
  }

  private wake(): void {
    if (this.isStopped) return;
    this.isAsked = true;
    this.running ??= this.runRounds();
  }

  private async runRounds(): Promise<void> {
    while (this.isAsked && !this.isStopped) {
      this.isAsked = false;
      try {
        this.wakeAt(await this.round());
      } catch (error) {
        this.input.log.warn({ err: error }, 'jobs could not be done, the next look tries again');
        this.wakeAt(this.input.clock.now() + OUTAGE_WAIT_MS);
      }
    }
    // At once, in the same step as the last look at what is asked: a wake in between would be lost.
    this.running = null;
  }

  /** The embedded database has one process, which knows when the next job is due: an idle one stays silent. */
  private wakeAt(at: number | null): void {
    if (this.isStopped) return;
    const isShared = this.input.db.kind === 'postgres';
    if (at === null && !isShared) return;
    const now = this.input.clock.now();
    // What is due and could not be taken is under way in another process.
    const waitMs = at === null || (isShared && at <= now) ? POLL_MS : Math.max(1, at - now);
    if (this.timer !== null) clearTimeout(this.timer);
    const isTooFar = !isShared && waitMs > TIMER_MAX_MS;
    this.timer = setTimeout(() => (isTooFar ? this.wakeAt(at) : this.wake()), Math.min(waitMs, isShared ? POLL_MS : TIMER_MAX_MS));
    this.timer.unref();
  }
}
