import type { Tx } from '../../platform/db';

type ThrottleKey = { subject: string; source: string };

/** Expired rows that one try removes on the way: more than it adds. */
const REMOVED_MAX = 100;

export async function deleteExpiredThrottles(tx: Tx, now: number): Promise<void> {
  await tx.query(
    `DELETE FROM login_throttles WHERE (subject, source) IN (SELECT subject, source FROM login_throttles
      WHERE expires_at <= to_timestamp($1::int8 / 1000.0) ORDER BY expires_at LIMIT $2 FOR UPDATE SKIP LOCKED)`,
    [now, REMOVED_MAX],
  );
}

/** Counts a try and returns how many there were with it; null when it comes before its time. Then nothing is counted. */
export async function countTry(tx: Tx, input: ThrottleKey & { now: number; windowMs: number }): Promise<number | null> {
  const { rows } = await tx.query<{ tries: number }>(
    `INSERT INTO login_throttles AS t (subject, source, tries, not_before, expires_at)
     VALUES ($1, $2, 1, to_timestamp($3::int8 / 1000.0), to_timestamp(($3::int8 + $4::int8) / 1000.0))
     ON CONFLICT (subject, source) DO UPDATE SET
       tries = CASE WHEN t.expires_at <= to_timestamp($3::int8 / 1000.0) THEN 1 ELSE t.tries + 1 END,
       expires_at = CASE WHEN t.expires_at <= to_timestamp($3::int8 / 1000.0) THEN excluded.expires_at ELSE t.expires_at END
      WHERE t.not_before <= to_timestamp($3::int8 / 1000.0)
     RETURNING tries`,
    [input.subject, input.source, input.now, input.windowMs],
  );
  return rows[0]?.tries ?? null;
}

/** Says from when on the source may try again. `at` in ms. */
export async function setNotBefore(tx: Tx, input: ThrottleKey & { at: number }): Promise<void> {
  await tx.query('UPDATE login_throttles SET not_before = to_timestamp($3::int8 / 1000.0) WHERE subject = $1 AND source = $2', [
    input.subject,
    input.source,
    input.at,
  ]);
}

/** Returns from when on the source may try again, in ms. */
export async function findNotBefore(tx: Tx, input: ThrottleKey): Promise<number> {
  const { rows } = await tx.query<{ not_before: Date }>('SELECT not_before FROM login_throttles WHERE subject = $1 AND source = $2', [
    input.subject,
    input.source,
  ]);
  return rows[0]?.not_before.getTime() ?? 0;
}

/** Keeps the `keepMax` networks of a subject that came last. */
export async function trimSources(tx: Tx, input: { subject: string; keepMax: number }): Promise<void> {
  await tx.query(
    `DELETE FROM login_throttles WHERE subject = $1 AND source IN (SELECT source FROM login_throttles
      WHERE subject = $1 AND source LIKE 'network %' ORDER BY expires_at DESC OFFSET $2)`,
    [input.subject, input.keepMax],
  );
}

/** Forgets the tries of a source that turned out to be the owner. */
export async function deleteThrottle(tx: Tx, input: ThrottleKey): Promise<void> {
  await tx.query('DELETE FROM login_throttles WHERE subject = $1 AND source = $2', [input.subject, input.source]);
}

/** Takes back one try. */
export async function takeTryBack(tx: Tx, input: ThrottleKey): Promise<void> {
  await tx.query('UPDATE login_throttles SET tries = greatest(tries - 1, 0) WHERE subject = $1 AND source = $2', [
    input.subject,
    input.source,
  ]);
}
