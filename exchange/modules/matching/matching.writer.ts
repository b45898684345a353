import { CommandPipeline, type PipelineWatch, type Rejection } from '../../platform/command-pipeline';
import type { Database, Tx } from '../../platform/db';
import { LeaseLost } from '../../platform/leases';
import type { Logger } from '../../platform/logger';
import type { Metrics } from '../../platform/metrics';
import { COMMAND_COST_MAX } from './matching.budget';
import { BUSY, ELSEWHERE, NOT_DONE, type Outcome, PENDING, type Refusal } from './matching.commands';
import { isOfMembers, type LaneName, Lanes, laneOf, NOBODYS_TURN, type Waiting as WaitingOf } from './matching.lanes';
import { noteHouse } from './matching.events';
import { createWriterMetrics } from './matching.writer-metrics';

/**
 * Commands that wait at most, by lane; one more is refused with MARKET_BUSY instead of waiting for seconds. One price can make everything due
 * that is open in a market.
 */
export const QUEUE_MAX: Record<LaneName, number> = { users: 10_000, risk: 100_000, ongoing: 100_000, pieces: 1_000 };
/** Commands of one transaction: the round trips of a commit are shared by all of them. */
export const BATCH_MAX = 256;

type WriterDeps<Command extends { kind: string }, Answer, Result extends { outcomes: Outcome<Answer>[] }, Changed> = {
  db: Database;
  log: Logger;
  metrics: Metrics;
  /** What is written, for the metrics. */
  name: string;
  /** What is in memory: `rollback` goes back to the last commit, `commit` makes the changes final and returns what changed. `house`: accounts of the house. */
  state: { house: Set<number>; rollback(): void; commit(): Changed };
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
 * The one writer of a process. Commands with a deadline are users' and are refused with NOT_DONE_IN_TIME when it passes before they are begun;
 * those without one move risk and have a lane of their own before them. One transaction at a time, because the books in memory are one.
 */
export class MarketWriter<
  Command extends { kind: string; deadline?: number; isDue?: boolean; owner?: number; requestId?: string },
  Answer,
  Result extends { outcomes: Outcome<Answer>[]; costs?: readonly (number | undefined)[] },
  Changed,
> {
  readonly #lanes = new Lanes<Waiting<Command, Answer>>({ riskMax: COMMAND_COST_MAX, batchMax: BATCH_MAX });
  readonly #metrics: ReturnType<typeof createWriterMetrics>;
  readonly #pipeline: CommandPipeline<Waiting<Command, Answer>, Outcome<Answer>, Result>;

  constructor(private readonly deps: WriterDeps<Command, Answer, Result, Changed>) {
    const { db, state, run, onCommit, nameOf } = deps;
    this.#metrics = createWriterMetrics(deps.metrics, deps.name, (lane) => this.#lanes.count(lane));
    this.#pipeline = new CommandPipeline({
      db,
      queue: this.#lanes,
      watch: this.#watch(),
      batchMax: BATCH_MAX,
      kind: 'batch',
      // The fence, the answers of old, turns and numbers.
      isReadFirst: true,
      workers: 1,
      isStarted: false,
      nameOf: ({ command }) => nameOf(command),
      isFull: ({ lane }) => this.#lanes.count(lane) >= QUEUE_MAX[lane],
      // What took too long, and work that moves risk and failed; a user's command that met a fault may be tried again at once.
      isHeldBack: ({ lane }, reason) => !isOfMembers(lane) || reason === 'slow',
      mayBegin: deps.mayWrite,
      isMeasure: (batch) => !isOfChunks(batch),
      run: (tx, batch) => {
        // The database layer may run this again after a conflict: begin with what was committed.
        state.rollback();
        return run(
          tx,
          batch.map(({ command }) => command),
        );
      },
      onFailed: () => state.rollback(),
      onCommit: (result, tookMs) => onCommit(result, state.commit(), tookMs),
      outcomeOf: (result, index, waiting) => this.#outcomeOf(result, index, waiting),
      endOf: (error, batch) => this.#endOf(error, batch),
      reject: (_, why) => this.#refuse(REFUSALS[why]),
    });
  }

  start(): void {
    this.#pipeline.start();
  }

  /** Refuses what waits, and resolves when the running commit has ended. */
  stop(): Promise<void> {
    return this.#pipeline.stop();
  }

  submit(command: Command): Promise<Outcome<Answer>> {
    const { kind, owner: asker, deadline = null } = command;
    noteHouse(this.deps.state.house, command);
    const owner = kind === 'cancel' ? NOBODYS_TURN : (asker ?? NOBODYS_TURN);
    const member = asker === undefined || this.deps.state.house.has(asker) ? null : asker;
    const lane = laneOf(command);
    // Each by its name: a copy of the parts took 2 % of a busy market's time.
    return this.#pipeline.submit(({ batchMax, settle }) => ({ batchMax, settle, command, lane, owner, member, deadline }));
  }

  #outcomeOf({ outcomes, costs }: Result, index: number, { lane, owner }: Waiting<Command, Answer>): Outcome<Answer> | null {
    const outcome = outcomes[index] ?? BUSY;
    if (isOfMembers(lane)) this.#lanes.charge(owner, costs?.[index] ?? 0);
    if (outcome.kind === 'later') return null;
    return outcome.kind === 'answer' ? outcome : this.#refuse(outcome);
  }

  /** A batch whose market another process has is elsewhere, whatever is in it. */
  #endOf(error: unknown, batch: readonly Waiting<Command, Answer>[]): Refusal | null {
    if (!(error instanceof LeaseLost)) return null;
    this.deps.log.warn({ err: error, commands: batch.length }, 'another process has the markets of a batch');
    this.#metrics.failed('lease');
    this.deps.onDiverged(error.parts);
    for (const _ of batch) this.#refuse(ELSEWHERE);
    return ELSEWHERE;
  }

  #watch(): PipelineWatch<Waiting<Command, Answer>> {
    const { log } = this.deps;
    const metrics = this.#metrics;
    return {
      committed: metrics.committed,
      rejected: (batch, why, error) => this.#noteRejected(batch, why, error),
      repeated: (batch, why, error) => {
        metrics.failed(why);
        log.warn({ err: error, commands: batch.length }, 'a batch failed and comes again');
        const moving = batch.filter(({ lane }) => !isOfMembers(lane)).length;
        if (moving > 0) metrics.alarm('risk_delayed', { err: error, commands: moving }, 'work that moves risk has to wait');
      },
    };
  }

  #noteRejected(batch: readonly Waiting<Command, Answer>[], why: Rejection, error: unknown): void {
    const { log, onDiverged } = this.deps;
    const moving = batch.find(({ lane }) => !isOfMembers(lane));
    const kind = (moving ?? batch[0])?.command.kind;
    if (why === 'late') this.#metrics.expired(batch.length);
    if (why === 'full' && moving !== undefined) {
      this.#metrics.alarm('risk_refused', { command: kind }, 'work that moves risk found its lane full');
    }
    if (why === 'unknown') {
      log.warn({ err: error, commands: batch.length }, 'nobody can say whether a batch was committed');
      this.#metrics.failed('unknown');
      // Whoever asked may repeat the same request and learns then; what moves risk is looked for in the rebuilt books.
      onDiverged(null);
    }
    if (why === 'slow' || why === 'fault') {
      this.#metrics.failed(why);
      log.error({ err: error, command: kind, reason: why }, 'a command failed');
      if (moving !== undefined) this.#metrics.alarm('risk_failed', { err: error, command: kind }, 'work that moves risk failed alone');
    }
  }

  #refuse(refusal: Refusal): Refusal {
    this.#metrics.refused(refusal.code);
    return refusal;
  }
}

type Waiting<Command, Answer> = WaitingOf<Command, Outcome<Answer>>;

const REFUSALS: Readonly<Record<Rejection, Refusal>> = {
  full: BUSY,
  held: BUSY,
  late: NOT_DONE,
  stopped: ELSEWHERE,
  slow: NOT_DONE,
  fault: BUSY,
  unknown: PENDING,
};

/** A chunk takes as long as it is large: it says nothing of how many commands of others go together. */
function isOfChunks(batch: readonly { lane: LaneName }[]): boolean {
  return batch.some(({ lane }) => lane === 'pieces' || lane === 'ongoing');
}
