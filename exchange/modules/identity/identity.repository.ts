import type { DocumentKind, IdentityPage, RefusalReason } from '../../../lib/rules/identity';
import type { Tx } from '../../platform/db';
import type { Sealed } from '../../platform/sealing';

const at = (parameter: string) => `to_timestamp(${parameter}::int8 / 1000.0)`;
export type SubmissionState = 'review' | 'approved' | 'rejected';

/** What a user sent last, and what became of it. Times in ms. */
export type Submission = {
  id: string;
  userId: string;
  state: SubmissionState;
  country: string;
  firstName: string;
  lastName: string;
  document: DocumentKind;
  number: { keyId: string; sealed: Buffer } | null;
  pictures: { front: string; back: string | null; hold: string };
  email: string;
  submittedAt: number;
  reviewUntil: number;
  decidedAt: number | null;
  decidedBy: string | null;
  reason: RefusalReason | null;
  resend: IdentityPage[];
};

type Text = {
  id: string;
  user_id: string;
  state: SubmissionState;
  country: string;
  first_name: string;
  last_name: string;
  document: DocumentKind;
  number_key_id: string | null;
  number_sealed: Uint8Array | null;
  front: string;
  back: string | null;
  hold: string;
  email: string;
  submitted_at: Date;
  review_until: Date;
  decided_at: Date | null;
  decided_by: string | null;
  reason: RefusalReason | null;
  resend: IdentityPage[];
};

const COLUMNS = `id, user_id, state, country, first_name, last_name, document, number_key_id, number_sealed, front, back, hold, email, submitted_at,
  review_until, decided_at, decided_by, reason, resend`;

const toRow = (row: Text): Submission => ({
  id: row.id,
  userId: row.user_id,
  state: row.state,
  country: row.country,
  firstName: row.first_name,
  lastName: row.last_name,
  document: row.document,
  number: row.number_key_id === null ? null : { keyId: row.number_key_id, sealed: Buffer.from(row.number_sealed ?? []) },
  pictures: { front: row.front, back: row.back, hold: row.hold },
  email: row.email,
  submittedAt: row.submitted_at.getTime(),
  reviewUntil: row.review_until.getTime(),
  decidedAt: row.decided_at?.getTime() ?? null,
  decidedBy: row.decided_by,
  reason: row.reason,
  resend: row.resend,
});

/** Returns what a user sent last; null where that is nothing. */
export async function findNewest(tx: Tx, userId: string): Promise<Submission | null> {
  const sql = `SELECT ${COLUMNS} FROM identity_submissions WHERE user_id = $1 ORDER BY id DESC LIMIT 1`;
  const [row] = (await tx.query<Text>(sql, [userId])).rows;
  return row === undefined ? null : toRow(row);
}

/** Returns one submission, held until the end of the transaction. */
export async function lockSubmission(tx: Tx, id: string): Promise<Submission | null> {
  const [row] = (await tx.query<Text>(`SELECT ${COLUMNS} FROM identity_submissions WHERE id = $1 FOR UPDATE`, [id])).rows;
  return row === undefined ? null : toRow(row);
}

/** Returns what waits for review, what was promised first before the rest. */
export async function listWaiting(tx: Tx, limit: number): Promise<Submission[]> {
  const sql = `SELECT ${COLUMNS} FROM identity_submissions WHERE state = 'review' ORDER BY submitted_at, id LIMIT $1`;
  return (await tx.query<Text>(sql, [limit])).rows.map(toRow);
}

/** Says whether a document is another user's, as far as reviewed or verified. `hashes`: of its number, under every key. */
export async function isTaken(tx: Tx, { userId, hashes }: { userId: string; hashes: readonly string[] }): Promise<boolean> {
  const { rows } = await tx.query(
    `SELECT 1 FROM identity_submissions WHERE number_hash = ANY($2::text[]) AND state IN ('review', 'approved') AND user_id <> $1 LIMIT 1`,
    [userId, hashes],
  );
  return rows.length > 0;
}

export type NewSubmission = Pick<Submission, 'userId' | 'country' | 'firstName' | 'lastName' | 'document' | 'pictures' | 'email'> & {
  submittedAt: number;
  reviewUntil: number;
  numberHash: string;
};

/** Adds a submission without its number, which is sealed for its row; returns the id. Whoever adds for one user waits for the other. */
export async function insertSubmission(tx: Tx, input: NewSubmission & { seal(id: string): Sealed }): Promise<string> {
  const { rows } = await tx.query<{ id: string }>("SELECT nextval(pg_get_serial_sequence('identity_submissions', 'id')) AS id");
  const id = rows[0]?.id ?? '';
  const number = input.seal(id);
  await tx.query(
    `INSERT INTO identity_submissions (id, user_id, country, first_name, last_name, document, number_key_id, number_sealed, number_hash, front, back,
       hold, email, submitted_at, review_until)
     OVERRIDING SYSTEM VALUE VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, ${at('$14')}, ${at('$15')})`,
    [
      id,
      input.userId,
      input.country,
      input.firstName,
      input.lastName,
      input.document,
      number.keyId,
      number.sealed,
      input.numberHash,
      input.pictures.front,
      input.pictures.back,
      input.pictures.hold,
      input.email,
      input.submittedAt,
      input.reviewUntil,
    ],
  );
  return id;
}

export type Decision = {
  id: string;
  state: 'approved' | 'rejected';
  by: string;
  at: number;
  reason: RefusalReason | null;
  resend: readonly IdentityPage[];
  deleteAt: number;
};

export async function decide(tx: Tx, { id, state, by, at: decidedAt, reason, resend, deleteAt }: Decision): Promise<void> {
  await tx.query(
    `UPDATE identity_submissions SET state = $2, decided_by = $3, decided_at = ${at('$4')}, reason = $5, resend = $6::text[], delete_at = ${at('$7')}
      WHERE id = $1`,
    [id, state, by, decidedAt, reason, [...resend], deleteAt],
  );
}

/** Removes what was refused long enough ago, and the numbers of what was approved long ago. */
export async function removeOld(tx: Tx, input: { before: number; limit: number }): Promise<number> {
  const old = `SELECT id FROM identity_submissions WHERE delete_at < ${at('$1')} AND state = $3 LIMIT $2`;
  const gone = await tx.query(`DELETE FROM identity_submissions WHERE id IN (${old})`, [input.before, input.limit, 'rejected']);
  const emptied = await tx.query(
    `UPDATE identity_submissions SET number_key_id = NULL, number_sealed = NULL, delete_at = NULL WHERE id IN (${old})`,
    [input.before, input.limit, 'approved'],
  );
  return gone.rowCount + emptied.rowCount;
}

/** Returns some submissions whose number is sealed under another key, held until the end of the transaction. */
export async function lockOtherKeys(tx: Tx, input: { keyId: string; limit: number }): Promise<Submission[]> {
  const sql = `SELECT ${COLUMNS} FROM identity_submissions WHERE number_key_id <> $1 ORDER BY id LIMIT $2 FOR UPDATE`;
  return (await tx.query<Text>(sql, [input.keyId, input.limit])).rows.map(toRow);
}

export async function putNumber(tx: Tx, { id, keyId, sealed, hash }: Sealed & { id: string; hash: string }): Promise<void> {
  const sql = 'UPDATE identity_submissions SET number_key_id = $2, number_sealed = $3, number_hash = $4 WHERE id = $1';
  await tx.query(sql, [id, keyId, sealed, hash]);
}
