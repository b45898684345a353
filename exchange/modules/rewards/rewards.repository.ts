import type { Tx } from '../../platform/db';
import type { REWARD_CODE_NAMES } from './rewards.events';

export type RewardCode = (typeof REWARD_CODE_NAMES)[number];
/** `source` names it for good and is its journal's reference; `amount` in base units of USDT. */
export type NewReward = { source: string; userId: string; code: RewardCode; amount: bigint };
export type RewardRow = NewReward & { id: string; madeAt: number; paidAt: number | null };

type Text = { id: string; source: string; user_id: string; code: RewardCode; amount: string; made_at: string; paid_at: string | null };
const COLUMNS = 'id, source, user_id, code, amount, made_at, paid_at';
const toRow = (row: Text): RewardRow => ({
  id: row.id,
  source: row.source,
  userId: row.user_id,
  code: row.code,
  amount: BigInt(row.amount),
  madeAt: Number(row.made_at),
  paidAt: row.paid_at === null ? null : Number(row.paid_at),
});

/** `due_at` of what is promised and waits to be let go of: no time reaches it. */
export const WAITS = 2n ** 63n - 1n;

/**
 * Writes down what is owed from `at` (ms) on; what was written before stays as it is. A job pays it, within seconds where the pool covers it; one that waits
 * when it is let go of (`releaseRewards`).
 */
export async function addRewards(tx: Tx, rewards: readonly NewReward[], at: number, waits = false): Promise<void> {
  if (rewards.length === 0) return;
  await tx.query(
    `INSERT INTO rewards (source, user_id, code, amount, made_at, due_at)
     SELECT n.*, $5::int8, $6::int8 FROM unnest($1::text[], $2::int8[], $3::text[], $4::numeric[]) AS n(source, user_id, code, amount)
     ON CONFLICT (source) DO NOTHING`,
    [
      rewards.map(({ source }) => source),
      rewards.map(({ userId }) => userId),
      rewards.map(({ code }) => code),
      rewards.map(({ amount }) => amount),
      at,
      waits ? WAITS : at,
    ],
  );
}

/** Has those that wait paid from `at` (ms) on. */
export async function releaseRewards(tx: Tx, { sources, at }: { sources: readonly string[]; at: number }): Promise<void> {
  if (sources.length === 0) return;
  await tx.query('UPDATE rewards SET due_at = $2 WHERE source = ANY($1::text[]) AND due_at = $3 AND given_up_at IS NULL', [
    [...sources],
    at,
    WAITS,
  ]);
}

type OwedReward = NewReward & { waits: boolean };

/** Returns the rewards of these kinds of these users, the oldest first. */
export async function listRewards(
  tx: Tx,
  { userIds, codes }: { userIds: readonly string[]; codes: readonly RewardCode[] },
): Promise<OwedReward[]> {
  if (userIds.length === 0) return [];
  const { rows } = await tx.query<Text & { waits: boolean }>(
    `SELECT ${COLUMNS}, due_at IS NOT DISTINCT FROM $3::int8 AS waits FROM rewards WHERE user_id = ANY($1::int8[]) AND code = ANY($2::text[]) ORDER BY id`,
    [[...userIds], [...codes], WAITS],
  );
  return rows.map((row) => ({ ...toRow(row), waits: row.waits }));
}

/** Returns the rewards of these names, as far as they are owed or paid. */
export async function findRewards(tx: Tx, sources: readonly string[]): Promise<Map<string, RewardRow>> {
  if (sources.length === 0) return new Map();
  const { rows } = await tx.query<Text>(`SELECT ${COLUMNS} FROM rewards WHERE source = ANY($1::text[])`, [[...sources]]);
  return new Map(rows.map((row) => [row.source, toRow(row)]));
}

/** Locks up to `limit` rewards whose payment is due at `now` (ms), the oldest first; those that another transaction holds are left out. */
export async function lockDueRewards(tx: Tx, input: { now: number; limit: number }): Promise<RewardRow[]> {
  const sql = `SELECT ${COLUMNS} FROM rewards WHERE due_at <= $1 ORDER BY due_at, id LIMIT $2 FOR UPDATE SKIP LOCKED`;
  return (await tx.query<Text>(sql, [input.now, input.limit])).rows.map(toRow);
}

export async function markPaid(tx: Tx, input: { ids: readonly string[]; at: number }): Promise<void> {
  if (input.ids.length === 0) return;
  await tx.query('UPDATE rewards SET paid_at = $2, due_at = NULL WHERE id = ANY($1::int8[])', [[...input.ids], input.at]);
}

/** Returns what was paid of a kind from `from` until `until` (ms, exclusive), in base units of USDT, how many that were, and whether one was above the bound of that day. */
export async function readDay(
  tx: Tx,
  input: { code: RewardCode; from: number; until: number },
): Promise<{ paid: bigint; count: number; isOver: boolean }> {
  const { rows } = await tx.query<{ paid: string; count: string; over: boolean }>(
    `SELECT coalesce(sum(amount), 0) AS paid, count(*) AS count, EXISTS (SELECT 1 FROM rewards WHERE due_at = $3::int8 AND code = $1 AND above_day = $2::int8) AS over
       FROM rewards WHERE code = $1 AND paid_at >= $2::int8 AND paid_at < $3::int8`,
    [input.code, input.from, input.until],
  );
  return { paid: BigInt(rows[0]?.paid ?? 0), count: Number(rows[0]?.count ?? 0), isOver: rows[0]?.over ?? false };
}

/** Returns what a user was paid of a kind, and what is still owed of it, in base units of USDT; without the reward named `besides`. */
export async function sumRewards(
  tx: Tx,
  input: { userId: string; code: RewardCode; besides: string },
): Promise<{ paid: bigint; owed: bigint }> {
  const { rows } = await tx.query<{ paid: string; owed: string }>(
    `SELECT coalesce(sum(amount) FILTER (WHERE paid_at IS NOT NULL), 0) AS paid, coalesce(sum(amount) FILTER (WHERE paid_at IS NULL), 0) AS owed
       FROM rewards WHERE user_id = $1 AND code = $2 AND source <> $3`,
    [input.userId, input.code, input.besides],
  );
  return { paid: BigInt(rows[0]?.paid ?? 0), owed: BigInt(rows[0]?.owed ?? 0) };
}

/** Puts off what can't be paid yet. `aboveDay`: when the day began (ms) whose bound it is above; without it, it waits for something else. */
export async function putOff(tx: Tx, input: { ids: readonly string[]; until: number; aboveDay?: number }): Promise<void> {
  if (input.ids.length === 0) return;
  await tx.query('UPDATE rewards SET due_at = $2, above_day = $3 WHERE id = ANY($1::int8[])', [
    [...input.ids],
    input.until,
    input.aboveDay ?? null,
  ]);
}

/** Returns what is owed to somebody and not paid yet, in base units of USDT; what waits to be let go of isn't owed. */
export async function sumOwed(tx: Tx, userId: string): Promise<bigint> {
  const { rows } = await tx.query<{ owed: string }>(
    'SELECT coalesce(sum(amount), 0) AS owed FROM rewards WHERE user_id = $1 AND due_at < $2::int8',
    [userId, WAITS],
  );
  return BigInt(rows[0]?.owed ?? 0);
}

/** Has nothing paid any more of what wasn't yet. Returns how much of it was owed, in base units of USDT. */
export async function giveUpRewards(tx: Tx, { userId, at }: { userId: string; at: number }): Promise<bigint> {
  const { rows } = await tx.query<{ amount: string; is_owed: boolean }>(
    `UPDATE rewards r SET due_at = $3, given_up_at = $2
       FROM (SELECT id, due_at < $3::int8 AS is_owed FROM rewards WHERE user_id = $1 AND paid_at IS NULL AND given_up_at IS NULL ORDER BY id FOR UPDATE) o
      WHERE r.id = o.id RETURNING r.amount, o.is_owed`,
    [userId, at, WAITS],
  );
  return rows.reduce((sum, { amount, is_owed: isOwed }) => (isOwed ? sum + BigInt(amount) : sum), 0n);
}

/** Gives up those of accounts that were closed before they were written. Returns the ids of these. */
export async function giveUpOfClosed(tx: Tx, { ids, at }: { ids: readonly string[]; at: number }): Promise<ReadonlySet<string>> {
  const { rows } = await tx.query<{ id: string }>(
    `UPDATE rewards r SET due_at = $3, given_up_at = $2 FROM users u
      WHERE r.id = ANY($1::int8[]) AND u.id = r.user_id AND u.closed_at IS NOT NULL RETURNING r.id`,
    [[...ids], at, WAITS],
  );
  return new Set(rows.map(({ id }) => id));
}
