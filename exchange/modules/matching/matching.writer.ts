import { CommitOutcomeUnknown, type Database, type Tx } from '../../platform/db';
import type { Logger } from '../../platform/logger';
import type { Outcome, Refusal } from './matching.commands';
import { LeaseLost } from './matching.lease';

/** Commands that wait at most; one more is refused with MARKET_BUSY instead of waiting for seconds. */
export const QUEUE_MAX = 10_000;
/** Commands of one transaction: the round trips of a commit are shared by all of them. */
export const BATCH_MAX = 256;

type Waiting<Command, Answer> = { command: Command; settle(outcome: Outcome<Answer>): void };

type WriterDeps<Command extends { kind: string }, Answer, Result extends { outcomes: Outcome<Answer>[] }, Changed> = {
  db: Database;
  log: Logger;
  /** What is in memory: `rollback` goes back to the last commit, `commit` makes the changes final and returns what changed. */
  state: { rollback(): void; commit(): Changed };
  /** Runs commands inside one transaction; may be run again after a conflict. */
  run(tx: Tx, commands: Command[]): Promise<Result>;
  /** Called after COMMIT, before the callers hear of it. */
  onCommit(result: Result, changed: Changed): void;
  /** What is in memory for these markets (all when null) no longer is what the database says: let it go and build it anew. */
  onDiverged(markets: string[] | null): void;
};

/**
 * The one writer of a process. Commands queue up; whatever has come while a commit ran goes into the next one together, so the group grows
 * with the load and a lone command doesn't wait. Nothing is answered before its COMMIT.
 */
export class MarketWriter<Command extends { kind: string }, Answer, Result extends { outcomes: Outcome<Answer>[] }, Changed> {
  private readonly queue: Waiting<Command, Answer>[] = [];
  private isRunning = false;
  private isStopped = true;
  private idle: (() => void)[] = [];

  constructor(private readonly deps: WriterDeps<Command, Answer, Result, Changed>) {}

  start(): void {
    this.isStopped = false;
  }

  /** Refuses what waits, and resolves when the running commit has ended. */
  async stop(): Promise<void> {
    this.isStopped = true;
    for (const waiting of this.queue.splice(0)) waiting.settle(BUSY);
    if (this.isRunning) await new Promise<void>((resolve) => this.idle.push(resolve));
  }

  submit(command: Command): Promise<Outcome<Answer>> {
    if (this.isStopped || this.queue.length >= QUEUE_MAX) return Promise.resolve(BUSY);
    return new Promise((resolve) => {
      this.queue.push({ command, settle: resolve });
      if (!this.isRunning) {
        this.isRunning = true;
        // Not at once: commands that arrive in the same turn of the event loop share the commit.
        setImmediate(() => void this.run());
      }
    });
  }

  private async run(): Promise<void> {
    while (this.queue.length > 0) await this.commit(this.queue.splice(0, BATCH_MAX));
    this.isRunning = false;
    for (const resolve of this.idle.splice(0)) resolve();
  }

  private async commit(batch: Waiting<Command, Answer>[]): Promise<void> {
    const { db, state, run, onCommit } = this.deps;
    let result: Result;
    try {
      result = await db.transaction((tx) => {
        // The database layer may run this again after a conflict: begin with what was committed.
        state.rollback();
        return run(
          tx,
          batch.map(({ command }) => command),
        );
      });
    } catch (error) {
      state.rollback();
      await this.recover(batch, error);
      return;
    }
    onCommit(result, state.commit());
    const later: Waiting<Command, Answer>[] = [];
    for (const [index, waiting] of batch.entries()) {
      const outcome = result.outcomes[index] ?? BUSY;
      if (outcome.kind === 'later') later.push(waiting);
      else waiting.settle(outcome);
    }
    if (this.isStopped) for (const waiting of later) waiting.settle(BUSY);
    else this.queue.unshift(...later);
  }

  /** One poisonous command must not take its batch along: halve until it stands alone, then refuse it. */
  private async recover(batch: Waiting<Command, Answer>[], error: unknown): Promise<void> {
    const { log, onDiverged } = this.deps;
    if (error instanceof CommitOutcomeUnknown || error instanceof LeaseLost) {
      log.warn({ err: error, commands: batch.length }, 'a batch of orders could not be settled');
      onDiverged(error instanceof LeaseLost ? error.markets : null);
    } else if (batch.length > 1) {
      const middle = batch.length >>> 1;
      await this.commit(batch.slice(0, middle));
      await this.commit(batch.slice(middle));
      return;
    } else {
      log.error({ err: error, command: batch[0]?.command.kind }, 'a command failed');
    }
    for (const waiting of batch) waiting.settle(BUSY);
  }
}

const BUSY: Refusal = { kind: 'refusal', code: 'MARKET_BUSY' };
