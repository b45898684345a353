/**
 * Which connections a work runs on. They are apart, so that slow reads can hold up neither writers nor the renewal of leases, and writes of members, of which
 * one may send a hundred at once, no market.
 */
export type PoolName = 'read' | 'session' | 'market' | 'write' | 'lease' | 'long' | 'past';

/** What a transaction is for. */
export type WorkKind = 'write' | 'batch' | 'work' | 'long';

export type WorkLimits = {
  pool: 'market' | 'write' | 'long';
  /** The most one statement may take. */
  statementMs: number;
  /** The most one statement may wait for a lock that another transaction has. */
  lockMs: number;
  /**
   * A process that stands still between two statements keeps its locks no longer: whoever takes its markets over waits for them. It begins its
   * transaction anew when it goes on, once.
   */
  idleMs: number;
  /** How long an outage is waited out before the caller hears of it, where the transaction has no deadline. */
  outageMs: number;
};

/** Limits by kind. */
export const WORK_LIMITS: Record<WorkKind, WorkLimits> = {
  /** A user's write. */
  write: { pool: 'write', statementMs: 4_000, lockMs: 4_000, idleMs: 4_000, outageMs: 5_000 },
  /** Commands of the one writer: whoever holds one balance must not hold up everybody else. */
  batch: { pool: 'market', statementMs: 4_000, lockMs: 1_000, idleMs: 4_000, outageMs: 5_000 },
  /** What the exchange does by itself and does again if it fails: settlements, pruning, opening accounts. */
  work: { pool: 'write', statementMs: 10_000, lockMs: 4_000, idleMs: 4_000, outageMs: 15_000 },
  /** Migrations, audits, rebuilds. */
  long: { pool: 'long', statementMs: 600_000, lockMs: 600_000, idleMs: 60_000, outageMs: 15_000 },
};

/** Taking and renewing leases: shorter than the time between two renewals, so that one that hangs doesn't cost the next. */
export const LEASE_STATEMENT_MS = 800;
/** A read outside transactions is one statement of a screen. */
export const READ_STATEMENT_MS = 5_000;
/** How long a read waits for a connection or waits out an outage. */
export const READ_OUTAGE_MS = 5_000;

/** Connections of one process, 19 at most to the primary: the work is short, and the server's memory is shared with other processes. */
export const POOL_SIZES: Record<PoolName, number> = {
  read: 6,
  /** Each call begins with its session: it waits for no screen. */
  session: 2,
  /** The writers of spot and perpetual markets, and prints. */
  market: 3,
  /** Two lanes of transfers, purchases, jobs and the rest. */
  write: 4,
  /** Spot and perpetual renew apart. */
  lease: 2,
  long: 2,
  /** On the replica, where there is one. */
  past: 6,
};

/**
 * A user's write (order, transfer, purchase, setting) is begun within this time of its arrival, or it is not done and its owner is told so:
 * nobody still waits for an order of half a minute ago.
 */
export const WRITE_DEADLINE_MS = 5_000;
