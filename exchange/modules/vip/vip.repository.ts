import { VIP_START, type VipStanding } from '../../../lib/rules/vip';
import type { Tx } from '../../platform/db';

export type Standing = VipStanding & { userId: string };
type Text = {
  user_id: string;
  total: string;
  covered: string;
  level: number;
  extra_level: number | null;
  extra_since: string | null;
  kept_until: string | null;
};
/** Whose extra the next recharge brings goes by the terms of the time at which that level was reached. */
const STANDINGS = `SELECT s.user_id, s.total, s.covered, s.level, s.extra_level, l.reached_at AS extra_since, s.kept_until
  FROM vip_standings s LEFT JOIN vip_levels l ON l.user_id = s.user_id AND l.level = s.extra_level`;
const toStanding = (row: Text): Standing => ({
  userId: row.user_id,
  total: BigInt(row.total),
  covered: BigInt(row.covered),
  level: row.level,
  extraLevel: row.extra_level,
  extraSince: row.extra_since === null ? null : Number(row.extra_since),
  keptUntil: row.kept_until === null ? null : Number(row.kept_until),
});

/** Locks the standings of users in their order; the beginning for those who have none. */
export async function lockStandings(tx: Tx, userIds: readonly string[]): Promise<Map<string, Standing>> {
  const sql = `${STANDINGS} WHERE s.user_id = ANY($1::int8[]) ORDER BY s.user_id FOR UPDATE OF s`;
  const found = new Map((await tx.query<Text>(sql, [[...userIds]])).rows.map((row) => [row.user_id, toStanding(row)]));
  return new Map(userIds.map((userId) => [userId, found.get(userId) ?? { ...VIP_START, userId }]));
}

export async function readStanding(tx: Tx, userId: string): Promise<Standing> {
  const [row] = (await tx.query<Text>(`${STANDINGS} WHERE s.user_id = $1`, [userId])).rows;
  return row === undefined ? { ...VIP_START, userId } : toStanding(row);
}

export async function writeStandings(tx: Tx, rows: readonly Standing[]): Promise<void> {
  if (rows.length === 0) return;
  await tx.query(
    `INSERT INTO vip_standings (user_id, total, covered, level, extra_level, kept_until)
     SELECT * FROM unnest($1::int8[], $2::numeric[], $3::numeric[], $4::int4[], $5::int4[], $6::int8[])
     ON CONFLICT (user_id) DO UPDATE SET (total, covered, level, extra_level, kept_until)
       = (excluded.total, excluded.covered, excluded.level, excluded.extra_level, excluded.kept_until)`,
    [
      rows.map(({ userId }) => userId),
      rows.map(({ total }) => total),
      rows.map(({ covered }) => covered),
      rows.map(({ level }) => level),
      rows.map(({ extraLevel }) => extraLevel),
      rows.map(({ keptUntil }) => keptUntil),
    ],
  );
}

/** What a claim stands on: level, when it was reached (ms), all that was recharged in base units of USDT. */
export type Claim = Reached & { total: bigint; note: string | null };

export async function findClaim(tx: Tx, id: string): Promise<Claim | null> {
  const { rows } = await tx.query<{ user_id: string; level: number; reached_at: string; total: string; note: string | null }>(
    `SELECT l.user_id, l.level, l.reached_at, l.note, coalesce(s.total, 0) AS total FROM vip_levels l LEFT JOIN vip_standings s ON s.user_id = l.user_id
      WHERE l.id = $1 AND l.level >= 7`,
    [id],
  );
  const [row] = rows;
  return row === undefined
    ? null
    : { userId: row.user_id, level: row.level, at: Number(row.reached_at), total: BigInt(row.total), note: row.note };
}

export type Reached = { userId: string; level: number; at: number };

/** Writes down levels that were reached and returns those that are new. */
export async function addReached(tx: Tx, rows: readonly Reached[]): Promise<Reached[]> {
  if (rows.length === 0) return [];
  const added = await tx.query<{ user_id: string; level: number }>(
    `INSERT INTO vip_levels (user_id, level, reached_at) SELECT * FROM unnest($1::int8[], $2::int4[], $3::int8[])
     ON CONFLICT (user_id, level) DO NOTHING RETURNING user_id, level`,
    [rows.map(({ userId }) => userId), rows.map(({ level }) => level), rows.map(({ at }) => at)],
  );
  const isNew = new Set(added.rows.map((row) => `${row.user_id} ${row.level}`));
  return rows.filter(({ userId, level }) => isNew.has(`${userId} ${level}`));
}

export type LevelRow = { level: number; reachedAt: number; fulfilledAt: number | null };

/** Returns the levels that a user has reached, the lowest first. */
export async function listReached(tx: Tx, userId: string): Promise<LevelRow[]> {
  const { rows } = await tx.query<{ level: number; reached_at: string; fulfilled_at: string | null }>(
    'SELECT level, reached_at, fulfilled_at FROM vip_levels WHERE user_id = $1 ORDER BY level',
    [userId],
  );
  return rows.map((row) => ({
    level: row.level,
    reachedAt: Number(row.reached_at),
    fulfilledAt: row.fulfilled_at === null ? null : Number(row.fulfilled_at),
  }));
}

/** Returns claims that nobody has fulfilled, the oldest first. */
export async function listClaims(tx: Tx, limit: number): Promise<Reached[]> {
  const { rows } = await tx.query<{ user_id: string; level: number; reached_at: string }>(
    'SELECT user_id, level, reached_at FROM vip_levels WHERE level >= 7 AND fulfilled_at IS NULL ORDER BY reached_at, user_id LIMIT $1',
    [limit],
  );
  return rows.map((row) => ({ userId: row.user_id, level: row.level, at: Number(row.reached_at) }));
}

/** Notes that a claim was fulfilled; false where none is open. */
export async function fulfilClaim(
  tx: Tx,
  input: { userId: string; level: number; by: string; note: string; at: number },
): Promise<boolean> {
  const { rowCount } = await tx.query(
    `UPDATE vip_levels SET fulfilled_at = $3, fulfilled_by = $4, note = $5 WHERE user_id = $1 AND level = $2 AND level >= 7 AND fulfilled_at IS NULL`,
    [input.userId, input.level, input.at, input.by, input.note],
  );
  return rowCount === 1;
}
