import type { Database } from '../../platform/db';
import type { Sealing } from '../../platform/sealing';
import { aboutContent, aboutFile } from './loans.documents';

/** Agreements of one transaction: each has some ten thousand bytes. */
const CHUNK = 50;

/** Seals agreements anew that are sealed under other keys, chunk by chunk; what was done stays done. Returns how many. */
export async function resealAgreements(db: Database, sealing: Sealing): Promise<number> {
  for (let count = 0; ; ) {
    const piece = await db.transaction(async (tx) => {
      const { rows } = await tx.query<{
        loan_id: string;
        hash: string;
        key_id: string;
        sealed_content: Uint8Array;
        sealed_file: Uint8Array;
      }>(
        'SELECT loan_id, hash, key_id, sealed_content, sealed_file FROM loan_agreements WHERE key_id <> $1 ORDER BY loan_id LIMIT $2 FOR UPDATE SKIP LOCKED',
        [sealing.currentKeyId, CHUNK],
      );
      for (const { loan_id, hash, key_id: keyId, sealed_content, sealed_file } of rows) {
        const content = sealing.seal(sealing.open({ keyId, sealed: sealed_content }, aboutContent(hash)), aboutContent(hash));
        const file = sealing.seal(sealing.open({ keyId, sealed: sealed_file }, aboutFile(hash)), aboutFile(hash));
        await tx.query('UPDATE loan_agreements SET key_id = $2, sealed_content = $3, sealed_file = $4 WHERE loan_id = $1', [
          loan_id,
          sealing.currentKeyId,
          content.sealed,
          file.sealed,
        ]);
      }
      return rows.length;
    });
    count += piece;
    if (piece < CHUNK) return count;
  }
}
