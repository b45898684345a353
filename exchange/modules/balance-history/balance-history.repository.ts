import type { Mode } from '../../../lib/protocol/wire';
import type { Tx } from '../../platform/db';

/** `at` in ms, `value` in USDT base units. */
export type BalancePoint = { at: number; value: bigint };
export type OwnPoint = BalancePoint & { userId: string; mode: Mode };

/** Writes points; one that is there already stays as it is. */
export async function insertPoints(tx: Tx, points: readonly OwnPoint[]): Promise<void> {
  if (points.length === 0) return;
  await tx.query(
    `INSERT INTO balance_points (user_id, realm, at, value)
     SELECT * FROM unnest($1::int8[], $2::text[], $3::int8[], $4::numeric[]) ON CONFLICT DO NOTHING`,
    [
      points.map(({ userId }) => userId),
      points.map(({ mode }) => mode),
      points.map(({ at }) => String(at)),
      points.map(({ value }) => value),
    ],
  );
}

/** Returns the newest points of one account from `from` on that lie on whole steps, oldest first. */
export async function listPoints(
  tx: Tx,
  input: { userId: string; mode: Mode; from: number; stepMs: number; limit: number },
): Promise<BalancePoint[]> {
  const { rows } = await tx.query<{ at: string; value: string }>(
    `SELECT at, value FROM balance_points WHERE user_id = $1 AND realm = $2 AND at >= $3 AND at % $4::int8 = 0 ORDER BY at DESC LIMIT $5`,
    [input.userId, input.mode, String(input.from), String(input.stepMs), input.limit],
  );
  return rows.reverse().map(({ at, value }) => ({ at: Number(at), value: BigInt(value) }));
}

/** Removes what is older and on no whole hour, or of the whole hours what is at no midnight. Returns how many. */
export async function thinOut(tx: Tx, input: { before: number; limit: number; keep: 'hours' | 'days' }): Promise<number> {
  const which = input.keep === 'hours' ? 'at % 3600000 <> 0' : 'at % 3600000 = 0 AND at % 86400000 <> 0';
  const { rowCount } = await tx.query(
    `DELETE FROM balance_points WHERE ctid = ANY(ARRAY(SELECT ctid FROM balance_points WHERE ${which} AND at < $1 ORDER BY at LIMIT $2))`,
    [String(input.before), input.limit],
  );
  return rowCount;
}
