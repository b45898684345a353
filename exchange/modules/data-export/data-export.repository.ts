import type { Tx } from '../../platform/db';
import type { RetentionRule } from '../../platform/retention';
import type { Sealed } from '../../platform/sealing';

type Asker = { userId: string; sessionId: string };
/** Times in ms. `openUntil`: until when the device that asks can download it; null when it can't. */
export type ExportRow = { id: string; askedAt: number; readyAt: number | null; deleteAt: number; openUntil: number | null };
type Stored = { id: string; asked_at: string; ready_at: string | null; delete_at: string; open_until: string | null };
const toMs = (text: string | null) => (text === null ? null : Number(text));

/** Waits for whoever asks for the same person. */
export async function lockPerson(tx: Tx, userId: string): Promise<void> {
  await tx.query('SELECT 1 FROM users WHERE id = $1 FOR UPDATE', [userId]);
}

/** Returns the newest export of a member that is not over, as the device of a session sees it. */
export async function findNewest(tx: Tx, { userId, sessionId, now }: Asker & { now: number }): Promise<ExportRow | null> {
  const { rows } = await tx.query<Stored>(
    `SELECT e.id, e.asked_at, e.ready_at, e.delete_at, CASE WHEN s.family IS NOT NULL AND e.opened_until > $2::int8 THEN e.opened_until END AS open_until
       FROM data_exports e LEFT JOIN sessions s ON s.id = $3 AND s.user_id = e.user_id AND s.family = e.opened_family
      WHERE e.user_id = $1 AND e.delete_at > $2::int8 ORDER BY e.asked_at DESC, e.id DESC LIMIT 1`,
    [userId, now, sessionId],
  );
  const [row] = rows;
  if (row === undefined) return null;
  return {
    id: row.id,
    askedAt: Number(row.asked_at),
    readyAt: toMs(row.ready_at),
    deleteAt: Number(row.delete_at),
    openUntil: toMs(row.open_until),
  };
}

export async function insertExport(tx: Tx, input: { userId: string; at: number; deleteAt: number }): Promise<string> {
  const { rows } = await tx.query<{ id: string }>(
    'INSERT INTO data_exports (user_id, asked_at, delete_at) VALUES ($1, $2, $3) RETURNING id',
    [input.userId, input.at, input.deleteAt],
  );
  return rows[0]?.id ?? '';
}

/** Returns whose an export is; null once it is over. */
export async function findOwner(tx: Tx, { id, now }: { id: string; now: number }): Promise<string | null> {
  const { rows } = await tx.query<{ user_id: string }>('SELECT user_id FROM data_exports WHERE id = $1 AND delete_at > $2::int8', [
    id,
    now,
  ]);
  return rows[0]?.user_id ?? null;
}

export async function noteReady(tx: Tx, { id, at, deleteAt }: { id: string; at: number; deleteAt: number }): Promise<void> {
  await tx.query('UPDATE data_exports SET ready_at = $2, delete_at = $3 WHERE id = $1', [id, at, deleteAt]);
}

/** Lets the device of a session download an export until `until`, in place of the one before; false when the session has ended. */
export async function openExport(tx: Tx, { id, userId, sessionId, until }: Asker & { id: string; until: number }): Promise<boolean> {
  const { rowCount } = await tx.query(
    'UPDATE data_exports e SET opened_family = s.family, opened_until = $2 FROM sessions s WHERE e.id = $1 AND s.user_id = $3 AND s.id = $4 RETURNING 1',
    [id, until, userId, sessionId],
  );
  return rowCount === 1;
}

export type PartKey = { exportId: string; part: number };

export async function insertPart(tx: Tx, input: PartKey & Sealed & { section: string; rows: number }): Promise<void> {
  await tx.query('INSERT INTO data_export_parts (export_id, part, section, rows, key_id, sealed) VALUES ($1, $2, $3, $4, $5, $6)', [
    input.exportId,
    input.part,
    input.section,
    input.rows,
    input.keyId,
    input.sealed,
  ]);
}

export async function findPart(tx: Tx, { exportId, part }: PartKey): Promise<(Sealed & { section: string }) | null> {
  const { rows } = await tx.query<{ section: string; key_id: string; sealed: Buffer }>(
    'SELECT section, key_id, sealed FROM data_export_parts WHERE export_id = $1 AND part = $2',
    [exportId, part],
  );
  const [row] = rows;
  return row === undefined ? null : { section: row.section, keyId: row.key_id, sealed: Buffer.from(row.sealed) };
}

export type SectionSum = { section: string; first: number; parts: number; rows: number };

/** Returns what an export has of each section, in the order of the parts. */
export async function listSections(tx: Tx, exportId: string): Promise<SectionSum[]> {
  const { rows } = await tx.query<{ section: string; first: number; parts: string; rows: string }>(
    `SELECT section, min(part) AS first, count(*) AS parts, sum(rows) AS rows FROM data_export_parts WHERE export_id = $1
      GROUP BY section ORDER BY first`,
    [exportId],
  );
  return rows.map((row) => ({ section: row.section, first: row.first, parts: Number(row.parts), rows: Number(row.rows) }));
}

const PARTS_AT_ONCE = 50;

/** Parts first, some in each transaction: they are large. An export without parts goes last. */
export const exportRetention: RetentionRule = {
  name: 'data_exports',
  keptMs: 0,
  async remove(tx, { before, limit }) {
    const parts = await tx.query(
      `DELETE FROM data_export_parts WHERE (export_id, part) IN
         (SELECT p.export_id, p.part FROM data_exports e JOIN data_export_parts p ON p.export_id = e.id WHERE e.delete_at <= $1::int8 LIMIT $2)`,
      [before, PARTS_AT_ONCE],
    );
    // As many as were asked for: there is more.
    if (parts.rowCount === PARTS_AT_ONCE) return limit;
    await tx.query(
      `DELETE FROM data_exports WHERE id IN (SELECT e.id FROM data_exports e WHERE e.delete_at <= $1::int8
          AND NOT EXISTS (SELECT 1 FROM data_export_parts p WHERE p.export_id = e.id) LIMIT $2)`,
      [before, limit],
    );
    return parts.rowCount;
  },
};
