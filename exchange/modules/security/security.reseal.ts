import type { Database, Tx } from '../../platform/db';
import type { Sealing } from '../../platform/sealing';
import { aboutSecret } from './security.factors';

/** Secrets of one transaction: each has some forty bytes. */
const CHUNK = 200;
type Row = { id: string; user_id: string; key_id: string; sealed: Uint8Array };
/** Bound authenticators, and those that are being shown: a row each, by its key. */
const TABLES = { second_factors: 'user_id', second_factor_attempts: 'family' } as const;

async function resealChunk(tx: Tx, sealing: Sealing, table: keyof typeof TABLES): Promise<number> {
  const key = TABLES[table];
  const { rows } = await tx.query<Row>(
    `SELECT ${key}::text AS id, user_id, key_id, sealed FROM ${table} WHERE key_id <> $1 ORDER BY ${key} LIMIT $2 FOR UPDATE`,
    [sealing.currentKeyId, CHUNK],
  );
  for (const { id, user_id: userId, key_id: keyId, sealed } of rows) {
    const anew = sealing.seal(sealing.open({ keyId, sealed }, aboutSecret(userId)), aboutSecret(userId));
    await tx.query(`UPDATE ${table} SET key_id = $2, sealed = $3 WHERE ${key}::text = $1`, [id, anew.keyId, anew.sealed]);
  }
  return rows.length;
}

/**
 * Seals secrets of authenticators anew that are sealed under other keys, chunk by chunk; what was done stays done. Returns how many. Recovery
 * codes are hashes, which nobody can make anew: they count as long as their key is among those that open.
 */
export async function resealFactors(db: Database, sealing: Sealing): Promise<number> {
  let count = 0;
  for (const table of Object.keys(TABLES) as (keyof typeof TABLES)[]) {
    for (let piece = CHUNK; piece === CHUNK; count += piece) piece = await db.transaction((tx) => resealChunk(tx, sealing, table));
  }
  return count;
}
