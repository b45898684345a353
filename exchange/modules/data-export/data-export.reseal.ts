import type { Database } from '../../platform/db';
import type { Sealing } from '../../platform/sealing';
import { aboutPart } from './data-export.job';

/** Parts of one transaction: each has up to some hundred thousand bytes. */
const CHUNK = 20;
type Row = { export_id: string; part: number; user_id: string; key_id: string; sealed: Uint8Array };

/** Seals copies of people's data anew that are sealed under other keys, chunk by chunk; what was done stays done. Returns how many parts. */
export async function resealExports(db: Database, sealing: Sealing): Promise<number> {
  for (let count = 0; ; ) {
    const piece = await db.transaction(async (tx) => {
      const { rows } = await tx.query<Row>(
        `SELECT p.export_id, p.part, e.user_id, p.key_id, p.sealed FROM data_export_parts p JOIN data_exports e ON e.id = p.export_id
          WHERE p.key_id <> $1 ORDER BY p.export_id, p.part LIMIT $2 FOR UPDATE OF p`,
        [sealing.currentKeyId, CHUNK],
      );
      for (const { export_id: exportId, part, user_id, key_id, sealed } of rows) {
        const about = aboutPart({ exportId, part }, user_id);
        const anew = sealing.seal(sealing.open({ keyId: key_id, sealed }, about), about);
        await tx.query('UPDATE data_export_parts SET key_id = $3, sealed = $4 WHERE export_id = $1 AND part = $2', [
          exportId,
          part,
          anew.keyId,
          anew.sealed,
        ]);
      }
      return rows.length;
    });
    count += piece;
    if (piece < CHUNK) return count;
  }
}
