import type { Tx } from '../../platform/db';

/** A writer renews this often … */
export const LEASE_RENEW_MS = 1_000;
/** … and is taken for dead when it hasn't for this long. */
export const LEASE_MS = 3_000;

/** Key of the advisory lock by which writers are held up; any number that no other lock has. */
const HOLD_LOCK = 60_191_060;

/** Another process writes a market that this one thought its own; nothing of the transaction may be committed. */
export class LeaseLost extends Error {
  constructor(readonly markets: string[]) {
    super(`the lease of ${markets.join(', ')} was lost`);
    this.name = 'LeaseLost';
  }
}

/**
 * Makes sure, inside a transaction that writes, that this process still owns the markets. The rows stay locked until COMMIT against whoever
 * takes over, but not against a renewal: a long transaction doesn't cost the lease that it stands on. With `mayBeHeld` it waits while
 * `holdWriters` holds it up, in the same statement: what the next one reads is no older than that.
 * @throws LeaseLost
 */
export async function checkFence(
  tx: Tx,
  owner: string,
  epochs: ReadonlyMap<string, string>,
  { mayBeHeld = false }: { mayBeHeld?: boolean } = {},
): Promise<void> {
  if (epochs.size === 0) return;
  const hold = mayBeHeld ? `, pg_advisory_xact_lock_shared(${HOLD_LOCK})` : '';
  const { rows } = await tx.query<{ market: string; epoch: string }>(
    `SELECT market, epoch${hold} FROM market_leases WHERE market = ANY($1::text[]) AND owner = $2 ORDER BY market FOR KEY SHARE`,
    [[...epochs.keys()], owner],
  );
  const held = new Map(rows.map((row) => [row.market, row.epoch]));
  const lost = [...epochs].filter(([market, epoch]) => held.get(market) !== epoch).map(([market]) => market);
  if (lost.length > 0) throw new LeaseLost(lost);
}

/**
 * Takes the markets that nobody holds, whose holder is late, or that this process itself has let go (all of them when `isAlone`: the
 * embedded database has one process). One whose holder has a transaction under way is left for the next try, so this never waits.
 * Returns the new epoch of each one taken. Times are the database's, so the clocks of the processes don't matter.
 */
export async function takeLeases(
  tx: Tx,
  input: { owner: string; markets: readonly string[]; isAlone: boolean; leaseMs: number },
): Promise<Map<string, string>> {
  const { owner, markets, isAlone, leaseMs } = input;
  await tx.query(
    `INSERT INTO market_leases (market, owner, epoch, expires_at)
     SELECT market, $2, 1, '-infinity' FROM unnest($1::text[]) AS market ORDER BY market ON CONFLICT (market) DO NOTHING`,
    [markets, owner],
  );
  // FOR UPDATE is what waits for a fence: the update by itself would pass it, as a renewal does.
  const { rows } = await tx.query<{ market: string; epoch: string }>(
    `WITH free AS (
       SELECT market FROM market_leases
        WHERE market = ANY($1::text[]) AND ($4::boolean OR expires_at < clock_timestamp() OR owner = $2)
        ORDER BY market FOR UPDATE SKIP LOCKED)
     UPDATE market_leases l SET owner = $2, epoch = l.epoch + 1, expires_at = clock_timestamp() + $3::int * interval '1 millisecond'
       FROM free WHERE l.market = free.market RETURNING l.market, l.epoch`,
    [markets, owner, leaseMs, isAlone],
  );
  return new Map(rows.map((row) => [row.market, row.epoch]));
}

/**
 * Waits for the transactions of every writer that may be held, and keeps them from beginning further ones until COMMIT. Requests are served in
 * their order, so neither side starves the other.
 */
export async function holdWriters(tx: Tx): Promise<void> {
  await tx.query('SELECT pg_advisory_xact_lock($1::int8)', [HOLD_LOCK]);
}

/** Prolongs what this process holds. Returns the markets that it still holds. */
export async function renewLeases(
  tx: Tx,
  input: { owner: string; epochs: ReadonlyMap<string, string>; leaseMs: number },
): Promise<Set<string>> {
  const { rows } = await tx.query<{ market: string }>(
    `UPDATE market_leases l SET expires_at = clock_timestamp() + $4::int * interval '1 millisecond'
       FROM unnest($1::text[], $2::int8[]) AS held(market, epoch)
      WHERE l.market = held.market AND l.epoch = held.epoch AND l.owner = $3
      RETURNING l.market`,
    [[...input.epochs.keys()], [...input.epochs.values()], input.owner, input.leaseMs],
  );
  return new Set(rows.map((row) => row.market));
}

/** Lets go at a clean stop, so that another process needn't wait. */
export async function releaseLeases(tx: Tx, owner: string): Promise<void> {
  await tx.query('UPDATE market_leases SET expires_at = clock_timestamp() WHERE owner = $1 AND expires_at > clock_timestamp()', [owner]);
}
