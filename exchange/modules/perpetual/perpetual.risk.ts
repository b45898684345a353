import type { Mode } from '../../../lib/protocol/wire';
import type { Tx } from '../../platform/db';
import { type Owner, type ProductRisk, type Starts, sumKeptUsage, type Usage } from '../risk-limits/risk-limits';

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
 * A stake is the margin that a fill put up or that a resting order would, a loss what was realised, with fees, funding and liquidation fees.
 * Margin of open positions and of resting orders is at risk: at most a position and 200 orders a market.
 */
async function sumUsage(tx: Tx, { userId, mode }: Owner, starts: Starts): Promise<Usage> {
  const kept = await sumKeptUsage(tx, { userId, mode, product: 'perpetual' }, starts);
  const { rows } = await tx.query<Record<'held' | 'resting' | 'most', string>>(
    `WITH resting AS (
       SELECT ceil((coalesce(price, taking_limit) * (quantity - filled))::numeric(38,0) / leverage) AS margin FROM perpetual_orders
        WHERE user_id = $1 AND mode = $2 AND status IN ('open', 'partially_filled') AND NOT is_reduce_only
     )
     SELECT (SELECT coalesce(sum(margin), 0) FROM perpetual_positions WHERE user_id = $1 AND mode = $2 AND closed_at IS NULL) AS held,
            coalesce(sum(margin), 0) AS resting, coalesce(max(margin), 0) AS most FROM resting`,
    [userId, mode],
  );
  const read = (name: 'held' | 'resting' | 'most') => BigInt(rows[0]?.[name] ?? '0');
  const resting = read('resting');
  return {
    ...kept,
    atRisk: read('held') + resting,
    restingMost: read('most'),
    stake_day: kept.stake_day + resting,
    stake_week: kept.stake_week + resting,
    stake_month: kept.stake_month + resting,
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
