import { monotonicNow } from './clock';
import type { WorkKind } from './work-limits';

export type Row = Record<string, unknown>;

/**
 * One connection's door to the database. `numeric` and `int8` arrive as strings, `json` and `jsonb` parsed, `timestamptz` as Date.
 * A parameter may be a bigint, or an array of them; JSON goes in as text with a cast.
 */
export type Tx = {
  query<R extends Row = Row>(text: string, params?: readonly unknown[]): Promise<{ rows: R[]; rowCount: number }>;
};

/** A transaction that also runs a text of several statements without parameters, for migrations. */
export type ScriptTx = Tx & { script(text: string): Promise<void> };

export type TransactionOptions = {
  /** What work it is: on which connections it runs and what each of its statements may take. A user's write unless said. */
  kind?: WorkKind;
  /** Monotonic ms: no statement begins after it and no COMMIT is sent. Without one only an outage has an end, the kind's. */
  deadline?: number;
  /**
   * What it asks before its first answer only reads, or takes what ends with the transaction: on PostgreSQL it goes to the server together with BEGIN.
   * Were BEGIN refused, each of those statements would commit by itself.
   */
  isReadFirst?: boolean;
};

export type Database = {
  kind: 'pglite' | 'postgres';
  /**
   * How much longer everything may take here than the limits say (ms). For tests: a machine that is slow or busy must not decide what becomes of a write.
   */
  patienceMs?: number;
  /**
   * Autocommit, single statements of seconds at most. Never use it inside `transaction`: on the embedded database it would wait for ever.
   * @throws DeadlineExceeded
   */
  read: Tx;
  /**
   * The same for what may be a second old, files of history: a replica answers where there is one that follows, else the same connections as for `read`.
   * Only statements that read.
   */
  past: Tx;
  /** The same for what takes minutes (a book that is rebuilt, an operator's question), on connections of its own. */
  long: Tx;
  /** The same for sessions, which every call asks for: no screen's reads are before them. */
  session: Tx;
  /** The same for leases: statements of milliseconds, on connections of their own that nothing else ever holds. */
  lease: Tx;
  /**
   * Runs `run` in one transaction and commits. Serialisation conflicts, deadlocks, `RetryTransaction` and a connection lost before COMMIT
   * run it again from the start, so `run` must have no effect outside `tx`.
   * @throws DeadlineExceeded when nothing was committed and nothing will be
   * @throws CommitOutcomeUnknown when nobody can say whether the commit happened
   */
  transaction<T>(run: (tx: ScriptTx) => Promise<T>, options?: TransactionOptions): Promise<T>;
  close(): Promise<void>;
};

/**
 * The database could not do it within its limits; nothing was changed. `outage`: it could not be reached. `slow`: it was reached, but a
 * statement, a lock or the whole took too long.
 */
export class DeadlineExceeded extends Error {
  constructor(
    readonly reason: 'outage' | 'slow',
    cause?: unknown,
  ) {
    super(reason === 'outage' ? 'the database could not be reached in time' : 'the database took too long', { cause });
    this.name = 'DeadlineExceeded';
  }
}

/** Says whether the database couldn't be reached, which is nobody's failure. What took too long is its own. */
export function isOutage(error: unknown): boolean {
  return error instanceof CommitOutcomeUnknown || (error instanceof DeadlineExceeded && error.reason === 'outage');
}

/** @throws DeadlineExceeded when `deadline` (monotonic ms) has passed */
export function throwIfPastDeadline(deadline: number | undefined): void {
  if (deadline !== undefined && monotonicNow() >= deadline) throw new DeadlineExceeded('slow');
}

/** Thrown inside a transaction to have it rolled back and run again, because another one won a race. */
export class RetryTransaction extends Error {
  constructor(reason: string) {
    super(`transaction must be run again: ${reason}`);
    this.name = 'RetryTransaction';
  }
}

/** The connection broke during COMMIT and the server cannot tell how it ended. Repeating with the same request id settles it. */
export class CommitOutcomeUnknown extends Error {
  constructor(cause: unknown) {
    super('the outcome of a commit is unknown', { cause });
    this.name = 'CommitOutcomeUnknown';
  }
}

/** What a caller hears that went on after a failed statement: the database then rolls back at COMMIT, on both engines without an error. */
export const STATEMENT_FAILED = 'the transaction was rolled back because one of its statements failed';

/** Runs of one transaction before its conflict is reported to the caller. */
export const TRANSACTION_ATTEMPTS_MAX = 12;

/** Returns parameters as both drivers take them: bigints as digits, arrays of plain values as the database writes them. */
export function toDriverParams(params: readonly unknown[]): unknown[] {
  return params.map((param) => {
    if (typeof param === 'bigint') return param.toString();
    return Array.isArray(param) ? (formatArray(param) ?? param) : param;
  });
}

/** Digits, codes and the like, which stand in an array without quotes; most of what a batch writes. */
const UNQUOTED = /^[\w.:+-]+$/;
const NULL = /^null$/i;
/** What JSON escapes otherwise than an array does. Answers are long and full of quotes, and it is several times as fast. */
const NOT_AS_JSON = /[^ -\ud7ff\ue000-\uffff]/;

/** Writes an array for the database, null where something in it isn't plain. The drivers quote everything, which took 6 % of a market's time. */
function formatArray(items: readonly unknown[]): string | null {
  let text = '';
  for (const [index, item] of items.entries()) {
    const element = formatElement(item);
    if (element === null) return null;
    text += index === 0 ? element : `,${element}`;
  }
  return `{${text}}`;
}

function formatElement(item: unknown): string | null {
  if (item === null || item === undefined) return 'NULL';
  if (typeof item === 'string') return UNQUOTED.test(item) && !(item.length === 4 && NULL.test(item)) ? item : quote(item);
  return typeof item === 'bigint' || typeof item === 'number' || typeof item === 'boolean' ? String(item) : null;
}

function quote(text: string): string {
  return NOT_AS_JSON.test(text) ? `"${text.replace(/["\\]/g, '\\$&')}"` : JSON.stringify(text);
}

/** Returns the SQLSTATE of a driver error, null when the error has none. */
export function sqlStateOf(error: unknown): string | null {
  if (typeof error !== 'object' || error === null || !('code' in error)) return null;
  return typeof error.code === 'string' ? error.code : null;
}

/** SQLSTATE of a prepared statement whose columns are others since a migration. */
export const RESULT_CHANGED = '0A000';

/** True when running the same transaction again may succeed: conflict, deadlock, or an asked-for repeat. */
export function isConflict(error: unknown): boolean {
  const state = sqlStateOf(error);
  return error instanceof RetryTransaction || state === '40001' || state === '40P01';
}

/** Waits a little longer for each attempt, with jitter, so that rivals do not meet again. At most 250 ms. */
export function waitBeforeRetry(attempt: number): Promise<void> {
  const waitMs = Math.min(250, 2 ** attempt) * (0.5 + Math.random() / 2);
  return new Promise((resolve) => setTimeout(resolve, waitMs));
}
