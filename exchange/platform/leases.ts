import type { Tx } from './db';

/** A holder renews this often … */
export const LEASE_RENEW_MS = 1_000;
/** … and is taken for dead when it hasn't for this long. */
export const LEASE_MS = 3_000;

/** Another process has a part that this one thought its own; nothing of the transaction may be committed. */
export class LeaseLost extends Error {
  constructor(readonly parts: string[]) {
    super(`the lease of ${parts.join(', ')} was lost`);
    this.name = 'LeaseLost';
  }
}

/**
 * Makes sure, inside a transaction that writes, that this process still has the parts, by epoch. The rows stay locked until COMMIT against whoever
 * takes over, but not against a renewal: a long transaction doesn't cost the lease that it stands on. It shares the advisory lock `holdUpBy`, if
 * there is one, in the same statement: what the next one reads is no older than that.
 * @throws LeaseLost
 */
export async function checkFence(
  tx: Tx,
  owner: string,
  epochs: ReadonlyMap<string, string>,
  { holdUpBy = null }: { holdUpBy?: number | null } = {},
): Promise<void> {
  if (epochs.size === 0) return;
  const hold = holdUpBy === null ? '' : `, pg_advisory_xact_lock_shared(${holdUpBy})`;
  const { rows } = await tx.query<{ part: string; epoch: string }>(
    `SELECT part, epoch${hold} FROM leases WHERE part = ANY($1::text[]) AND owner = $2 ORDER BY part FOR KEY SHARE`,
    [[...epochs.keys()], owner],
  );
  const held = new Map(rows.map((row) => [row.part, row.epoch]));
  const lost = [...epochs].filter(([part, epoch]) => held.get(part) !== epoch).map(([part]) => part);
  if (lost.length > 0) throw new LeaseLost(lost);
}

/**
 * Takes the parts that nobody holds, whose holder is late, or that this process itself has let go (all of them when `isAlone`: the
 * embedded database has one process). One whose holder has a transaction under way is left for the next try, so this never waits.
 * Returns the new epoch of each one taken. Times are the database's, so the clocks of the processes don't matter.
 */
export async function takeLeases(
  tx: Tx,
  input: { owner: string; parts: readonly string[]; isAlone: boolean; leaseMs: number },
): Promise<Map<string, string>> {
  const { owner, parts, isAlone, leaseMs } = input;
  await tx.query(
    `INSERT INTO leases (part, owner, epoch, expires_at)
     SELECT part, $2, 1, '-infinity' FROM unnest($1::text[]) AS part ORDER BY part ON CONFLICT (part) DO NOTHING`,
    [parts, owner],
  );
  // FOR UPDATE is what waits for a fence: the update by itself would pass it, as a renewal does.
  const { rows } = await tx.query<{ part: string; epoch: string }>(
    `WITH free AS (
       SELECT part FROM leases
        WHERE part = ANY($1::text[]) AND ($4::boolean OR expires_at < clock_timestamp() OR owner = $2)
        ORDER BY part FOR UPDATE SKIP LOCKED)
     UPDATE leases l SET owner = $2, epoch = l.epoch + 1, expires_at = clock_timestamp() + $3::int * interval '1 millisecond'
       FROM free WHERE l.part = free.part RETURNING l.part, l.epoch`,
    [parts, owner, leaseMs, isAlone],
  );
  return new Map(rows.map((row) => [row.part, row.epoch]));
}

/** Prolongs what this process holds. Returns the parts that it still holds. */
export async function renewLeases(
  tx: Tx,
  input: { owner: string; epochs: ReadonlyMap<string, string>; leaseMs: number },
): Promise<Set<string>> {
  const { rows } = await tx.query<{ part: string }>(
    `UPDATE leases l SET expires_at = clock_timestamp() + $4::int * interval '1 millisecond'
       FROM unnest($1::text[], $2::int8[]) AS held(part, epoch)
      WHERE l.part = held.part AND l.epoch = held.epoch AND l.owner = $3
      RETURNING l.part`,
    [[...input.epochs.keys()], [...input.epochs.values()], input.owner, input.leaseMs],
  );
  return new Set(rows.map((row) => row.part));
}

/** Lets go at a clean stop, so that another process needn't wait. */
export async function releaseLeases(tx: Tx, input: { owner: string; parts: readonly string[] }): Promise<void> {
  await tx.query(
    'UPDATE leases SET expires_at = clock_timestamp() WHERE owner = $1 AND part = ANY($2::text[]) AND expires_at > clock_timestamp()',
    [input.owner, input.parts],
  );
}
