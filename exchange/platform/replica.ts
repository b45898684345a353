import { monotonicNow } from './clock';
import { DeadlineExceeded, type Row, sqlStateOf, type Tx } from './db';
import type { Logger } from './logger';
import type { Metrics } from './metrics';
import { isStatementTimeout } from './postgres-errors';

/** A read of what is past is at most so old; a replica that is further behind isn't asked. */
export const REPLICA_LAG_MS_MAX = 1_000;
/** How often the replica is asked how far it is. */
const POLL_EVERY_MS = 250;
/** Places of the primary that the replica has still to reach, oldest first: more than fit into the time that counts. */
const PLACES_MAX = 16;
/** What a replica can't know yet, or what it broke off because the primary cleaned up behind it. */
const BEHIND_STATES = new Set(['40001', '42P01', '42703', '25006']);

type Place = { lsn: bigint; at: number };
type ReplicaDeps = {
  primary: Tx;
  replica: Tx;
  log: Logger;
  metrics: Metrics | undefined;
  /** Monotonic ms. */
  now?: () => number;
};

/**
 * Answers reads of what is past from a replica of the database, as long as it is known to have all that was written a second before; else, and when
 * it fails, from the primary. How far it is follows from places in the write-ahead log alone, so no clock of another machine counts, and a primary
 * that writes nothing makes nobody late.
 */
export class Replica implements Tx {
  readonly #deps: ReplicaDeps;
  readonly #now: () => number;
  readonly #places: Place[] = [];
  readonly #count: (by: 'replica' | 'primary') => void;
  /** Until when the replica has everything, monotonic ms. */
  #wholeUntil = Number.NEGATIVE_INFINITY;
  #timer: NodeJS.Timeout | null = null;
  #looking: Promise<void> = Promise.resolve();
  #isUp = true;

  constructor(deps: ReplicaDeps) {
    this.#deps = deps;
    this.#now = deps.now ?? monotonicNow;
    const reads = deps.metrics?.counter({
      name: 'database_past_reads_total',
      help: 'Reads of what is past, by the database that answered',
      labelNames: ['by'],
    });
    this.#count = (by) => reads?.inc({ by });
  }

  /** Whether the replica has all that was written `REPLICA_LAG_MS_MAX` ago. */
  get isUsable(): boolean {
    return this.#now() - this.#wholeUntil <= REPLICA_LAG_MS_MAX;
  }

  start(): void {
    const next = () => {
      this.#timer = setTimeout(() => {
        this.#looking = this.look().finally(() => {
          if (this.#timer !== null) next();
        });
      }, POLL_EVERY_MS);
      this.#timer.unref();
    };
    next();
  }

  async stop(): Promise<void> {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
    await this.#looking;
  }

  /** Looks how far the replica is. */
  async look(): Promise<void> {
    const { primary, replica } = this.#deps;
    try {
      const at = this.#now();
      const written = await readPlace(primary, 'pg_current_wal_insert_lsn()');
      if (written !== null) this.#places.push({ lsn: written, at });
      if (this.#places.length > PLACES_MAX) this.#places.shift();
      // One that was promoted remembers for good how far it followed: it is no copy any more, whatever it had.
      const reached = await readPlace(replica, 'CASE WHEN pg_is_in_recovery() THEN pg_last_wal_replay_lsn() END');
      if (reached === null) throw new Error('it follows nobody');
      while (this.#places[0] !== undefined && this.#places[0].lsn <= reached) this.#wholeUntil = (this.#places.shift() as Place).at;
      this.#note(true, null);
    } catch (error) {
      this.#note(false, error);
    }
  }

  /** Only for statements that read. @throws as `Database.read` */
  async query<R extends Row = Row>(text: string, params?: readonly unknown[]) {
    const { primary, replica, log } = this.#deps;
    if (this.isUsable) {
      try {
        const result = await replica.query<R>(text, params);
        this.#count('replica');
        return result;
      } catch (error) {
        if (isStatementTimeout(error)) throw new DeadlineExceeded('slow', error);
        // The same on the primary says whose fault it is.
        this.#wholeUntil = Number.NEGATIVE_INFINITY;
        if (!BEHIND_STATES.has(sqlStateOf(error) ?? '')) log.warn({ err: error }, 'a read of what is past goes to the primary');
      }
    }
    this.#count('primary');
    return primary.query<R>(text, params);
  }

  #note(isUp: boolean, error: unknown): void {
    if (isUp === this.#isUp) return;
    this.#isUp = isUp;
    if (isUp) this.#deps.log.info('the replica answers again');
    else this.#deps.log.warn({ err: error }, 'the replica cannot be followed: reads of what is past go to the primary');
  }
}

/** Returns a place in the write-ahead log as one number; null where the server has none. */
async function readPlace(tx: Tx, expression: string): Promise<bigint | null> {
  const { rows } = await tx.query<{ place: string | null }>(`SELECT (${expression})::text AS place`);
  const [high, low] = rows[0]?.place?.split('/') ?? [];
  return high === undefined || low === undefined ? null : (BigInt(`0x${high}`) << 32n) | BigInt(`0x${low}`);
}
