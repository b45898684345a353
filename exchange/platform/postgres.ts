import { Pool, type PoolClient, types } from 'pg';
import {
  CommitOutcomeUnknown,
  type Database,
  isConflict,
  type Row,
  type ScriptTx,
  SWALLOWED,
  sqlStateOf,
  TRANSACTION_ATTEMPTS_MAX,
  type Tx,
  toDriverParams,
  waitBeforeRetry,
} from './db';
import type { Logger } from './logger';

/** Connections of one process: the work is short, and the server's memory is shared with other processes. */
const POOL_SIZE = 10;
const CONNECT_TIMEOUT_MS = 5_000;
/** How long a restart of the server may last before the callers hear of it. */
const RECONNECT_TIMEOUT_MS = 15_000;
const STATEMENT_TIMEOUT_MS = 30_000;
/**
 * A process that stands still between two statements keeps its locks no longer: whoever takes its markets over waits for them. It begins its
 * transaction anew when it goes on.
 */
const IDLE_IN_TRANSACTION_MS = 4_000;
const SETTLE_WAIT_MS = 200;

const NUMERIC_ARRAY = 1231;
const TEXT_ARRAY = 1009 as Parameters<typeof types.getTypeParser>[0];
/** `pg` reads an array of numerics as floats, which loses digits: read it as texts. */
const parseTextArray = types.getTypeParser(TEXT_ARRAY);
const customTypes = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') =>
    oid === NUMERIC_ARRAY ? parseTextArray : types.getTypeParser(oid, format as 'text')) as typeof types.getTypeParser,
};

/** Opens PostgreSQL. Outages up to 15 s are waited out, and a COMMIT whose answer is lost is settled by asking the server. */
export function openPostgres(url: string, log: Logger, { idleInTransactionMs = IDLE_IN_TRANSACTION_MS } = {}): Database {
  const pool = new Pool({
    connectionString: url,
    max: POOL_SIZE,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    statement_timeout: STATEMENT_TIMEOUT_MS,
    idle_in_transaction_session_timeout: idleInTransactionMs,
    application_name: 'exchange',
    types: customTypes,
  });
  pool.on('error', (error) => log.warn({ err: error }, 'an idle database connection broke'));
  // Without a listener a connection that breaks while it is in use would end the process; its query reports the same error.
  pool.on('connect', (client) => client.on('error', (error) => log.warn({ err: error }, 'a database connection broke')));
  return {
    kind: 'postgres',
    read: { query: (text, params) => queryWithRetry(pool, text, params) },
    transaction: (run) => runTransaction(pool, run, log),
    close: () => pool.end(),
  };
}

async function queryWithRetry<R extends Row>(pool: Pool, text: string, params: readonly unknown[] = []) {
  const isRead = /^\s*select\b/i.test(text);
  const deadline = Date.now() + RECONNECT_TIMEOUT_MS;
  for (let attempt = 1; ; attempt += 1) {
    try {
      const result = await pool.query<R & Row>(text, toDriverParams(params));
      return { rows: result.rows as R[], rowCount: result.rowCount ?? 0 };
    } catch (error) {
      if (!isRead || !isConnectionLost(error) || Date.now() > deadline) throw error;
      await waitBeforeRetry(attempt);
    }
  }
}

type Identity = { xid: string; boot: string };

async function runTransaction<T>(pool: Pool, run: (tx: ScriptTx) => Promise<T>, log: Logger): Promise<T> {
  const deadline = Date.now() + RECONNECT_TIMEOUT_MS;
  for (let attempt = 1, conflicts = 0; ; attempt += 1) {
    let client: PoolClient | null = null;
    let identity: Identity | null = null;
    let result: T;
    try {
      client = await pool.connect();
      identity = await begin(client);
      result = await run(wrapClient(client));
    } catch (error) {
      await abandon(client, error);
      conflicts += isConflict(error) ? 1 : 0;
      const canRetry = isConflict(error) ? conflicts < TRANSACTION_ATTEMPTS_MAX : isConnectionLost(error) && Date.now() < deadline;
      if (!canRetry) throw error;
      await waitBeforeRetry(attempt);
      continue;
    }
    let command: string;
    try {
      command = (await client.query('COMMIT')).command;
    } catch (error) {
      if (!isConnectionLost(error)) {
        await abandon(client, error);
        if (!isConflict(error) || attempt >= TRANSACTION_ATTEMPTS_MAX) throw error;
        continue;
      }
      client.release(true);
      log.warn({ err: error, xid: identity.xid }, 'the answer of a commit was lost; asking the server');
      if (await settleCommit(pool, identity, error)) return result;
      continue;
    }
    client.release();
    // The server answers ROLLBACK when a statement failed and the caller swallowed its error.
    if (command !== 'COMMIT') throw new Error(SWALLOWED);
    return result;
  }
}

/** One round trip: opens the transaction and learns by which number the server will know it. */
async function begin(client: PoolClient): Promise<Identity> {
  const answers: unknown = await client.query(
    'BEGIN; SELECT pg_current_xact_id()::text AS xid, extract(epoch FROM pg_postmaster_start_time())::text AS boot',
  );
  const rows = Array.isArray(answers) ? (answers[1] as { rows: Identity[] }).rows : [];
  if (rows[0] == null) throw new Error('the database did not open a transaction');
  return rows[0];
}

/**
 * True when the transaction was committed, false when it was not.
 *
 * A server that crashed may give the number of a lost transaction to a later one, so "committed" counts only if it has not restarted since.
 * @throws CommitOutcomeUnknown
 */
async function settleCommit(pool: Pool, identity: Identity, cause: unknown): Promise<boolean> {
  const deadline = Date.now() + RECONNECT_TIMEOUT_MS;
  while (Date.now() < deadline) {
    await new Promise((resolve) => setTimeout(resolve, SETTLE_WAIT_MS));
    try {
      const { rows } = await pool.query<{ status: string | null; boot: string }>(
        'SELECT pg_xact_status($1::xid8) AS status, extract(epoch FROM pg_postmaster_start_time())::text AS boot',
        [identity.xid],
      );
      const status = rows[0]?.status ?? null;
      if (status === 'aborted') return false;
      if (status === 'committed' && rows[0]?.boot === identity.boot) return true;
      if (status !== 'in progress') break;
    } catch (error) {
      // "in the future": the restarted server has never heard of this transaction, so it is not on its disk.
      if (sqlStateOf(error) === '22023') return false;
      if (!isConnectionLost(error)) throw error;
    }
  }
  throw new CommitOutcomeUnknown(cause);
}

async function abandon(client: PoolClient | null, error: unknown): Promise<void> {
  if (client == null) return;
  if (isConnectionLost(error)) return client.release(true);
  try {
    await client.query('ROLLBACK');
    client.release();
  } catch (rollbackError) {
    client.release(rollbackError instanceof Error ? rollbackError : true);
  }
}

function wrapClient(client: PoolClient): ScriptTx {
  return {
    async query<R extends Row = Row>(text: string, params: readonly unknown[] = []) {
      const result = await client.query<R & Row>(text, toDriverParams(params));
      return { rows: result.rows as R[], rowCount: result.rowCount ?? 0 };
    },
    async script(text) {
      await client.query(text);
    },
  } satisfies Tx & ScriptTx;
}

const LOST_STATES = new Set(['25P03', '57P01', '57P02', '57P03', '08000', '08001', '08003', '08004', '08006', '53300']);
const LOST_CODES = new Set(['ECONNRESET', 'ECONNREFUSED', 'EPIPE', 'ETIMEDOUT', 'ENOTFOUND', 'EAI_AGAIN', 'ENOENT']);

/** `pg` reports some broken connections by text only. */
const LOST_TEXT = /connection terminated|timeout exceeded when trying to connect|not queryable|connection error/i;

function isConnectionLost(error: unknown): boolean {
  const code = sqlStateOf(error);
  if (code != null) return LOST_STATES.has(code) || LOST_CODES.has(code);
  return error instanceof Error && LOST_TEXT.test(error.message);
}
