import type { LimitedProduct } from '../../../lib/protocol/wire';
import type { Tx } from '../../platform/db';
import type { Owner, Starts, Usage } from './risk-limits.risk';

type Periods = Omit<Usage, 'atRisk' | 'restingMost'>;

/** Returns what an account staked and lost in one product since each of the starts: a row a day, kept by the database with what it counts. */
export async function sumKeptUsage(tx: Tx, owner: Owner & { product: LimitedProduct }, { day, week, month }: Starts): Promise<Periods> {
  const columns = (['day', 'week', 'month'] as const).flatMap((name, index) => [
    `coalesce(sum(staked) FILTER (WHERE day >= $${index + 4}::int8), 0) AS stake_${name}`,
    `coalesce(sum(lost) FILTER (WHERE day >= $${index + 4}::int8), 0) AS loss_${name}`,
  ]);
  const { rows } = await tx.query<Record<keyof Periods, string>>(
    `SELECT ${columns.join(', ')} FROM risk_usage WHERE user_id = $1 AND mode = $2 AND product = $3 AND day >= least($5::int8, $6::int8)`,
    [owner.userId, owner.mode, owner.product, day, week, month],
  );
  const read = (name: keyof Periods) => BigInt(rows[0]?.[name] ?? '0');
  return {
    stake_day: read('stake_day'),
    stake_week: read('stake_week'),
    stake_month: read('stake_month'),
    loss_day: read('loss_day'),
    loss_week: read('loss_week'),
    loss_month: read('loss_month'),
  };
}
