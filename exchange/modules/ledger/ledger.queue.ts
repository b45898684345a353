import { BATCH_MS, type Waiting as WaitingOf } from '../../platform/batching';
import { monotonicNow } from '../../platform/clock';
import { CommandPipeline, type Rejection } from '../../platform/command-pipeline';
import type { Database, Tx } from '../../platform/db';
import type { NewEvent } from '../../platform/event-kinds';
import { appendEvents } from '../../platform/event-log';
import { DomainError } from '../../platform/domain-error';
import { type NumberedRequest, BatchRequests, hashInput, type RequestKey, toWriteRefusal } from '../../platform/idempotency';
import type { Metrics } from '../../platform/metrics';
import { WRITE_DEADLINE_MS } from '../../platform/work-limits';
import { toPlacing, writeHolds } from './ledger.holds';
import type { NewHold } from './ledger.holds.repository';
import { openAccounts, takeTurns } from './ledger.locks';
import { OwnersInTurn } from './ledger.queue-turns';
import { watchQueue } from './ledger.queue-watch';
import { addJournals, createPostingDraft, type Journal, writePostings } from './ledger.posting';

/** Transfers that wait at most; one more is refused with RATE_LIMITED instead of waiting for seconds. */
const QUEUE_MAX = 10_000;
/**
 * Transfers of one transaction: its round trips and the flush of its commit are shared by all of them. On the embedded database everybody waits for
 * it on the one connection.
 */
const GROUP_MAX: Readonly<Record<Database['kind'], number>> = { postgres: 256, pglite: 32 };
/** Groups under way at once: while one waits for the disk, the next one does its work. More would only make the groups smaller. */
const LANES = 2;

/** What a transfer sees when its turn has come. `balanceOf` is in base units; only for addresses it has named. */
export type TransferView = { tx: Tx; balanceOf(address: string): bigint };
/** What a transfer reads or writes in one statement with those of its kind in the group: `item` goes to `by` with all others that name it. */
type Together = { by: (tx: Tx, items: readonly unknown[]) => Promise<void>; item: unknown };
/** Returns a part of a statement that transfers of a group share. */
export function together<I>(by: (tx: Tx, items: readonly I[]) => Promise<void>, item: I): Together {
  return { by: by as Together['by'], item };
}

/**
 * What a transfer does. `holds` are new ones, whose references were never used. `write` writes the transfer's own rows beside its money, after
 * the money of all transfers of the group: what it throws ends the whole transaction, so it refuses nothing.
 */
type TransferPlan<T> = {
  journals: readonly Journal[];
  holds?: readonly NewHold[];
  events?: readonly NewEvent[];
  write?(tx: Tx): Promise<void>;
  /** The same, in one statement with others. */
  writes?: readonly Together[];
  answer: T;
};
/**
 * A user's write that moves money. `addresses` are all accounts it may touch, `turns` those of them whose turn it takes because other products
 * decide by the same balance without locking it. `plan` reads and decides, throws a DomainError to refuse, and writes nothing; it may be run again.
 */
export type Transfer<T> = {
  request: RequestKey & { input: unknown };
  addresses: readonly string[];
  turns?: readonly string[];
  /** What is read before any transfer of the group is planned; `by` puts what it found into each item. */
  reads?: readonly Together[];
  plan(view: TransferView): Promise<TransferPlan<T>>;
};
export type TransferQueue = {
  /**
   * Resolves after COMMIT. The same request with the same input has one effect and one answer; a refusal isn't stored.
   * `deadline` is in monotonic ms: a transfer that isn't begun by then is not done.
   * @throws DUPLICATE_REQUEST, INSUFFICIENT_BALANCE, RATE_LIMITED, NOT_DONE_IN_TIME, REQUEST_PENDING, and what `plan` throws
   */
  submit<T>(transfer: Transfer<T>, deadline?: number): Promise<T>;
};

/** `pauseMs`: time that a lane leaves to others between two groups; who comes meanwhile shares the next one. A lone transfer waits for nothing. */
type Pace = { lanes?: number; pauseMs?: number };

type Outcome = { answer: unknown } | { error: unknown };
type Waiting = WaitingOf<{ transfer: Transfer<unknown>; inputHash: string }, Outcome>;

/**
 * Commits the transfers of many callers together, each accepted or refused alone (`CommandPipeline`). Transfers of one user and mode are never under
 * way together, so what a plan reads from the ledger includes all that the user did before.
 */
export function createTransferQueue(db: Database, metrics?: Metrics, { lanes = LANES, pauseMs = 0 }: Pace = {}): TransferQueue {
  const queue = new OwnersInTurn<Waiting>(turnOf);
  const pipeline: CommandPipeline<Waiting, Outcome, Outcome[]> = new CommandPipeline<Waiting, Outcome, Outcome[]>({
    db,
    queue,
    watch: watchQueue(metrics, () => ({ waiting: queue.length, lanes: pipeline.running })),
    batchMax: GROUP_MAX[db.kind],
    kind: 'write',
    // Answers of old, turns and accounts.
    isReadFirst: true,
    workers: lanes,
    // The other lane goes on meanwhile; and on the embedded database this is also the wait for its one connection.
    aloneMs: BATCH_MS,
    pauseMs,
    nameOf: (waiting) => `${turnOf(waiting)}:${waiting.command.transfer.request.call}`,
    isFull: () => queue.length >= QUEUE_MAX,
    isHeldBack: (_, reason) => reason === 'slow',
    run: runGroup,
    outcomeOf: (outcomes, index) => outcomes[index] as Outcome,
    reject: (_, why, error) => ({ error: toRefusal(why, error) }),
  });
  return {
    async submit<T>(transfer: Transfer<T>, deadline = monotonicNow() + WRITE_DEADLINE_MS): Promise<T> {
      const command = { transfer, inputHash: hashInput(transfer.request.input) };
      const outcome = await pipeline.submit((part) => ({ ...part, command, deadline }));
      if ('error' in outcome) throw outcome.error;
      return outcome.answer as T;
    },
  };
}

function toRefusal(why: Rejection, error: unknown): unknown {
  if (why === 'full' || why === 'held') return new DomainError('RATE_LIMITED');
  return why === 'late' || why === 'stopped' ? new DomainError('NOT_DONE_IN_TIME') : toWriteRefusal(error);
}

function turnOf({ command: { transfer } }: Waiting): string {
  return `${transfer.request.userId}:${transfer.request.mode}`;
}

function requestOf({ command: { transfer, inputHash } }: Waiting): NumberedRequest {
  const { userId, mode, call, requestId } = transfer.request;
  return { userId, mode, call, requestId, inputHash };
}

/** Runs each statement once, in the order in which it was named first. */
async function runTogether(tx: Tx, parts: readonly Together[]): Promise<void> {
  const items = new Map<Together['by'], unknown[]>();
  for (const { by, item } of parts) items.set(by, [...(items.get(by) ?? []), item]);
  for (const [by, of] of items) await by(tx, of);
}

/** What doesn't need each other's answer goes to the server together: a group is three round trips where its transfers read nothing of their own. */
async function runGroup(tx: Tx, group: readonly Waiting[]): Promise<Outcome[]> {
  const all = group.map(({ command }) => command.transfer);
  const turns = all.flatMap((transfer) => transfer.turns ?? []);
  // Of what was answered before too: that is known with the same answer.
  const [requests, , accounts] = await Promise.all([
    BatchRequests.read(tx, group.map(requestOf)),
    turns.length > 0 ? takeTurns(tx, turns) : null,
    openAccounts(tx, new Set(all.flatMap((transfer) => transfer.addresses))),
  ]);
  await runTogether(
    tx,
    requests.fresh(all).flatMap(({ reads = [] }) => reads),
  );
  const draft = createPostingDraft();
  const outcomes: Outcome[] = [];
  const events: NewEvent[] = [];
  const placed: NewHold[] = [];
  const writes: ((tx: Tx) => Promise<void>)[] = [];
  const shared: Together[] = [];
  const balanceOf = (address: string) => {
    const account = accounts.get(address);
    if (account == null) throw new Error(`a transfer did not name ${address}`);
    return account.balance;
  };
  for (const [index, { command }] of group.entries()) {
    const known = requests.find(index);
    if (known !== null) {
      outcomes.push(known.kind === 'answered' ? { answer: known.answer } : { error: new DomainError('DUPLICATE_REQUEST') });
      continue;
    }
    try {
      const { journals, holds = [], events: own = [], write, writes: parts = [], answer } = await command.transfer.plan({ tx, balanceOf });
      addJournals(draft, accounts, [...holds.map(toPlacing), ...journals]);
      placed.push(...holds);
      events.push(...own);
      if (write !== undefined) writes.push(write);
      shared.push(...parts);
      requests.accept(index);
      outcomes.push({ answer });
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      outcomes.push({ error });
    }
  }
  const writeOwn = async () => {
    await runTogether(tx, shared);
    for (const write of writes) await write(tx);
  };
  await Promise.all([
    writePostings(tx, draft, accounts),
    writeHolds(tx, placed),
    writeOwn(),
    requests.store(tx, (index) => (outcomes[index] as { answer: unknown }).answer),
    appendEvents(tx, events),
  ]);
  return outcomes;
}
