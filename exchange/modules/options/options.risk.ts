import type { Mode } from '../../../lib/protocol/wire';
import type { Tx } from '../../platform/db';
import { type Owner, type ProductRisk, type Starts, sumKeptUsage, type Usage } from '../risk-limits/risk-limits';

/** Stakes that came back don't count. */
async function sumUsage(tx: Tx, { userId, mode }: Owner, starts: Starts): Promise<Usage> {
  const kept = await sumKeptUsage(tx, { userId, mode, product: 'option' }, starts);
  const { rows } = await tx.query<{ at_risk: string }>(
    'SELECT coalesce(sum(stake), 0) AS at_risk FROM option_contracts WHERE user_id = $1 AND mode = $2 AND settled_at IS NULL',
    [userId, mode],
  );
  return { ...kept, atRisk: BigInt(rows[0]?.at_risk ?? '0'), restingMost: 0n };
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
