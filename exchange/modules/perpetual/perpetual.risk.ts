import type { Mode } from '../../../lib/protocol/wire';
import type { Tx } from '../../platform/db';

type Owner = { userId: string; mode: Mode };
/** What a closed position earned, after fees and funding. */
const NET = 'realized - fees + funding';

/** Accounts with a closed position, and those among them that lost more than they won. */
export async function countLosers(tx: Tx, mode: Mode): Promise<{ losing: number; all: number }> {
  const { rows } = await tx.query<{ losing: string; total: string }>(
    `SELECT count(*) FILTER (WHERE net < 0) AS losing, count(*) AS total FROM (
       SELECT sum(${NET}) AS net FROM perpetual_positions p JOIN users u ON u.id = p.user_id AND u.kind = 'person'
        WHERE p.mode = $1 AND p.closed_at IS NOT NULL GROUP BY p.user_id) AS accounts`,
    [mode],
  );
  return { losing: Number(rows[0]?.losing), all: Number(rows[0]?.total) };
}

/** What positions closed since `since` (ms) lost less what they won, and the margin that is at risk now, in USDT units. */
export async function sumDay(tx: Tx, { userId, mode }: Owner, since: number): Promise<{ lost: bigint; atRisk: bigint }> {
  const { rows } = await tx.query<{ lost: string; at_risk: string }>(
    `SELECT coalesce(-sum(${NET}) FILTER (WHERE closed_at >= to_timestamp($3::int8 / 1000.0)), 0) AS lost,
            coalesce(sum(margin) FILTER (WHERE closed_at IS NULL), 0) AS at_risk
       FROM perpetual_positions WHERE user_id = $1 AND mode = $2 AND (closed_at IS NULL OR closed_at >= to_timestamp($3::int8 / 1000.0))`,
    [userId, mode, since],
  );
  return { lost: BigInt(rows[0]?.lost ?? '0'), atRisk: BigInt(rows[0]?.at_risk ?? '0') };
}

/** The user's last closed positions: how many, how many with a profit, and what they earned in USDT units (may be negative). */
export async function readRecord(
  tx: Tx,
  { userId, mode }: Owner,
  length: number,
): Promise<{ count: number; right: number; profit: bigint }> {
  const { rows } = await tx.query<{ count: string; won: string; profit: string }>(
    `SELECT count(*) AS count, count(*) FILTER (WHERE net > 0) AS won, coalesce(sum(net), 0) AS profit FROM (
       SELECT ${NET} AS net FROM perpetual_positions WHERE user_id = $1 AND mode = $2 AND closed_at IS NOT NULL ORDER BY id DESC LIMIT $3) AS newest`,
    [userId, mode, length],
  );
  return { count: Number(rows[0]?.count), right: Number(rows[0]?.won), profit: BigInt(rows[0]?.profit ?? '0') };
}
