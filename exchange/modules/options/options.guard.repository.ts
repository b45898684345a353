import type { GuardedProduct, Mode } from '../../../lib/protocol/wire';
import type { Tx } from '../../platform/db';

/** Base units; null is no limit. */
export type Limits = { stakeMax: bigint | null; lossDayMax: bigint | null };
export type Guard = { acceptedAt: number | null; limits: Limits; waiting: (Limits & { from: number }) | null };
type Owner = { userId: string; mode: Mode };

const toUnitsOrNull = (text: string | null): bigint | null => (text === null ? null : BigInt(text));

/** Columns of a product's consent. */
const CONSENT: Record<GuardedProduct, string> = { option: '', perpetual: 'perpetual_' };

type GuardRow = Record<
  'accepted_at' | 'stake_max' | 'loss_day_max' | 'later_stake_max' | 'later_loss_day_max' | 'later_from',
  string | null
>;

/** Returns consent to a product and the limits as they hold at `now` (ms): a looser limit whose time has come is the limit. */
export async function readGuard(tx: Tx, { userId, mode }: Owner, now: number, product: GuardedProduct = 'option'): Promise<Guard> {
  const { rows } = await tx.query<GuardRow>(
    `SELECT ${CONSENT[product]}accepted_at AS accepted_at, stake_max, loss_day_max, later_stake_max, later_loss_day_max, later_from
       FROM option_guards WHERE user_id = $1 AND mode = $2`,
    [userId, mode],
  );
  const row = rows[0];
  if (row === undefined) return { acceptedAt: null, limits: { stakeMax: null, lossDayMax: null }, waiting: null };
  const limits = { stakeMax: toUnitsOrNull(row.stake_max), lossDayMax: toUnitsOrNull(row.loss_day_max) };
  const acceptedAt = row.accepted_at === null ? null : Number(row.accepted_at);
  if (row.later_from === null) return { acceptedAt, limits, waiting: null };
  const later = { stakeMax: toUnitsOrNull(row.later_stake_max), lossDayMax: toUnitsOrNull(row.later_loss_day_max) };
  const from = Number(row.later_from);
  return from <= now ? { acceptedAt, limits: later, waiting: null } : { acceptedAt, limits, waiting: { ...later, from } };
}

export async function writeLimits(tx: Tx, { userId, mode }: Owner, guard: Pick<Guard, 'limits' | 'waiting'>): Promise<void> {
  await tx.query(
    `INSERT INTO option_guards (user_id, mode, stake_max, loss_day_max, later_stake_max, later_loss_day_max, later_from)
     VALUES ($1, $2, $3, $4, $5, $6, $7)
     ON CONFLICT (user_id, mode) DO UPDATE SET stake_max = $3, loss_day_max = $4, later_stake_max = $5, later_loss_day_max = $6, later_from = $7`,
    [
      userId,
      mode,
      guard.limits.stakeMax,
      guard.limits.lossDayMax,
      guard.waiting?.stakeMax ?? null,
      guard.waiting?.lossDayMax ?? null,
      guard.waiting?.from ?? null,
    ],
  );
}

/** The first acceptance counts; a later one changes nothing. */
export async function writeConsent(
  tx: Tx,
  { userId, mode }: Owner,
  consent: { product: GuardedProduct; at: number; share: string | null },
): Promise<void> {
  const [at, share] = [`${CONSENT[consent.product]}accepted_at`, `${CONSENT[consent.product]}accepted_share`];
  await tx.query(
    `INSERT INTO option_guards (user_id, mode, ${at}, ${share}) VALUES ($1, $2, $3, $4)
     ON CONFLICT (user_id, mode) DO UPDATE SET ${at} = coalesce(option_guards.${at}, $3),
       ${share} = CASE WHEN option_guards.${at} IS NULL THEN $4 ELSE option_guards.${share} END`,
    [userId, mode, consent.at, consent.share],
  );
}

/** What a user has lost since `since` (ms) less what they won, and what runs now, in base units; `lost` may be negative. */
export async function sumDay(tx: Tx, { userId, mode }: Owner, since: number): Promise<{ lost: bigint; atRisk: bigint; open: number }> {
  const { rows } = await tx.query<{ lost: string; at_risk: string; open: string }>(
    `SELECT coalesce(sum(CASE state WHEN 'lost' THEN stake WHEN 'won' THEN -profit END) FILTER (WHERE settled_at >= $3), 0) AS lost,
            coalesce(sum(stake) FILTER (WHERE settled_at IS NULL), 0) AS at_risk, count(*) FILTER (WHERE settled_at IS NULL) AS open
       FROM option_contracts WHERE user_id = $1 AND mode = $2 AND (settled_at IS NULL OR settled_at >= $3)`,
    [userId, mode, since],
  );
  return { lost: BigInt(rows[0]?.lost ?? '0'), atRisk: BigInt(rows[0]?.at_risk ?? '0'), open: Number(rows[0]?.open) };
}

/** The user's last contracts won or lost: how many, how many right, and what they earned in base units (may be negative). */
export async function readRecord(
  tx: Tx,
  { userId, mode }: Owner,
  length: number,
): Promise<{ count: number; right: number; profit: bigint }> {
  const { rows } = await tx.query<{ count: string; won: string; profit: string }>(
    `SELECT count(*) AS count, count(*) FILTER (WHERE state = 'won') AS won,
            coalesce(sum(CASE state WHEN 'won' THEN profit ELSE -stake END), 0) AS profit
       FROM (SELECT state, profit, stake FROM option_contracts WHERE user_id = $1 AND mode = $2 AND state IN ('won', 'lost')
              ORDER BY id DESC LIMIT $3) AS newest`,
    [userId, mode, length],
  );
  return { count: Number(rows[0]?.count), right: Number(rows[0]?.won), profit: BigInt(rows[0]?.profit ?? '0') };
}

/** Accounts with a contract won or lost, and those among them that lost more than they won. */
export async function countLosers(tx: Tx, mode: Mode): Promise<{ losing: number; all: number }> {
  const { rows } = await tx.query<{ losing: string; total: string }>(
    `SELECT count(*) FILTER (WHERE net < 0) AS losing, count(*) AS total FROM (
       SELECT sum(CASE state WHEN 'won' THEN profit ELSE -stake END) AS net FROM option_contracts
        WHERE mode = $1 AND state IN ('won', 'lost') GROUP BY user_id) AS accounts`,
    [mode],
  );
  return { losing: Number(rows[0]?.losing), all: Number(rows[0]?.total) };
}
