import type { Mode } from '../../../lib/protocol/wire';
import type { Tx } from '../../platform/db';

/** In base units of USDT. `gained` may be negative, as `income`. */
export type Hosted = { worth: bigint; gained: bigint; income: bigint };

/**
 * Returns what an account has in books, which is not among its balances (what hasn't begun lies in a hold, and is): what it is worth at the newest
 * valuations, by how much that has changed since `dayStart` (ms) beside what was put in, paid out and given back, and all income after fees and exit costs.
 */
export async function readHosted(tx: Tx, { userId, mode, dayStart }: { userId: string; mode: Mode; dayStart: number }): Promise<Hosted> {
  const { rows } = await tx.query<{ worth: string; income: string; lines: string; costs: string }>(
    `WITH own AS (SELECT id, state, worth, income, exit_cost, ended_at FROM hosting_positions
       WHERE user_id = $1 AND mode = $2 AND state <> 'cancelled')
     SELECT coalesce(sum(worth) FILTER (WHERE ended_at IS NULL AND state <> 'pending'), 0) AS worth, coalesce(sum(income - exit_cost), 0) AS income,
            coalesce(sum(exit_cost) FILTER (WHERE ended_at >= $3), 0) AS costs,
            (SELECT coalesce(sum(d.income - d.paid), 0) FROM own o JOIN hosting_days d ON d.position = o.id
              WHERE d.at >= $3 AND (o.ended_at IS NULL OR o.ended_at >= $3)) AS lines
       FROM own`,
    [userId, mode, dayStart],
  );
  const [row] = rows;
  const big = (text: string | undefined) => BigInt(text ?? '0');
  return { worth: big(row?.worth), gained: big(row?.lines) - big(row?.costs), income: big(row?.income) };
}

/** Returns what each account of users after `after` up to `last` (null: to the end) has in books, in base units of USDT. */
export async function listHosted(
  tx: Tx,
  { after, last }: { after: string; last: string | null },
): Promise<{ userId: string; mode: Mode; worth: bigint }[]> {
  const { rows } = await tx.query<{ user_id: string; mode: Mode; worth: string }>(
    `SELECT user_id, mode, sum(worth) AS worth FROM hosting_positions
      WHERE user_id > $1 AND ($2::int8 IS NULL OR user_id <= $2) AND ended_at IS NULL AND state <> 'pending' GROUP BY user_id, mode`,
    [after, last],
  );
  return rows.map(({ user_id, mode, worth }) => ({ userId: String(user_id), mode, worth: BigInt(worth) }));
}
