import type { Pool, PoolClient } from 'pg';
import { monotonicNow } from './clock';
import {
  CommitOutcomeUnknown,
  isConflict,
  DeadlineExceeded,
  RESULT_CHANGED,
  throwIfPastDeadline,
  type ScriptTx,
  STATEMENT_FAILED,
  sqlStateOf,
  TRANSACTION_ATTEMPTS_MAX,
  type TransactionOptions,
  waitBeforeRetry,
} from './db';
import type { Logger } from './logger';
import { isIdleTimeout, isConnectionLost, isStatementTimeout } from './postgres-errors';
import { ask, type OpenTransaction, readTimeoutOf, wrapClient } from './postgres-open-transaction';
import type { WorkLimits } from './work-limits';

/** How long the flush of a COMMIT may take before its line is taken for dead. */
const COMMIT_MS = 5_000;
/** How long the server is asked how a COMMIT ended: longer than an open transaction outlives its line, so that it has ended by then. */
const COMMIT_QUESTION_MS = 6_000;
const COMMIT_QUESTION_STEP_MS = 200;
/** A statement behind one that failed. */
const IN_FAILED_TRANSACTION = '25P02';

export type TransactionDeps = {
  pool: Pool;
  log: Logger;
  limits: WorkLimits;
  /** What ended a connection, where its server said so. */
  brokenBy: WeakMap<PoolClient, unknown>;
  /** How long it waited for its connection, and how long its COMMIT took, in seconds. */
  measure: { wait(seconds: number): void; commit(seconds: number): void };
  /** Whether what this connection has planned is of no use any more: asked once before each transaction. */
  dropsPlans(client: PoolClient): boolean;
};
/** `life`: of the server, between a start or a recovery and the next one. */
type Identity = { xid: string; life: string };
/**
 * A server that recovers from the crash of one of its processes keeps the time of its start; its statistics begin anew then, as with a start that has to
 * recover. A connection ends with the life that it was opened in.
 */
const LIFE = `extract(epoch FROM pg_postmaster_start_time())::text || ' ' || extract(epoch FROM pg_stat_get_bgwriter_stat_reset_time())::text`;
const lives = new WeakMap<PoolClient, string>();
type Deadline = TransactionOptions['deadline'];

/** Runs one transaction as `Database.transaction` says. */
export async function runTransaction<T>(
  deps: TransactionDeps,
  run: (tx: ScriptTx) => Promise<T>,
  { deadline, isReadFirst }: { deadline: Deadline; isReadFirst: boolean },
): Promise<T> {
  const { log, limits } = deps;
  const until = deadline ?? monotonicNow() + limits.outageMs;
  const failures: Failures = { conflicts: 0, standstills: 0, isLost: false, until };
  const unprepared = new Set<string>();
  for (let attempt = 1; ; attempt += 1) {
    let client: PoolClient | null = null;
    let open: OpenTransaction | null = null;
    let identity: Identity;
    let result: T;
    try {
      if (monotonicNow() >= until) throw new DeadlineExceeded(failures.isLost ? 'outage' : 'slow');
      client = await connectUntil(deps, until);
      const begun = begin(deps, client, deadline);
      if (isReadFirst) begun.catch(() => undefined);
      else await begun;
      open = wrapClient(client, limits, { deadline, unprepared, begun });
      result = await run(open.tx);
      identity = await begun;
      open.end();
      // Whoever asked is told that it isn't done from now on.
      throwIfPastDeadline(deadline);
    } catch (thrown) {
      open?.end();
      const error = sqlStateOf(thrown) === IN_FAILED_TRANSACTION ? (open?.findFailure() ?? thrown) : thrown;
      const broken = client === null ? undefined : deps.brokenBy.get(client);
      await abandon(client, broken ?? error);
      const refused = open?.findRefused() ?? null;
      // Once for each text: what is refused again isn't what the column takes.
      if (refused !== null && !unprepared.has(refused) && unprepared.size < TRANSACTION_ATTEMPTS_MAX) {
        unprepared.add(refused);
        continue;
      }
      refuseHopeless(error instanceof DeadlineExceeded ? error : (broken ?? error), failures);
      await waitBeforeRetry(attempt);
      continue;
    }
    let command: string;
    const committing = monotonicNow();
    try {
      command = (await ask(client, { text: 'COMMIT', query_timeout: COMMIT_MS })).command;
    } catch (error) {
      if (!isConnectionLost(error)) {
        await abandon(client, error);
        refuseHopeless(error, failures);
        continue;
      }
      client.release(true);
      log.warn({ err: error, xid: identity.xid }, 'the answer of a commit was lost; asking the server');
      if (await settleCommit(deps, identity, error)) return result;
      failures.isLost = true;
      continue;
    }
    client.release();
    deps.measure.commit((monotonicNow() - committing) / 1_000);
    // The server answers ROLLBACK when a statement failed and the caller swallowed its error.
    if (command !== 'COMMIT') throw new Error(STATEMENT_FAILED);
    return result;
  }
}

/** `isLost`: the last one was a lost connection. */
type Failures = { conflicts: number; standstills: number; isLost: boolean; until: number };

/** Returns when the transaction may be run again. @throws the error, or DeadlineExceeded where time or the connection was the reason */
function refuseHopeless(error: unknown, failures: Failures): void {
  failures.isLost = isConnectionLost(error) && !isIdleTimeout(error);
  if (isStatementTimeout(error)) throw new DeadlineExceeded('slow', error);
  if (isIdleTimeout(error)) {
    // Once, a process was stopped and goes on. Twice, the work between two statements is too long.
    failures.standstills += 1;
    if (failures.standstills > 1) throw new DeadlineExceeded('slow', error);
    return;
  }
  if (isConflict(error) || sqlStateOf(error) === RESULT_CHANGED) {
    failures.conflicts += 1;
    if (failures.conflicts >= TRANSACTION_ATTEMPTS_MAX) throw error;
    return;
  }
  if (!failures.isLost) throw error;
  if (monotonicNow() >= failures.until) throw new DeadlineExceeded('outage', error);
}

/** Takes a connection, waiting for one no longer than `until` (monotonic ms). @throws DeadlineExceeded */
async function connectUntil({ pool, measure }: TransactionDeps, until: number): Promise<PoolClient> {
  const asked = monotonicNow();
  const connecting = pool.connect();
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<null>((resolve) => {
    timer = setTimeout(() => resolve(null), Math.max(0, until - asked));
  });
  try {
    const client = await Promise.race([connecting, late]);
    if (client !== null) return client;
    // It comes too late: back it goes.
    connecting.then(
      (unused) => unused.release(),
      () => undefined,
    );
    throw new DeadlineExceeded('outage');
  } finally {
    clearTimeout(timer);
    measure.wait((monotonicNow() - asked) / 1_000);
  }
}

/** One round trip: opens the transaction, sets what its statements may take, and learns by which number the server will know it. */
async function begin({ limits, dropsPlans }: TransactionDeps, client: PoolClient, deadline: Deadline): Promise<Identity> {
  const left = deadline === undefined ? Number.POSITIVE_INFINITY : Math.max(1, Math.ceil(deadline - monotonicNow()));
  const bound = (ms: number) => `'${Math.min(ms, left)}ms', true`;
  const life = lives.get(client);
  const text = `${dropsPlans(client) ? 'DISCARD PLANS; ' : ''}BEGIN; SELECT set_config('statement_timeout', ${bound(limits.statementMs)}), set_config('lock_timeout', ${bound(limits.lockMs)}),
    set_config('idle_in_transaction_session_timeout', ${bound(limits.idleMs)}),
    pg_current_xact_id()::text AS xid, ${life === undefined ? LIFE : 'NULL'} AS life`;
  const answers: unknown = await ask(client, { text, query_timeout: readTimeoutOf(limits) });
  const rows = Array.isArray(answers) ? (answers.at(-1) as { rows: { xid: string; life: string | null }[] }).rows : [];
  const known = life ?? rows[0]?.life;
  if (rows[0] == null || known == null) throw new Error('the database did not open a transaction');
  lives.set(client, known);
  return { xid: rows[0].xid, life: known };
}

/**
 * True when the transaction was committed, false when it was not.
 *
 * A server that crashed may give the number of a lost transaction to a later one, so "committed" counts only if it has not recovered since.
 * @throws CommitOutcomeUnknown
 */
async function settleCommit({ pool, log }: TransactionDeps, identity: Identity, cause: unknown): Promise<boolean> {
  const until = monotonicNow() + COMMIT_QUESTION_MS;
  while (monotonicNow() < until) {
    await new Promise((resolve) => setTimeout(resolve, COMMIT_QUESTION_STEP_MS));
    try {
      const { rows } = await pool.query<{ status: string | null; life: string }>(
        `SELECT pg_xact_status($1::xid8) AS status, ${LIFE} AS life`,
        [identity.xid],
      );
      const status = rows[0]?.status ?? null;
      if (status === 'aborted') return false;
      if (status === 'committed' && rows[0]?.life === identity.life) return true;
      if (status !== 'in progress') break;
    } catch (error) {
      // "in the future": the restarted server has never heard of this transaction, so it is not on its disk.
      if (sqlStateOf(error) === '22023') return false;
      if (!isConnectionLost(error) && !isStatementTimeout(error)) log.error({ err: error }, 'the server could not say how a commit ended');
    }
  }
  throw new CommitOutcomeUnknown(cause);
}

async function abandon(client: PoolClient | null, error: unknown): Promise<void> {
  if (client == null) return;
  // What a connection has prepared for columns that a migration has changed is of no use any more, and goes with it.
  if (isConnectionLost(error) || sqlStateOf(error) === RESULT_CHANGED) return client.release(true);
  try {
    await ask(client, { text: 'ROLLBACK', query_timeout: COMMIT_MS });
    client.release();
  } catch (rollbackError) {
    client.release(rollbackError instanceof Error ? rollbackError : true);
  }
}
