import type { AuditFindings } from '../../composition/module';
import type { Database } from '../../platform/db';
import { fromUnits } from '../../platform/decimal';
import { getAssetScale } from '../ledger/ledger';

const FINDINGS_MAX = 100;
/** What is due is done within a minute; later than this is a fault. */
const LATE_MS = 3_600_000;

/** Positions whose hold, reserve or payments are not what their terms say. */
const FAULTS = `
  SELECT 'position ' || p.id || ' of user ' || p.user_id || ', ' || p.mode || ': its hold, its reserve or what was paid is wrong' AS fault
    FROM staking_positions p
    LEFT JOIN holds h ON h.purpose = 'staking' AND h.reference = p.id::text
    LEFT JOIN pool_reserves r ON r.purpose = 'staking' AND r.reference = p.id::text
   WHERE h.id IS NULL OR h.amount <> p.principal OR h.captured <> p.forfeited OR (h.state = 'held') <> (p.next_at IS NOT NULL)
      OR p.paid <> CASE WHEN p.days_paid = p.days THEN p.total ELSE p.daily * p.days_paid END
      OR coalesce(r.paid, 0) <> p.paid OR coalesce(r.left_over, 0) <> CASE WHEN p.state = 'running' THEN p.total - p.paid ELSE 0 END
   ORDER BY p.id LIMIT ${FINDINGS_MAX}`;

/** Proves of each position that its principal is held, that its interest is reserved, and that what was paid is the interest of its days. */
export async function auditStaking(db: Database, now: number): Promise<AuditFindings> {
  const { rows } = await db.long.query<{ fault: string }>(FAULTS);
  const { rows: late } = await db.long.query<{ id: string }>(
    `SELECT id FROM staking_positions WHERE next_at <= $1 ORDER BY next_at, id LIMIT ${FINDINGS_MAX}`,
    [now - LATE_MS],
  );
  const { rows: sums } = await db.long.query<{ mode: string; asset: string; count: string; staked: string; owed: string }>(
    `SELECT mode, asset, count(*) AS count, sum(principal) AS staked, sum(total - paid) AS owed FROM staking_positions
      WHERE next_at IS NOT NULL GROUP BY mode, asset ORDER BY mode, asset`,
  );
  return {
    figures: sums.map(({ mode, asset, count, staked, owed }) => {
      const show = (units: string) => `${fromUnits(BigInt(units), getAssetScale(asset))} ${asset}`;
      return `${mode} ${asset}: ${count} positions, ${show(staked)} staked, at most ${show(owed)} to be earned`;
    }),
    faults: [
      ...rows.map(({ fault }) => fault),
      ...late.map(({ id }) => `position ${id} waits for more than an hour to be credited or ended`),
    ],
  };
}
