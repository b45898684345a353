import type { Tx } from '../../platform/db';
import type { RegistryKind } from './registry.kinds';

/** One version of an entry. Times in ms; `note` is what the public change log says about it. */
export type RegistryRow = {
  id: number;
  kind: RegistryKind;
  code: string;
  version: number;
  terms: unknown;
  takesEffectAt: number;
  announcedAt: number;
  note: string;
};

type RowText = {
  id: string;
  kind: RegistryKind;
  code: string;
  version: number;
  terms: unknown;
  takes_effect_at: string;
  announced_at: string;
  note: string;
};

const COLUMNS = 'id, kind, code, version, terms, takes_effect_at, announced_at, note';
const toRow = ({ takes_effect_at, announced_at, ...row }: RowText): RegistryRow => ({
  ...row,
  id: Number(row.id),
  takesEffectAt: Number(takes_effect_at),
  announcedAt: Number(announced_at),
});

/** Rows of one read: a registry grows by a few a week. */
const ROWS_MAX = 1_000;

/** Returns up to 1,000 rows after `after`, in the order in which they were committed: whoever adds one holds the table. */
export async function listRowsAfter(tx: Tx, after: number): Promise<RegistryRow[]> {
  const { rows } = await tx.query<RowText>(`SELECT ${COLUMNS} FROM registry_versions WHERE id > $1 ORDER BY id LIMIT ${ROWS_MAX}`, [after]);
  return rows.map(toRow);
}

/** Returns rows newest first, of all kinds or of one; `isFirst`: those of the first version, or of any later one. */
export async function listNewestRows(
  tx: Tx,
  { limit, offset, kind = null, isFirst = null }: { limit: number; offset: number; kind?: string | null; isFirst?: boolean | null },
): Promise<RegistryRow[]> {
  const sql = `SELECT ${COLUMNS} FROM registry_versions WHERE ($3::text IS NULL OR kind = $3) AND ($4::boolean IS NULL OR (version = 1) = $4) ORDER BY id DESC LIMIT $1 OFFSET $2`;
  return (await tx.query<RowText>(sql, [limit, offset, kind, isFirst])).rows.map(toRow);
}

/** Versions of one entry in one look. */
const VERSIONS_MAX = 50;

/** Returns the newest 50 versions of an entry, newest first; none where there is no such entry. */
export async function listVersionsOf(tx: Tx, { kind, code }: { kind: string; code: string }): Promise<RegistryRow[]> {
  const sql = `SELECT ${COLUMNS} FROM registry_versions WHERE kind = $1 AND code = $2 ORDER BY version DESC LIMIT ${VERSIONS_MAX}`;
  return (await tx.query<RowText>(sql, [kind, code])).rows.map(toRow);
}

/** Returns the version of an entry that is in force at a time (ms), for who has no registry in memory. @throws Error where there is none */
export async function readInForce(tx: Tx, { kind, code, at }: { kind: RegistryKind; code: string; at: number }): Promise<RegistryRow> {
  const sql = `SELECT ${COLUMNS} FROM registry_versions WHERE kind = $1 AND code = $2 AND takes_effect_at <= $3 ORDER BY version DESC LIMIT 1`;
  const [row] = (await tx.query<RowText>(sql, [kind, code, at])).rows;
  if (row === undefined) throw new Error(`the registry has no ${kind} ${code}`);
  return toRow(row);
}

/** Returns the newest version of every entry. */
export async function listNewestOfEach(tx: Tx): Promise<RegistryRow[]> {
  const sql = `SELECT DISTINCT ON (kind, code) ${COLUMNS} FROM registry_versions ORDER BY kind, code, version DESC`;
  return (await tx.query<RowText>(sql)).rows.map(toRow);
}

/** Returns the newest version of an entry, with the table held against other writers until the end of the transaction. */
export async function lockNewest(tx: Tx, { kind, code }: { kind: RegistryKind; code: string }): Promise<RegistryRow | null> {
  await tx.query('LOCK TABLE registry_versions IN EXCLUSIVE MODE');
  const sql = `SELECT ${COLUMNS} FROM registry_versions WHERE kind = $1 AND code = $2 ORDER BY version DESC LIMIT 1`;
  const [row] = (await tx.query<RowText>(sql, [kind, code])).rows;
  return row === undefined ? null : toRow(row);
}

export async function insertVersion(tx: Tx, row: Omit<RegistryRow, 'id'>): Promise<void> {
  await tx.query(
    `INSERT INTO registry_versions (kind, code, version, terms, takes_effect_at, announced_at, note)
     VALUES ($1, $2, $3, $4::jsonb, $5, $6, $7)`,
    [row.kind, row.code, row.version, JSON.stringify(row.terms), row.takesEffectAt, row.announcedAt, row.note],
  );
}

/** Returns a value as text with the keys of its objects in order, so that two that say the same are the same. */
export function canonical(value: unknown): string {
  return JSON.stringify(value, (_key, item: unknown) =>
    typeof item === 'object' && item !== null && !Array.isArray(item)
      ? Object.fromEntries(Object.entries(item).sort(([a], [b]) => (a < b ? -1 : 1)))
      : item,
  );
}
