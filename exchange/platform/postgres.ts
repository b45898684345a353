import { Pool, type PoolClient, type PoolConfig, types } from 'pg';
import { monotonicNow } from './clock';
import { type Database, DeadlineExceeded, type Row, toDriverParams, type Tx, waitBeforeRetry } from './db';
import { createConcurrencyLimiter, type ConcurrencyLimiter } from '../../lib/rate-limits/concurrency-limiter';
import type { Logger } from './logger';
import type { Metrics } from './metrics';
import { isConnectionLost, isOutdated, isStatementTimeout } from './postgres-errors';
import { createPlanWatch } from './postgres-plans';
import { runTransaction } from './postgres-transaction';
import { StatementNames } from './prepared-statements';
import { Replica } from './replica';
import {
  LEASE_STATEMENT_MS,
  POOL_SIZES,
  type PoolName,
  READ_OUTAGE_MS,
  READ_STATEMENT_MS,
  type WorkKind,
  type WorkLimits,
  WORK_LIMITS,
} from './work-limits';

const CONNECT_TIMEOUT_MS = 5_000;
const READ_MARGIN_MS = 500;
/**
 * What is asked there finds its rows by key. A plan that was made while a table was small reads all of it, until it has grown fourfold or the server
 * looks at its size.
 */
const BY_KEY: PoolConfig = { options: '-c enable_seqscan=off -c plan_cache_mode=force_generic_plan' };
/** Long works that wait for a connection at most: rebuilds two at a time by product, and audits one after the other. */
const LONG_WAITING_MAX = 1_000;

const NUMERIC_ARRAY = 1231;
const TEXT_ARRAY = 1009 as Parameters<typeof types.getTypeParser>[0];
/** `pg` reads an array of numerics as floats, which loses digits: read it as texts. */
const parseTextArray = types.getTypeParser(TEXT_ARRAY);
const customTypes = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') =>
    oid === NUMERIC_ARRAY ? parseTextArray : types.getTypeParser(oid, format as 'text')) as typeof types.getTypeParser,
};

export type PostgresOptions = {
  metrics?: Metrics | undefined;
  /** A replica that follows by streaming, for `past`. */
  replicaUrl?: string | null;
  /** Other limits than `WORK_LIMITS`, for tests. */
  limits?: Partial<Record<WorkKind, Partial<WorkLimits>>>;
  /** How much longer everything may take, for tests. */
  patienceMs?: number;
};

/**
 * Opens PostgreSQL. Reads, writers, leases and long work have connections of their own. Outages are waited out as long as the kind of work
 * says, and a COMMIT whose answer is lost is settled by asking the server.
 */
export function openPostgres(
  url: string,
  log: Logger,
  { metrics, replicaUrl = null, limits = {}, patienceMs = 0 }: PostgresOptions = {},
): Database {
  const brokenBy = new WeakMap<PoolClient, unknown>();
  const open = (name: PoolName, config: PoolConfig) => {
    const pool = new Pool({
      connectionString: url,
      max: POOL_SIZES[name],
      connectionTimeoutMillis: CONNECT_TIMEOUT_MS + patienceMs,
      application_name: `exchange ${name}`,
      types: customTypes,
      ...config,
    });
    pool.on('error', (error) => log.warn({ err: error, pool: name }, 'an idle database connection broke'));
    // Without a listener a connection that breaks while it is in use would end the process; its query reports the same error.
    pool.on('connect', (client) =>
      client.on('error', (error) => {
        // The first word says why, what follows only that the line is gone.
        if (!brokenBy.has(client as PoolClient)) brokenBy.set(client as PoolClient, error);
        log.warn({ err: error, pool: name }, 'a database connection broke');
      }),
    );
    return pool;
  };
  const bounded = (ms: number) => ({ statement_timeout: ms + patienceMs, query_timeout: ms + patienceMs + READ_MARGIN_MS });
  const pools: Pools = {
    read: open('read', bounded(READ_STATEMENT_MS)),
    market: open('market', { ...bounded(WORK_LIMITS.batch.statementMs), ...BY_KEY, pipeline: true }),
    write: open('write', { ...bounded(WORK_LIMITS.work.statementMs), pipeline: true }),
    session: open('session', { ...bounded(READ_STATEMENT_MS), ...BY_KEY }),
    lease: open('lease', { ...bounded(LEASE_STATEMENT_MS), connectionTimeoutMillis: LEASE_STATEMENT_MS + patienceMs }),
    long: open('long', { ...bounded(WORK_LIMITS.long.statementMs), pipeline: true }),
    ...(replicaUrl !== null && { past: open('past', { ...bounded(READ_STATEMENT_MS), connectionString: replicaUrl }) }),
  };
  // Who waits behind long work waits for minutes, and that is no outage: in line, not for the pool.
  const longLine = createConcurrencyLimiter({
    runningMax: POOL_SIZES.long,
    waitingMax: LONG_WAITING_MAX,
    refuse: () => new DeadlineExceeded('slow'),
  });
  const watch = watchPools(pools, longLine, metrics);
  // A single statement that writes is a writer's: slow reads must not hold it up.
  const read: Tx = { query: (text, params) => queryWithRetry(isRead(text) ? pools.read : pools.write, text, params) };
  const dropsPlans = createPlanWatch({ query: (text, params) => queryWithRetry(pools.session, text, params) }, log);
  const sessionNames = new StatementNames();
  const replica = pools.past === undefined ? null : followReplica(pools.past, { primary: read, log, metrics });
  return {
    kind: 'postgres',
    patienceMs,
    read,
    past: replica ?? read,
    long: { query: (text, params) => longLine.run(() => queryWithRetry(pools.long, text, params)) },
    session: { query: (text, params) => queryWithRetry(pools.session, text, params, sessionNames) },
    lease: { query: (text, params) => queryWithRetry(pools.lease, text, params) },
    transaction(run, { kind = 'write', deadline, isReadFirst = false } = {}) {
      const work = extend({ ...WORK_LIMITS[kind], ...limits[kind] }, patienceMs);
      const deps = {
        pool: pools[work.pool],
        log,
        limits: work,
        brokenBy,
        dropsPlans,
        measure: { wait: (seconds: number) => watch.wait(work.pool, seconds), commit: (seconds: number) => watch.commit(kind, seconds) },
      };
      const begin = () => runTransaction(deps, run, { deadline: deadline === undefined ? undefined : deadline + patienceMs, isReadFirst });
      return work.pool === 'long' ? longLine.run(begin) : begin();
    },
    async close() {
      await replica?.stop();
      await Promise.all(Object.values(pools).map((pool) => pool.end()));
    },
  };
}

function extend({ pool, statementMs, lockMs, idleMs, outageMs }: WorkLimits, ms: number): WorkLimits {
  return { pool, statementMs: statementMs + ms, lockMs: lockMs + ms, idleMs: idleMs + ms, outageMs: outageMs + ms };
}

type Pools = Record<Exclude<PoolName, 'past'>, Pool> & { past?: Pool };

/** Each read is tried once there: whoever has to wait for the replica is better off with the primary. */
function followReplica(pool: Pool, { primary, log, metrics }: { primary: Tx; log: Logger; metrics: Metrics | undefined }): Replica {
  const once: Tx = {
    async query<R extends Row>(text: string, params: readonly unknown[] = []) {
      const result = await pool.query<R & Row>(text, toDriverParams(params));
      return { rows: result.rows as R[], rowCount: result.rowCount ?? 0 };
    },
  };
  const replica = new Replica({ primary, replica: once, log, metrics });
  replica.start();
  return replica;
}

function isRead(text: string): boolean {
  return /^\s*select\b/i.test(text) || (/^\s*with\b/i.test(text) && !/\b(insert|update|delete)\b/i.test(text));
}

/** `names`: of statements that stay prepared. One that a migration has changed is prepared anew under another name. */
async function queryWithRetry<R extends Row>(pool: Pool, text: string, params: readonly unknown[] = [], names?: StatementNames) {
  const until = monotonicNow() + READ_OUTAGE_MS;
  let isRenewed = false;
  for (let attempt = 1; ; attempt += 1) {
    const name = names?.find(text);
    try {
      const result = await pool.query<R & Row>({ text, values: toDriverParams(params), ...(name !== undefined && { name }) });
      return { rows: result.rows as R[], rowCount: result.rowCount ?? 0 };
    } catch (error) {
      if (name !== undefined && !isRenewed && isOutdated(error)) {
        names?.renew(text);
        isRenewed = true;
        continue;
      }
      if (isStatementTimeout(error)) throw new DeadlineExceeded('slow', error);
      // What writes may have been done.
      if (!isRead(text) || !isConnectionLost(error)) throw error;
      if (monotonicNow() >= until) throw new DeadlineExceeded('outage', error);
      await waitBeforeRetry(attempt);
    }
  }
}

type Watch = { wait(pool: PoolName, seconds: number): void; commit(kind: WorkKind, seconds: number): void };

/** Shows each pool's connections and how many wait for one. Returns what notes waits for a connection and times of commits. */
function watchPools(pools: Pools, longLine: ConcurrencyLimiter, metrics: Metrics | undefined): Watch {
  if (metrics === undefined) return { wait: () => undefined, commit: () => undefined };
  metrics.gauge({
    name: 'database_connections',
    help: 'Connections by pool: in use, idle, and callers that wait for one',
    labelNames: ['pool', 'state'],
    collect() {
      for (const [name, pool] of Object.entries(pools)) {
        this.set({ pool: name, state: 'used' }, pool.totalCount - pool.idleCount);
        this.set({ pool: name, state: 'idle' }, pool.idleCount);
        this.set({ pool: name, state: 'waiting' }, pool.waitingCount + (name === 'long' ? longLine.waiting : 0));
      }
    },
  });
  const waits = metrics.histogram({
    name: 'database_pool_wait_seconds',
    help: 'How long transactions waited for a connection, by pool',
    labelNames: ['pool'],
  });
  const commits = metrics.histogram({
    name: 'database_commit_seconds',
    help: 'How long COMMIT took, by kind of work',
    labelNames: ['kind'],
  });
  return {
    wait: (pool, seconds) => waits.observe({ pool }, seconds),
    commit: (kind, seconds) => commits.observe({ kind }, seconds),
  };
}
