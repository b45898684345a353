import type { Mode } from '../../../lib/protocol/wire';
import type { Tx } from '../../platform/db';
import type { Owner, ProductRisk, Starts, Usage } from '../guard/guard';

/** Sums up the periods. Stakes that came back don't count. */
async function sumUsage(tx: Tx, { userId, mode }: Owner, { day, week, month }: Starts): Promise<Usage> {
  const loss = `CASE state WHEN 'lost' THEN stake WHEN 'won' THEN -profit ELSE 0 END`;
  const names = ['day', 'week', 'month'] as const;
  const columns = names.flatMap((name, index) => [
    `coalesce(sum(stake) FILTER (WHERE accepted_at >= $${index + 3} AND state <> 'refunded'), 0) AS stake_${name}`,
    `coalesce(sum(${loss}) FILTER (WHERE settled_at >= $${index + 3}), 0) AS loss_${name}`,
  ]);
  const { rows } = await tx.query<Record<string, string>>(
    `SELECT coalesce(sum(stake) FILTER (WHERE settled_at IS NULL), 0) AS at_risk, ${columns.join(', ')}
       FROM option_contracts WHERE user_id = $1 AND mode = $2 AND (settled_at IS NULL OR settled_at >= least($4::int8, $5::int8))`,
    [userId, mode, day, week, month],
  );
  const read = (name: string) => BigInt(rows[0]?.[name] ?? '0');
  return {
    atRisk: read('at_risk'),
    restingMost: 0n,
    stake_day: read('stake_day'),
    stake_week: read('stake_week'),
    stake_month: read('stake_month'),
    loss_day: read('loss_day'),
    loss_week: read('loss_week'),
    loss_month: read('loss_month'),
  };
}

/** The last contracts won or lost. */
async function readRecord(tx: Tx, { userId, mode }: Owner, length: number): ReturnType<ProductRisk['readRecord']> {
  const { rows } = await tx.query<{ count: string; won: string; profit: string }>(
    `SELECT count(*) AS count, count(*) FILTER (WHERE state = 'won') AS won,
            coalesce(sum(CASE state WHEN 'won' THEN profit ELSE -stake END), 0) AS profit
       FROM (SELECT state, profit, stake FROM option_contracts WHERE user_id = $1 AND mode = $2 AND state IN ('won', 'lost')
              ORDER BY id DESC LIMIT $3) AS newest`,
    [userId, mode, length],
  );
  return { count: Number(rows[0]?.count), right: Number(rows[0]?.won), profit: BigInt(rows[0]?.profit ?? '0') };
}

/** Accounts with a contract won or lost. */
async function countLosers(tx: Tx, mode: Mode): ReturnType<ProductRisk['countLosers']> {
  const { rows } = await tx.query<{ losing: string; total: string }>(
    `SELECT count(*) FILTER (WHERE net < 0) AS losing, count(*) AS total FROM (
       SELECT sum(CASE state WHEN 'won' THEN profit ELSE -stake END) AS net FROM option_contracts
        WHERE mode = $1 AND state IN ('won', 'lost') GROUP BY user_id) AS accounts`,
    [mode],
  );
  return { losing: Number(rows[0]?.losing), all: Number(rows[0]?.total) };
}

/** What limits and disclosure need to know of seconds contracts. */
export const optionRisk: ProductRisk = { sumUsage, readRecord, countLosers };
