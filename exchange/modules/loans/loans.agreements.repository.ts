import type { Tx } from '../../platform/db';

/** What was signed, sealed. `hash` is the SHA-256 of the file, `signature` the id of its picture. */
export type AgreementRow = {
  loanId: string;
  locale: string;
  hash: string;
  keyId: string;
  content: Uint8Array;
  file: Uint8Array;
  signature: string | null;
};

export async function insertAgreement(tx: Tx, row: AgreementRow): Promise<void> {
  await tx.query(
    `INSERT INTO loan_agreements (loan_id, locale, hash, key_id, sealed_content, sealed_file, signature) VALUES ($1, $2, $3, $4, $5, $6, $7)`,
    [row.loanId, row.locale, row.hash, row.keyId, row.content, row.file, row.signature],
  );
}

/** Returns the hashes of agreements by loan. */
export async function listAgreementHashes(tx: Tx, loanIds: readonly string[]): Promise<Map<string, string>> {
  if (loanIds.length === 0) return new Map();
  const sql = 'SELECT loan_id, hash FROM loan_agreements WHERE loan_id = ANY($1::int8[])';
  const { rows } = await tx.query<{ loan_id: string; hash: string }>(sql, [loanIds]);
  return new Map(rows.map((row) => [row.loan_id, row.hash]));
}

/** Returns the agreement of a loan, still sealed; without its file where it isn't asked for. */
export async function findAgreement(tx: Tx, loanId: string, { withFile }: { withFile: boolean }): Promise<AgreementRow | null> {
  const { rows } = await tx.query<{
    locale: string;
    hash: string;
    key_id: string;
    sealed_content: Uint8Array;
    sealed_file: Uint8Array | null;
    signature: string | null;
  }>(
    `SELECT locale, hash, key_id, sealed_content, CASE WHEN $2 THEN sealed_file END AS sealed_file, signature
       FROM loan_agreements WHERE loan_id = $1`,
    [loanId, withFile],
  );
  const [row] = rows;
  if (row === undefined) return null;
  const { locale, hash, signature } = row;
  return { loanId, locale, hash, keyId: row.key_id, content: row.sealed_content, file: row.sealed_file ?? new Uint8Array(), signature };
}
