import { adaptBatchSize, deadlineOfBatch, ExpiryTimer, judgeFailure, type Waiting } from './batching';
import { monotonicNow } from './clock';
import { Gathering } from './command-gathering';
import type { CommandQueue } from './command-queue';
import { type Database, DeadlineExceeded, type Tx } from './db';
import { FailureBackoff } from './failure-backoff';
import type { WorkKind } from './work-limits';

/** A queue whose batches were smaller than it asked for asks for so many at least. */
const BATCH_MIN = 16;
/** How often is looked whether anything may be begun again. */
const PAUSE_MS = 50;

/**
 * Why a command was not done. `full`: too many wait. `held`: the same failed a moment ago. `late`: not begun by its deadline. `stopped`: nothing is
 * begun here any more. `slow`, `fault`: it failed alone. `unknown`: nobody can say whether it was committed.
 */
export type Rejection = 'full' | 'held' | 'late' | 'stopped' | 'slow' | 'fault' | 'unknown';

/** What is counted and told of a pipeline. */
export type PipelineWatch<W> = {
  committed(size: number, tookMs: number): void;
  /** Told before each of them is settled; `error` where a transaction failed. */
  rejected(batch: readonly W[], why: Rejection, error?: unknown): void;
  /** A batch failed and comes again. */
  repeated?(batch: readonly W[], why: 'outage' | 'slow' | 'fault', error: unknown): void;
};

/** What differs between the writers of the house: how commands wait, what a transaction does with them, and in which words they are answered. */
export type PipelineParts<W extends Waiting<unknown, Outcome>, Outcome, Result> = {
  db: Database;
  queue: CommandQueue<W>;
  watch: PipelineWatch<W>;
  /** Commands of one transaction at most: its round trips and the flush of its commit are shared by all of them. */
  batchMax: number;
  kind: WorkKind;
  /** Transactions under way at once. */
  workers: number;
  /** What commands may take that stand alone because they took too long with others (ms), where it isn't the usual time. */
  aloneMs?: number;
  /** Time that is left to others between two transactions; who comes meanwhile shares the next one. A lone command waits for nothing. */
  pauseMs?: number;
  /** False: nothing is taken before `start`. */
  isStarted?: boolean;
  /** As `TransactionOptions` has it. */
  isReadFirst?: boolean;
  /** Returns the name by which the same work is known when it comes again. */
  nameOf(waiting: W): string;
  isFull(waiting: W): boolean;
  /** Whether what failed alone for this reason isn't tried again at once. */
  isHeldBack(waiting: W, reason: 'slow' | 'fault'): boolean;
  /** False while nothing may be begun. */
  mayBegin?(): boolean;
  /** Whether its time says how many commands the next batch should have. */
  isMeasure?(batch: readonly W[]): boolean;
  /** Runs a batch inside one transaction; may be run again after a conflict. */
  run(tx: Tx, batch: readonly W[]): Promise<Result>;
  /** Called when a transaction has failed. */
  onFailed?(): void;
  /** Called after COMMIT, before the callers hear of it. */
  onCommit?(result: Result, tookMs: number): void;
  /** Returns how a command of a committed batch ended; null: it wasn't looked at and waits again. */
  outcomeOf(result: Result, index: number, waiting: W): Outcome | null;
  /** Returns what the callers hear when an error ends their batch whatever was in it, null for any other. */
  endOf?(error: unknown, batch: readonly W[]): Outcome | null;
  reject(waiting: W, why: Rejection, error?: unknown): Outcome;
};

/**
 * The one way of commands into the database: of markets, of transfers and of whatever product comes. Commands queue up; whatever has come while a
 * commit ran goes into the next one together, so the group grows with the load and a lone command doesn't wait. Each is accepted or refused alone,
 * and nothing is answered before its COMMIT. One that has a deadline is refused when it passes before it is begun. A batch that fails is judged by
 * its reason: an outage is waited out together, a fault is looked for in halves until the cause stands alone.
 */
export class CommandPipeline<W extends Waiting<unknown, Outcome>, Outcome, Result> {
  readonly #parts: PipelineParts<W, Outcome, Result>;
  readonly #failures = new FailureBackoff();
  readonly #gathering = new Gathering();
  readonly #expiry = new ExpiryTimer((now) => this.#expire(now));
  #batchSize: number;
  #running = 0;
  #isStopped: boolean;
  #idle: (() => void)[] = [];

  constructor(parts: PipelineParts<W, Outcome, Result>) {
    this.#parts = parts;
    this.#batchSize = parts.batchMax;
    this.#isStopped = parts.isStarted === false;
  }

  /** Transactions under way. */
  get running(): number {
    return this.#running;
  }

  start(): void {
    this.#isStopped = false;
  }

  /** Refuses what waits, and resolves when the commits under way have ended. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    for (const waiting of this.#parts.queue.clear()) waiting.settle(this.#parts.reject(waiting, 'stopped'));
    if (this.#running > 0) await new Promise<void>((resolve) => this.#idle.push(resolve));
  }

  /** Resolves with how a command ended, after its COMMIT when it was done. `make` gets what settles it and the batch it may stand in. */
  submit(make: (part: Pick<W, 'batchMax' | 'settle'>) => W): Promise<Outcome> {
    return new Promise((resolve) => {
      const waiting = make({ batchMax: this.#parts.batchMax, settle: resolve });
      if (waiting.deadline !== null) waiting.deadline += this.#parts.db.patienceMs ?? 0;
      const failure = this.#failures.find(this.#parts.nameOf(waiting), monotonicNow());
      const why = this.#refusalOf(waiting, failure);
      if (why !== null) this.#reject([waiting], why);
      else {
        if (failure !== null) waiting.batchMax = 1;
        this.#push(waiting);
      }
    });
  }

  #refusalOf(waiting: W, failure: ReturnType<FailureBackoff['find']>): Rejection | null {
    if (this.#isStopped) return 'stopped';
    if (failure !== null && monotonicNow() < failure.until && this.#parts.isHeldBack(waiting, failure.reason)) return 'held';
    return this.#parts.isFull(waiting) ? 'full' : null;
  }

  #push(waiting: W): void {
    const { queue, workers } = this.#parts;
    queue.push(waiting);
    this.#expiry.note(waiting.deadline);
    this.#gathering.note({ isAsked: waiting.deadline !== null });
    if (this.#running === workers) return;
    this.#running += 1;
    // Not at once: commands that arrive in the same turn of the event loop share the commit.
    setImmediate(() => void this.#work());
  }

  async #work(): Promise<void> {
    const { queue, mayBegin, pauseMs = 0, workers } = this.#parts;
    for (;;) {
      this.#expire(monotonicNow());
      if (queue.isEmpty) break;
      if (mayBegin?.() ?? true) {
        const batch = queue.take(this.#batchSize);
        // All that waits has to wait for what others have under way: they go on with it.
        if (batch.length === 0) break;
        const tookMs = await this.#commit(batch);
        if (pauseMs > 0) await sleep(pauseMs);
        else if (tookMs !== null && workers === 1 && !queue.hasUnasked) await this.#gathering.wait({ answered: countAsked(batch), tookMs });
      } else await sleep(PAUSE_MS);
      // The embedded database never leaves the turn of the event loop: without this nothing is heard of requests until the queue is empty.
      await new Promise((resolve) => setImmediate(resolve));
    }
    this.#running -= 1;
    if (this.#running === 0) for (const resolve of this.#idle.splice(0)) resolve();
  }

  /** Returns how long it took (ms), null when it failed. */
  async #commit(batch: readonly W[]): Promise<number | null> {
    const { db, kind, isReadFirst = false, queue, run, onFailed, onCommit, watch, isMeasure, batchMax, aloneMs } = this.#parts;
    const startedAt = monotonicNow();
    let result: Result;
    try {
      result = await db.transaction((tx) => run(tx, batch), { kind, isReadFirst, deadline: deadlineOfBatch(batch, startedAt, aloneMs) });
    } catch (error) {
      queue.release?.(batch);
      onFailed?.();
      this.#recover(batch, error, monotonicNow() - startedAt);
      return null;
    }
    queue.release?.(batch);
    const tookMs = monotonicNow() - startedAt;
    watch.committed(batch.length, tookMs);
    const isMeasured = isMeasure?.(batch) ?? true;
    if (isMeasured) this.#batchSize = adaptBatchSize({ current: this.#batchSize, size: batch.length, tookMs, max: batchMax });
    onCommit?.(result, tookMs);
    this.#answer(batch, result, isMeasured);
    return tookMs;
  }

  #answer(batch: readonly W[], result: Result, isMeasured: boolean): void {
    const { queue, nameOf, outcomeOf } = this.#parts;
    const later: W[] = [];
    for (const [index, waiting] of batch.entries()) {
      this.#failures.forget(nameOf(waiting));
      const outcome = outcomeOf(result, index, waiting);
      if (outcome !== null) waiting.settle(outcome);
      else if (this.#isStopped) this.#reject([waiting], 'stopped');
      else later.push(waiting);
    }
    queue.putBack(later);
    // What didn't fit was read in vain: the next batch is about as large as what did.
    if (later.length > 0 && isMeasured) this.#batchSize = Math.min(this.#batchSize, Math.max(BATCH_MIN, 2 * (batch.length - later.length)));
  }

  /** One command must not take its batch along: those that failed together come again in smaller ones, until the cause stands alone. */
  #recover(batch: readonly W[], error: unknown, tookMs: number): void {
    const { queue, watch, nameOf, endOf } = this.#parts;
    const end = endOf?.(error, batch) ?? null;
    if (end !== null) {
      for (const waiting of batch) waiting.settle(end);
      return;
    }
    const verdict = judgeFailure(error, { size: batch.length, tookMs });
    if (verdict.kind === 'unknown') this.#reject(batch, 'unknown', error);
    else if (verdict.kind === 'refuse') {
      for (const waiting of batch) this.#failures.note(nameOf(waiting), verdict.reason, monotonicNow());
      this.#reject(batch, verdict.reason, error);
    } else if (this.#isStopped) this.#reject(batch, 'stopped', error);
    else {
      // They come again: together once the database can be reached, in smaller groups where one of them is the cause.
      if (verdict.kind === 'split') for (const waiting of batch) waiting.batchMax = Math.min(waiting.batchMax, verdict.batchMax);
      watch.repeated?.(batch, verdict.kind === 'wait' ? 'outage' : error instanceof DeadlineExceeded ? 'slow' : 'fault', error);
      queue.putBack(batch);
    }
  }

  /** Refuses what waited too long. Returns the next deadline. */
  #expire(now: number): number | null {
    const { queue } = this.#parts;
    const expired = queue.takeExpired(now);
    if (expired.length > 0) this.#reject(expired, 'late');
    return queue.nextDeadline();
  }

  #reject(batch: readonly W[], why: Rejection, error?: unknown): void {
    this.#parts.watch.rejected(batch, why, error);
    for (const waiting of batch) waiting.settle(this.#parts.reject(waiting, why, error));
  }
}

function countAsked(batch: readonly { deadline: number | null }[]): number {
  return batch.filter(({ deadline }) => deadline !== null).length;
}

function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
