import type { OperatorActor, Proof } from '../../platform/actor';
import type { Tx } from '../../platform/db';
import { createToken, hashText } from '../../platform/ids';
import type { RetentionRule } from '../../platform/retention';
import { ActionRefused } from './operators.errors';
import { findOperatorByKey, type OperatorRow } from './operators.repository';

/** A session that nobody used for this long is over (spec/operator.md). */
export const SESSION_IDLE_MS = 30 * 60_000;
/** However much it is used. */
export const SESSION_LIFE_MS = 12 * 60 * 60_000;
const LINK_LIFE_MS = 24 * 60 * 60_000;
/** Of one operator at once; the oldest gives way. */
const SESSIONS_MAX = 20;
const LINKS_MAX = 20;

type SessionProof = 'password' | 'passkey' | 'key' | 'link';
export type BegunSession = { token: string; name: string };
type Begin = { operator: Pick<OperatorRow, 'id' | 'name'>; proof: SessionProof; at: number };

/** Begins a session. The token is the caller's alone; its hash is kept. */
export async function beginSession(tx: Tx, { operator, proof, at }: Begin): Promise<BegunSession> {
  const token = createToken();
  await tx.query('SELECT id FROM operators WHERE id = $1 FOR UPDATE', [operator.id]);
  await tx.query(
    `DELETE FROM operator_sessions WHERE token_hash IN (
       SELECT token_hash FROM operator_sessions WHERE operator_id = $1 ORDER BY began_at DESC, token_hash OFFSET $2)`,
    [operator.id, SESSIONS_MAX - 1],
  );
  await tx.query('INSERT INTO operator_sessions (token_hash, operator_id, proof, began_at, seen_at) VALUES ($1, $2, $3, $4, $4)', [
    hashText(token),
    operator.id,
    proof,
    at,
  ]);
  return { token, name: operator.name };
}

export type SignedIn = { actor: OperatorActor; roles: readonly string[] };

/** A use is noted once within this time, so that not every look waits for a write of its own. */
const SEEN_EVERY_MS = 10_000;

type SessionRow = { id: string; name: string; roles: string[]; proof: Proof['method']; proved_at: string; seen_at: string };

/**
 * Returns who a session belongs to, and notes that it was used; null when it is over, or its operator is suspended. What a page asks by itself is no use:
 * `isUse` false.
 */
export async function takeSession(tx: Tx, token: string, now: number, { isUse = true } = {}): Promise<SignedIn | null> {
  const { rows } = await tx.query<SessionRow>(
    `SELECT o.id, o.name, o.roles, s.proof, coalesce(s.proved_at, s.began_at) AS proved_at, s.seen_at FROM operator_sessions s JOIN operators o ON o.id = s.operator_id
      WHERE s.token_hash = $1 AND s.seen_at > $2::int8 - $3::int8 AND s.began_at > $2::int8 - $4::int8 AND o.state = 'active'`,
    [hashText(token), now, SESSION_IDLE_MS, SESSION_LIFE_MS],
  );
  const [row] = rows;
  if (row === undefined) return null;
  if (isUse && Number(row.seen_at) <= now - SEEN_EVERY_MS) {
    await tx.query('UPDATE operator_sessions SET seen_at = greatest(seen_at, $2::int8) WHERE token_hash = $1', [hashText(token), now]);
  }
  const { id, name, roles, proof } = row;
  return { actor: { kind: 'operator', operatorId: id, name, proof: { method: proof, at: Number(row.proved_at) } }, roles };
}

/** Notes that whoever holds a session showed password and second factor again. */
export async function noteProof(tx: Tx, { token, operatorId, at }: { token: string; operatorId: string; at: number }): Promise<void> {
  const sql = 'UPDATE operator_sessions SET proved_at = $3 WHERE token_hash = $1 AND operator_id = $2';
  await tx.query(sql, [hashText(token), operatorId, at]);
}

/** So long after a proof its session agrees to what others asked for. */
const PROOF_MS = 10 * 60_000;

/** Lets somebody agree whose password and second factor were shown just now. Keys are shown each time, and links are of a sandbox. @throws ActionRefused */
export function requireProof({ proof }: OperatorActor, now: number): void {
  const isOfFactors = proof.method === 'password' || proof.method === 'passkey';
  if (isOfFactors && now - (proof.at ?? 0) > PROOF_MS) {
    throw new ActionRefused('PROOF_NEEDED', `You proved who you are more than ${PROOF_MS / 60_000} minutes ago: do it again, then agree.`);
  }
}

export async function endSession(tx: Tx, token: string): Promise<void> {
  await tx.query('DELETE FROM operator_sessions WHERE token_hash = $1', [hashText(token)]);
}

/** Ends what an operator is signed in with: whoever is suspended or has another key begins anew. */
export async function endSessionsOf(tx: Tx, operatorId: string): Promise<void> {
  await tx.query('DELETE FROM operator_sessions WHERE operator_id = $1', [operatorId]);
  await tx.query('DELETE FROM operator_links WHERE operator_id = $1', [operatorId]);
}

/** Returns the operator of a key. @throws ActionRefused */
export async function requireKeyOwner(tx: Tx, key: string): Promise<OperatorRow> {
  const row = await findOperatorByKey(tx, hashText(key));
  if (row === null) throw new ActionRefused('KEY_UNKNOWN', 'No operator has this key.');
  if (row.state !== 'active') throw new ActionRefused('OPERATOR_SUSPENDED', `${row.name} is suspended.`);
  return row;
}

/** Makes a link that signs the owner of a key in, once, within a day. @throws ActionRefused */
export async function makeLink(tx: Tx, { key, at }: { key: string; at: number }) {
  const operator = await requireKeyOwner(tx, key);
  const token = createToken();
  await tx.query('SELECT id FROM operators WHERE id = $1 FOR UPDATE', [operator.id]);
  await tx.query(
    `DELETE FROM operator_links WHERE token_hash IN (
       SELECT token_hash FROM operator_links WHERE operator_id = $1 ORDER BY made_at DESC, token_hash OFFSET $2)`,
    [operator.id, LINKS_MAX - 1],
  );
  const expiresAt = at + LINK_LIFE_MS;
  await tx.query('INSERT INTO operator_links (token_hash, operator_id, made_at, expires_at) VALUES ($1, $2, $3, $4)', [
    hashText(token),
    operator.id,
    at,
    expiresAt,
  ]);
  return { token, name: operator.name, expiresAt };
}

/** Signs in by a link, which is gone with that. @throws ActionRefused */
export async function beginByLink(tx: Tx, { token, at }: { token: string; at: number }): Promise<BegunSession> {
  const { rows } = await tx.query<{ id: string; name: string }>(
    `DELETE FROM operator_links l USING operators o
      WHERE l.token_hash = $1 AND l.expires_at > $2 AND o.id = l.operator_id AND o.state = 'active' RETURNING o.id, o.name`,
    [hashText(token), at],
  );
  const [operator] = rows;
  if (operator === undefined) throw new ActionRefused('SIGN_IN_REFUSED', 'This link was used before, or its day is over.');
  return beginSession(tx, { operator, proof: 'link', at });
}

async function removeOld(tx: Tx, { table, column, before, limit }: { table: string; column: string; before: number; limit: number }) {
  const { rowCount } = await tx.query(
    `DELETE FROM ${table} WHERE token_hash IN (SELECT token_hash FROM ${table} WHERE ${column} < $1 ORDER BY ${column} LIMIT $2)`,
    [before, limit],
  );
  return rowCount;
}

export const OPERATOR_RETENTION: readonly RetentionRule[] = [
  {
    name: 'operator sessions',
    keptMs: SESSION_IDLE_MS,
    remove: (tx, input) => removeOld(tx, { ...input, table: 'operator_sessions', column: 'seen_at' }),
  },
  {
    name: 'operator links',
    keptMs: 0,
    remove: (tx, input) => removeOld(tx, { ...input, table: 'operator_links', column: 'expires_at' }),
  },
];
