import type { Tx } from '../../platform/db';
import { checkFence as checkLeases } from '../../platform/leases';

/** Key of the advisory lock by which writers are held up; any number that no other lock has. */
const HOLD_LOCK = 60_191_060;

/**
 * Makes sure, inside a transaction that writes, that this process still owns the markets. With `mayBeHeld` it waits while `holdWriters` holds
 * it up.
 * @throws LeaseLost
 */
export function checkFence(
  tx: Tx,
  owner: string,
  epochs: ReadonlyMap<string, string>,
  { mayBeHeld = false }: { mayBeHeld?: boolean } = {},
): Promise<void> {
  return checkLeases(tx, owner, epochs, { holdUpBy: mayBeHeld ? HOLD_LOCK : null });
}

/**
 * Waits for the transactions of every writer that may be held, and keeps them from beginning further ones until COMMIT. Requests are served in
 * their order, so neither side starves the other.
 */
export async function holdWriters(tx: Tx): Promise<void> {
  await tx.query('SELECT pg_advisory_xact_lock($1::int8)', [HOLD_LOCK]);
}
