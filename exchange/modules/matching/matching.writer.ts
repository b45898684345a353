import { adaptBatchSize, deadlineOfBatch, ExpiryTimer, judgeFailure } from '../../platform/batching';
import { monotonicNow } from '../../platform/clock';
import { type Database, NotDoneInTime, type Tx } from '../../platform/db';
import { LeaseLost } from '../../platform/leases';
import type { Logger } from '../../platform/logger';
import type { Metrics } from '../../platform/metrics';
import { BUSY, ELSEWHERE, NOT_DONE, type Outcome, PENDING, type Refusal } from './matching.commands';
import { KnownFailures } from './matching.failures';
import { LANES, type LaneName, Lanes, laneOf, NOBODYS_TURN, type Waiting as WaitingOf } from './matching.lanes';
import { createWriterMetrics } from './matching.writer-metrics';

/**
 * Commands that wait at most, by lane; one more is refused with MARKET_BUSY instead of waiting for seconds. One price can make everything due
 * that is open in a market.
 */
export const QUEUE_MAX: Record<LaneName, number> = { users: 10_000, risk: 100_000, pieces: 1_000 };
/** Commands of one transaction: the round trips of a commit are shared by all of them. */
export const BATCH_MAX = 256;
const BATCH_MIN = 16;
/** What one batch may take before it counts as too expensive. */
const BATCH_MS = 4_000;
/** What a command may take that stands alone because batches with it took too long. */
const ALONE_MS = 1_000;
/** How often is looked whether leases could be renewed. */
const PAUSE_MS = 50;

type WriterDeps<Command extends { kind: string }, Answer, Result extends { outcomes: Outcome<Answer>[] }, Changed> = {
  db: Database;
  log: Logger;
  metrics: Metrics;
  /** What is written, for the metrics. */
  name: string;
  /** What is in memory: `rollback` goes back to the last commit, `commit` makes the changes final and returns what changed. */
  state: { rollback(): void; commit(): Changed };
  /** False while nothing may be begun because the leases are unproven. */
  mayWrite(): boolean;
  /** Returns the name by which the same work is known when it comes again; of users' commands, who asks what. */
  nameOf(command: Command): string;
  /** Runs commands inside one transaction; may be run again after a conflict. */
  run(tx: Tx, commands: Command[]): Promise<Result>;
  /** Called after COMMIT, before the callers hear of it, with what the transaction took. */
  onCommit(result: Result, changed: Changed, tookMs: number): void;
  /** What is in memory for these markets (all when null) no longer is what the database says: let it go and build it anew. */
  onDiverged(markets: string[] | null): void;
};

/**
 * The one writer of a process. Commands queue up; whatever has come while a commit ran goes into the next one together, so the group grows
 * with the load and a lone command doesn't wait. Nothing is answered before its COMMIT. Commands with a deadline are users' and are refused
 * with NOT_DONE_IN_TIME when it passes before they are begun; those without one move risk and have a lane of their own before them.
 */
export class MarketWriter<
  Command extends { kind: string; deadline?: number; isDue?: boolean; owner?: number },
  Answer,
  Result extends { outcomes: Outcome<Answer>[]; costs?: readonly (number | undefined)[] },
  Changed,
> {
  private readonly lanes = new Lanes<WaitingOf<Command, Outcome<Answer>>>();
  private readonly failures = new KnownFailures();
  private readonly metrics: ReturnType<typeof createWriterMetrics>;
  private readonly expiry = new ExpiryTimer((now) => this.expire(now));
  private batchSize = BATCH_MAX;
  private isRunning = false;
  private isStopped = true;
  private idle: (() => void)[] = [];

  constructor(private readonly deps: WriterDeps<Command, Answer, Result, Changed>) {
    this.metrics = createWriterMetrics(deps.metrics, deps.name);
  }

  start(): void {
    this.isStopped = false;
  }

  /** Refuses what waits, and resolves when the running commit has ended. */
  async stop(): Promise<void> {
    this.isStopped = true;
    for (const waiting of this.lanes.clear()) waiting.settle(ELSEWHERE);
    if (this.isRunning) await new Promise<void>((resolve) => this.idle.push(resolve));
  }

  submit(command: Command): Promise<Outcome<Answer>> {
    const deadline = command.deadline ?? null;
    const lane = laneOf(command);
    const failure = this.failures.find(this.deps.nameOf(command));
    if (this.isStopped) return Promise.resolve(this.refuse(ELSEWHERE));
    if (failure !== null && this.isHeldBack(lane, failure)) return Promise.resolve(this.refuse(BUSY));
    if (this.lanes.count(lane) >= QUEUE_MAX[lane]) {
      if (lane !== 'users') this.metrics.alarm('risk_refused', { command: command.kind }, 'work that moves risk found its lane full');
      return Promise.resolve(this.refuse(BUSY));
    }
    return new Promise((resolve) => {
      this.lanes.push({
        command,
        lane,
        owner: command.kind === 'cancel' ? NOBODYS_TURN : (command.owner ?? NOBODYS_TURN),
        deadline,
        batchMax: failure === null ? BATCH_MAX : 1,
        settle: resolve,
      });
      this.expiry.note(deadline);
      this.showQueue();
      if (!this.isRunning) {
        this.isRunning = true;
        // Not at once: commands that arrive in the same turn of the event loop share the commit.
        setImmediate(() => void this.work());
      }
    });
  }

  /** What took too long, and work that moves risk and failed, is not tried again at once; a user's command that met a fault may be. */
  private isHeldBack(lane: LaneName, { until, reason }: { until: number; reason: 'slow' | 'fault' }): boolean {
    return (lane !== 'users' || reason === 'slow') && monotonicNow() < until;
  }

  private async work(): Promise<void> {
    for (;;) {
      this.expire(monotonicNow());
      if (this.lanes.isEmpty) break;
      if (this.deps.mayWrite()) await this.commit(this.lanes.take(this.batchSize));
      else await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
      this.showQueue();
      // The embedded database never leaves the turn of the event loop: without this nothing is heard of requests until the queue is empty.
      await new Promise((resolve) => setImmediate(resolve));
    }
    this.isRunning = false;
    for (const resolve of this.idle.splice(0)) resolve();
  }

  private async commit(batch: Waiting<Command, Answer>[]): Promise<void> {
    const { db, state, run, onCommit } = this.deps;
    const startedAt = monotonicNow();
    let result: Result;
    try {
      const options = { kind: 'batch', deadline: deadlineOf(batch, startedAt) } as const;
      result = await db.transaction((tx) => {
        // The database layer may run this again after a conflict: begin with what was committed.
        state.rollback();
        return run(
          tx,
          batch.map(({ command }) => command),
        );
      }, options);
    } catch (error) {
      state.rollback();
      this.recover(batch, error, monotonicNow() - startedAt);
      return;
    }
    const tookMs = monotonicNow() - startedAt;
    this.metrics.committed(batch.length, tookMs);
    if (!isOfPieces(batch)) this.batchSize = adaptBatchSize({ current: this.batchSize, size: batch.length, tookMs, max: BATCH_MAX });
    onCommit(result, state.commit(), tookMs);
    this.answer(batch, result);
  }

  private answer(batch: readonly Waiting<Command, Answer>[], { outcomes, costs }: Result): void {
    const later: Waiting<Command, Answer>[] = [];
    for (const [index, waiting] of batch.entries()) {
      this.failures.forget(this.deps.nameOf(waiting.command));
      const outcome = outcomes[index] ?? BUSY;
      if (waiting.lane === 'users') this.lanes.charge(waiting.owner, costs?.[index] ?? 0);
      if (outcome.kind === 'later' && !this.isStopped) later.push(waiting);
      else if (outcome.kind === 'answer') waiting.settle(outcome);
      else waiting.settle(this.refuse(outcome.kind === 'refusal' ? outcome : BUSY));
    }
    this.lanes.putBack(later);
    // What didn't fit was read in vain: the next batch is about as large as what did.
    if (later.length > 0 && !isOfPieces(batch))
      this.batchSize = Math.min(this.batchSize, Math.max(BATCH_MIN, 2 * (batch.length - later.length)));
  }

  /** One command must not take its batch along: those that failed together come again in smaller ones, until the cause stands alone. */
  private recover(batch: Waiting<Command, Answer>[], error: unknown, tookMs: number): void {
    const { log, onDiverged } = this.deps;
    if (error instanceof LeaseLost) {
      log.warn({ err: error, commands: batch.length }, 'another process has the markets of a batch');
      this.metrics.failed('lease');
      onDiverged(error.parts);
      for (const waiting of batch) waiting.settle(this.refuse(ELSEWHERE));
      return;
    }
    const verdict = judgeFailure(error, { size: batch.length, tookMs });
    if (verdict.kind === 'unknown') {
      log.warn({ err: error, commands: batch.length }, 'nobody can say whether a batch was committed');
      this.metrics.failed('unknown');
      onDiverged(null);
      // Whoever asked may repeat the same request and learns then; what moves risk is looked for in the rebuilt books.
      for (const waiting of batch) waiting.settle(this.refuse(PENDING));
    } else if (verdict.kind === 'refuse') {
      this.refuseAlone(batch[0] as Waiting<Command, Answer>, verdict.reason, error);
    } else if (this.isStopped) {
      for (const waiting of batch) waiting.settle(this.refuse(ELSEWHERE));
    } else {
      this.metrics.failed(verdict.kind === 'wait' ? 'outage' : error instanceof NotDoneInTime ? 'slow' : 'fault');
      this.repeat(batch, verdict.kind === 'split' ? verdict.batchMax : BATCH_MAX, error);
    }
  }

  private repeat(batch: readonly Waiting<Command, Answer>[], batchMax: number, error: unknown): void {
    this.deps.log.warn({ err: error, commands: batch.length }, 'a batch failed and comes again');
    const moving = batch.filter(({ lane }) => lane !== 'users').length;
    if (moving > 0) this.metrics.alarm('risk_delayed', { err: error, commands: moving }, 'work that moves risk has to wait');
    for (const waiting of batch) waiting.batchMax = Math.min(waiting.batchMax, batchMax);
    this.lanes.putBack(batch);
  }

  private refuseAlone(waiting: Waiting<Command, Answer>, reason: 'slow' | 'fault', error: unknown): void {
    const { kind } = waiting.command;
    this.metrics.failed(reason);
    this.failures.note(this.deps.nameOf(waiting.command), reason, monotonicNow());
    this.deps.log.error({ err: error, command: kind, reason }, 'a command failed');
    if (waiting.lane !== 'users') this.metrics.alarm('risk_failed', { err: error, command: kind }, 'work that moves risk failed alone');
    waiting.settle(this.refuse(reason === 'slow' ? NOT_DONE : BUSY));
  }

  /** Refuses what waited too long. Returns the next deadline. */
  private expire(now: number): number | null {
    const expired = this.lanes.takeExpired(now);
    if (expired.length > 0) this.metrics.expired(expired.length);
    for (const waiting of expired) waiting.settle(this.refuse(NOT_DONE));
    return this.lanes.nextDeadline();
  }

  private refuse(refusal: Refusal): Refusal {
    this.metrics.refused(refusal.code);
    return refusal;
  }

  private showQueue(): void {
    for (const lane of LANES) this.metrics.queued(lane, this.lanes.count(lane));
  }
}

type Waiting<Command, Answer> = WaitingOf<Command, Outcome<Answer>>;

/** A piece takes as long as it is large and stands apart: it says nothing of how many commands of others go together. */
function isOfPieces(batch: readonly { lane: LaneName }[]): boolean {
  return batch.every(({ lane }) => lane === 'pieces');
}

/** Commands that batches with them have failed for get little time: one that fails again holds everybody up no longer. */
function deadlineOf(batch: readonly { deadline: number | null; batchMax: number }[], now: number): number {
  return deadlineOfBatch(batch, { now, maxMs: batch.every(({ batchMax }) => batchMax === 1) ? ALONE_MS : BATCH_MS });
}
