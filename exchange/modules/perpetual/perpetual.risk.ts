import type { Mode } from '../../../lib/protocol/wire';
import type { Tx } from '../../platform/db';
import type { Owner, ProductRisk, Starts, Usage } from '../guard/guard';

/** What a closed position `p` earned, after trade fees, funding and what its liquidations took for the insurance fund. */
const NET = `p.realized - p.fees + p.funding
  - coalesce((SELECT sum(l.fee) FROM perpetual_liquidations l WHERE l.position_id = p.id), 0)`;

/** Accounts with a closed position, and those among them that lost more than they won. */
async function countLosers(tx: Tx, mode: Mode): ReturnType<ProductRisk['countLosers']> {
  const { rows } = await tx.query<{ losing: string; total: string }>(
    `SELECT count(*) FILTER (WHERE net < 0) AS losing, count(*) AS total FROM (
       SELECT sum(${NET}) AS net FROM perpetual_positions p JOIN users u ON u.id = p.user_id AND u.kind = 'person'
        WHERE p.mode = $1 AND p.closed_at IS NOT NULL GROUP BY p.user_id) AS accounts`,
    [mode],
  );
  return { losing: Number(rows[0]?.losing), all: Number(rows[0]?.total) };
}

/**
 * Sums up the periods from fills, liquidations and funding: a stake is the margin that a fill put up or that a resting order would, a loss
 * what was realised, with fees, funding and liquidation fees. Margin of open positions and of resting orders is at risk.
 */
async function sumUsage(tx: Tx, { userId, mode }: Owner, { day, week, month }: Starts): Promise<Usage> {
  const columns = (['day', 'week', 'month'] as const).flatMap((name, index) => [
    `coalesce(sum(staked) FILTER (WHERE at >= $${index + 3}), 0) AS stake_${name}`,
    `coalesce(sum(lost) FILTER (WHERE at >= $${index + 3}), 0) AS loss_${name}`,
  ]);
  const { rows } = await tx.query<Record<string, string>>(
    `WITH own AS (
       SELECT * FROM perpetual_orders WHERE user_id = $1 AND mode = $2
          AND (updated_at >= to_timestamp($6::int8 / 1000.0) OR status IN ('open', 'partially_filled'))
     ), events AS (
       SELECT f.created_at, f.taker_margin AS staked, f.taker_fee - f.taker_realized AS lost FROM own JOIN perpetual_fills f ON f.taker_order_id = own.id
       UNION ALL
       SELECT f.created_at, f.maker_margin, f.maker_fee - f.maker_realized FROM own JOIN perpetual_fills f ON f.maker_order_id = own.id
       UNION ALL
       SELECT created_at, 0, fee FROM perpetual_liquidations WHERE user_id = $1 AND mode = $2 AND created_at >= to_timestamp($6::int8 / 1000.0)
       UNION ALL
       SELECT to_timestamp(f.settled_at / 1000.0), 0, -p.amount FROM perpetual_funding_payments p JOIN perpetual_fundings f ON f.id = p.funding_id
        WHERE p.user_id = $1 AND p.mode = $2 AND f.settled_at >= $6::int8
     )
     SELECT ${columns.join(', ')},
            (SELECT coalesce(sum(margin), 0) FROM perpetual_positions WHERE user_id = $1 AND mode = $2 AND closed_at IS NULL) AS held,
            (SELECT coalesce(sum(ceil((price * (quantity - filled))::numeric(38,0) / leverage)), 0) FROM own
              WHERE status IN ('open', 'partially_filled') AND NOT is_reduce_only) AS resting,
            (SELECT coalesce(max(ceil((price * (quantity - filled))::numeric(38,0) / leverage)), 0) FROM own
              WHERE status IN ('open', 'partially_filled') AND NOT is_reduce_only) AS resting_most
       FROM (SELECT extract(epoch FROM created_at) * 1000 AS at, staked, lost FROM events) AS dated`,
    [userId, mode, day, week, month, Math.min(week, month)],
  );
  const read = (name: string) => BigInt(rows[0]?.[name] ?? '0');
  const resting = read('resting');
  return {
    atRisk: read('held') + resting,
    restingMost: read('resting_most'),
    stake_day: read('stake_day') + resting,
    stake_week: read('stake_week') + resting,
    stake_month: read('stake_month') + resting,
    loss_day: read('loss_day'),
    loss_week: read('loss_week'),
    loss_month: read('loss_month'),
  };
}

/** The user's last closed positions: how many, how many with a profit, and what they earned in USDT units (may be negative). */
async function readRecord(tx: Tx, { userId, mode }: Owner, length: number): ReturnType<ProductRisk['readRecord']> {
  const { rows } = await tx.query<{ count: string; won: string; profit: string }>(
    `SELECT count(*) AS count, count(*) FILTER (WHERE net > 0) AS won, coalesce(sum(net), 0) AS profit FROM (
       SELECT ${NET} AS net FROM perpetual_positions p
        WHERE p.user_id = $1 AND p.mode = $2 AND p.closed_at IS NOT NULL ORDER BY p.id DESC LIMIT $3) AS newest`,
    [userId, mode, length],
  );
  return { count: Number(rows[0]?.count), right: Number(rows[0]?.won), profit: BigInt(rows[0]?.profit ?? '0') };
}

/** What limits and disclosure need to know of perpetual contracts. */
export const perpetualRisk: ProductRisk = { sumUsage, readRecord, countLosers };
