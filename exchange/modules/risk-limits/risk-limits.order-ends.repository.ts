import { MODES, type Mode } from '../../../lib/protocol/wire';
import type { Tx } from '../../platform/db';
import { takeTurns, userAddress } from '../ledger/ledger';
import { holdWriters } from '../matching/matching';
import { keyOf } from './risk-limits.repository';
import type { Owner } from './risk-limits.risk';
import { LIMITS_ASSET } from './risk-limits.terms';

/** Why resting orders were ended: the code that they carry. */
export type OrderEndReason = 'ORDER_ENDED_BY_BREAK' | 'ORDER_ENDED_BY_LIMIT' | 'ORDER_ENDED_BY_FREEZE';
/** Every resting order of an account up to `ordersUntil` that could open a position is to end. `seq` grows in the order of commits. */
export type OrderEnd = { owner: number; mode: Mode; seq: number; ordersUntil: number; reason: OrderEndReason };
type Row = { user_id: string; mode: Mode; seq: string; orders_until: string; reason: OrderEndReason };

const COLUMNS = 'user_id, mode, seq, orders_until, reason';
const toOrderEnd = (row: Row): OrderEnd => ({
  owner: Number(row.user_id),
  mode: row.mode,
  seq: Number(row.seq),
  ordersUntil: Number(row.orders_until),
  reason: row.reason,
});
/**
 * Holds up every purchase of these accounts until COMMIT. What is under way has been committed and is seen here; what comes later reads what this
 * transaction wrote. Writers of books first: they take turns themselves while they may be held, and whoever has a turn may wait for the row of a person.
 */
export async function holdPurchases(tx: Tx, owners: readonly Owner[]): Promise<void> {
  await holdWriters(tx);
  await takeTurns(
    tx,
    owners.map((owner) => userAddress({ ...owner, asset: LIMITS_ASSET, part: 'available' })),
  );
}

const accountsOf = (userId: string) => MODES.map((mode): Owner => ({ userId, mode }));

/**
 * The same for both accounts of a person who is about to be stopped, by a freeze or by the end of the account. To be asked before their row is locked or
 * changed, and not earlier than must be: markets wait as well.
 */
export const holdPurchasesOf = (tx: Tx, userId: string): Promise<void> => holdPurchases(tx, accountsOf(userId));

/**
 * Ends what rests now of these accounts. The caller holds the writers: what they wrote is seen here, and they read this before they write again.
 */
export async function writeOrderEnds(tx: Tx, owners: readonly Owner[], reason: OrderEndReason): Promise<void> {
  await tx.query(
    `INSERT INTO risk_order_ends (${COLUMNS})
     SELECT w.user_id, w.mode, coalesce((SELECT max(seq) FROM risk_order_ends), 0) + w.n, o.last_value, $3
       FROM unnest($1::int8[], $2::text[]) WITH ORDINALITY AS w(user_id, mode, n) CROSS JOIN spot_order_ids o
     ON CONFLICT (user_id, mode) DO UPDATE SET seq = excluded.seq, orders_until = excluded.orders_until, reason = excluded.reason`,
    [owners.map(({ userId }) => userId), owners.map(({ mode }) => mode), reason],
  );
}

/**
 * Ends the resting orders of both accounts of a frozen person that could open a position: none of them is filled after the transaction, which holds
 * their purchases. The writers find it themselves with the next print.
 */
export const endOrdersOfFrozen = (tx: Tx, userId: string): Promise<void> => writeOrderEnds(tx, accountsOf(userId), 'ORDER_ENDED_BY_FREEZE');

/** Returns ends after `after`, in their order. */
export async function listOrderEnds(tx: Tx, input: { after: number; limit: number }): Promise<OrderEnd[]> {
  const { rows } = await tx.query<Row>(`SELECT ${COLUMNS} FROM risk_order_ends WHERE seq > $1 ORDER BY seq LIMIT $2`, [
    input.after,
    input.limit,
  ]);
  return rows.map(toOrderEnd);
}

/** Returns the newest number, 0 before the first end, and what was ended of these accounts. */
export async function readOrderEnds(tx: Tx, owners: readonly Owner[]): Promise<{ last: number; ends: OrderEnd[] }> {
  const last = await tx.query<{ seq: string }>('SELECT coalesce(max(seq), 0) AS seq FROM risk_order_ends');
  const known = [...new Map(owners.map((owner) => [keyOf(owner), owner])).values()];
  const { rows } = await tx.query<Row>(
    `SELECT ${COLUMNS} FROM risk_order_ends WHERE (user_id, mode) IN (SELECT * FROM unnest($1::int8[], $2::text[])) ORDER BY seq`,
    [known.map(({ userId }) => userId), known.map(({ mode }) => mode)],
  );
  return { last: Number(last.rows[0]?.seq ?? '0'), ends: rows.map(toOrderEnd) };
}
