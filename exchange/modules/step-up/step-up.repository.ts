import type { StepUpAct, StepUpWay } from '../../../lib/rules/step-up';
import type { Tx } from '../../platform/db';
import type { RetentionRule } from '../../platform/retention';
import { outgoingHeldUntil } from '../accounts/accounts';

export type Person = { family: string; email: string | null; wallet: string | null };

/** Returns the device of a session and what its user can confirm with; null when the session has ended. */
export async function findPerson(tx: Tx, input: { userId: string; sessionId: string }): Promise<Person | null> {
  const { rows } = await tx.query<Person>(
    `SELECT s.family, u.email, u.wallet_address AS wallet FROM sessions s JOIN users u ON u.id = s.user_id AND u.epoch = s.epoch
      WHERE s.id = $2 AND s.user_id = $1`,
    [input.userId, input.sessionId],
  );
  return rows[0] ?? null;
}

type Proved = { userId: string; family: string; act: StepUpAct; subjectHash: string };

/** Stores a confirmation; false when the ticket of this id was used before. */
export async function insertProof(
  tx: Tx,
  input: Proved & { id: string; way: StepUpWay; now: number; expiresAt: number },
): Promise<boolean> {
  const { rowCount } = await tx.query(
    `INSERT INTO step_ups (id, user_id, family, act, subject_hash, way, proved_at, expires_at)
     VALUES ($1, $2, $3, $4, $5, $6, to_timestamp($7::int8 / 1000.0), to_timestamp($8::int8 / 1000.0)) ON CONFLICT DO NOTHING RETURNING 1`,
    [input.id, input.userId, input.family, input.act, input.subjectHash, input.way, input.now, input.expiresAt],
  );
  return rowCount === 1;
}

const STANDS = `user_id = $1 AND family = $2 AND act = $3 AND subject_hash = $4 AND used_at IS NULL AND expires_at > to_timestamp($5::int8 / 1000.0)`;

/** Says whether an action was confirmed. */
export async function hasProof(tx: Tx, { userId, family, act, subjectHash, now }: Proved & { now: number }): Promise<boolean> {
  const { rows } = await tx.query(`SELECT 1 FROM step_ups WHERE ${STANDS} LIMIT 1`, [userId, family, act, subjectHash, now]);
  return rows.length === 1;
}

/** Uses up the confirmation of one act, where there is one: of two acts at once, one has it. */
export async function spendProof(tx: Tx, { userId, family, act, subjectHash, now }: Proved & { now: number }): Promise<boolean> {
  const { rowCount } = await tx.query(
    `UPDATE step_ups SET used_at = to_timestamp($5::int8 / 1000.0)
      WHERE id = (SELECT id FROM step_ups WHERE ${STANDS} ORDER BY proved_at LIMIT 1 FOR UPDATE) AND used_at IS NULL RETURNING 1`,
    [userId, family, act, subjectHash, now],
  );
  return rowCount === 1;
}

/** Returns until when (ms) no money leaves an account; null when it may. */
export async function findOutgoingHold(tx: Tx, input: { userId: string; now: number }): Promise<number | null> {
  const { rows } = await tx.query<{ until: string }>(
    `SELECT (extract(epoch FROM held.until) * 1000)::int8 AS until FROM users u, LATERAL (SELECT ${outgoingHeldUntil('u', '$2')} AS until) AS held
      WHERE u.id = $1 AND held.until > to_timestamp($2::int8 / 1000.0)`,
    [input.userId, input.now],
  );
  return rows[0] === undefined ? null : Number(rows[0].until);
}

/** Confirmations are kept for a month after their end: who asks what was confirmed, and how, finds it. */
export const stepUpRetention: RetentionRule = {
  name: 'step_ups',
  keptMs: 30 * 24 * 60 * 60_000,
  async remove(tx, { before, limit }) {
    const { rowCount } = await tx.query(
      'DELETE FROM step_ups WHERE id IN (SELECT id FROM step_ups WHERE expires_at < to_timestamp($1::int8 / 1000.0) LIMIT $2)',
      [before, limit],
    );
    return rowCount;
  },
};
