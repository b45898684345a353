import type { Mode } from '../../../lib/protocol/wire';
import { changeScore, countsInTime, SCORE_START, type ScoreReason } from '../../../lib/rules/credit-score';
import type { Tx } from '../../platform/db';

export type ScoreOwner = { userId: string; mode: Mode };
/** `inTimeAt` (ms) is when a repayment in time counted last. */
export type Score = { score: number; inTimeAt: number | null };
/** `reference` names what it is about: a reason counts once for each. `dayMs` is a day of the loan that it is about. */
export type NewScoreChange = ScoreOwner & { reason: ScoreReason; reference: string; at: number; dayMs: number };
export type ScoreChangeRow = { id: string; reason: ScoreReason; reference: string; at: number; change: number; score: number };

const CHANGES_MAX = 1_000;

/** Returns the score of a user in one mode: what everybody starts with where nothing has changed it. */
export async function readScore(tx: Tx, { userId, mode }: ScoreOwner): Promise<Score> {
  const sql = 'SELECT score, in_time_at FROM credit_scores WHERE user_id = $1 AND realm = $2';
  const [row] = (await tx.query<{ score: number; in_time_at: string | null }>(sql, [userId, mode])).rows;
  return { score: row?.score ?? SCORE_START, inTimeAt: row?.in_time_at == null ? null : Number(row.in_time_at) };
}

/** Returns changes newest first. */
export async function listScoreChanges(tx: Tx, { userId, mode, limit }: ScoreOwner & { limit: number }): Promise<ScoreChangeRow[]> {
  const { rows } = await tx.query<Omit<ScoreChangeRow, 'at'> & { at: string }>(
    `SELECT id, reason, reference, at, change, score FROM credit_score_changes WHERE user_id = $1 AND realm = $2 ORDER BY id DESC LIMIT $3`,
    [userId, mode, limit],
  );
  return rows.map((row) => ({ ...row, at: Number(row.at) }));
}

const keyOf = ({ userId, mode }: ScoreOwner) => `${userId}:${mode}`;

/**
 * Changes scores, each once for its reason and reference, a repayment in time once a week. A fixed number of statements, however many there are; called before
 * accounts are locked. At most 1,000 at once.
 */
export async function changeScores(tx: Tx, changes: readonly NewScoreChange[]): Promise<void> {
  if (changes.length === 0) return;
  if (changes.length > CHANGES_MAX) throw new Error(`a transaction changes at most ${CHANGES_MAX} scores`);
  const owners = [...new Map(changes.map((change) => [keyOf(change), change])).values()];
  const scores = await lockScores(tx, owners);
  const known = await findKnown(tx, changes);
  const rows: (NewScoreChange & { change: number; score: number })[] = [];
  for (const change of changes) {
    const name = `${keyOf(change)} ${change.reason} ${change.reference}`;
    const before = scores.get(keyOf(change));
    if (before === undefined || known.has(name)) continue;
    if (change.reason === 'repaid_in_time' && !countsInTime({ lastAt: before.inTimeAt, now: change.at, dayMs: change.dayMs })) continue;
    known.add(name);
    const score = changeScore(before.score, change.reason);
    rows.push({ ...change, change: score - before.score, score });
    scores.set(keyOf(change), { score, inTimeAt: change.reason === 'repaid_in_time' ? change.at : before.inTimeAt });
  }
  if (rows.length === 0) return;
  await insertChanges(tx, rows);
  await tx.query(
    `UPDATE credit_scores s SET score = n.score, in_time_at = n.in_time_at
       FROM unnest($1::int8[], $2::text[], $3::int4[], $4::int8[]) AS n(user_id, realm, score, in_time_at)
      WHERE s.user_id = n.user_id AND s.realm = n.realm`,
    [
      owners.map(({ userId }) => userId),
      owners.map(({ mode }) => mode),
      owners.map((owner) => scores.get(keyOf(owner))?.score),
      owners.map((owner) => scores.get(keyOf(owner))?.inTimeAt ?? null),
    ],
  );
}

/** Locks the rows of these owners in their order; who has none gets one. */
async function lockScores(tx: Tx, owners: readonly ScoreOwner[]): Promise<Map<string, Score>> {
  const params = [owners.map(({ userId }) => userId), owners.map(({ mode }) => mode)];
  await tx.query(
    `INSERT INTO credit_scores (user_id, realm, score)
     SELECT n.user_id, n.realm, ${SCORE_START} FROM unnest($1::int8[], $2::text[]) AS n(user_id, realm) ORDER BY 1, 2 ON CONFLICT DO NOTHING`,
    params,
  );
  const { rows } = await tx.query<{ user_id: string; realm: Mode; score: number; in_time_at: string | null }>(
    `SELECT s.user_id, s.realm, s.score, s.in_time_at FROM credit_scores s
       JOIN unnest($1::int8[], $2::text[]) AS n(user_id, realm) USING (user_id, realm) ORDER BY 1, 2 FOR UPDATE OF s`,
    params,
  );
  return new Map(
    rows.map((row) => [
      keyOf({ userId: row.user_id, mode: row.realm }),
      { score: row.score, inTimeAt: row.in_time_at === null ? null : Number(row.in_time_at) },
    ]),
  );
}

async function findKnown(tx: Tx, changes: readonly NewScoreChange[]): Promise<Set<string>> {
  const { rows } = await tx.query<{ user_id: string; realm: Mode; reason: string; reference: string }>(
    `SELECT c.user_id, c.realm, c.reason, c.reference FROM credit_score_changes c
       JOIN unnest($1::int8[], $2::text[], $3::text[], $4::text[]) AS n(user_id, realm, reason, reference) USING (user_id, realm, reason, reference)`,
    [
      changes.map(({ userId }) => userId),
      changes.map(({ mode }) => mode),
      changes.map(({ reason }) => reason),
      changes.map(({ reference }) => reference),
    ],
  );
  return new Set(rows.map((row) => `${keyOf({ userId: row.user_id, mode: row.realm })} ${row.reason} ${row.reference}`));
}

async function insertChanges(tx: Tx, rows: readonly (NewScoreChange & { change: number; score: number })[]): Promise<void> {
  await tx.query(
    `INSERT INTO credit_score_changes (user_id, realm, reason, reference, at, change, score)
     SELECT * FROM unnest($1::int8[], $2::text[], $3::text[], $4::text[], $5::int8[], $6::int4[], $7::int4[])`,
    [
      rows.map(({ userId }) => userId),
      rows.map(({ mode }) => mode),
      rows.map(({ reason }) => reason),
      rows.map(({ reference }) => reference),
      rows.map(({ at }) => at),
      rows.map(({ change }) => change),
      rows.map(({ score }) => score),
    ],
  );
}
