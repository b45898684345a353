import type { AddressNetwork } from '../../../lib/rules/address-shape';
import type { Tx } from '../../platform/db';

/** An address that a person keeps by name. Times in ms. */
export type KeptAddress = { id: string; network: AddressNetwork; address: string; name: string; usableAt: number };
export type BookSettings = { onlyKept: boolean; endsAt: number | null };

type Text = { id: string; network: AddressNetwork; address: string; name: string; usable_at: string };
const COLUMNS = 'id, network, address, name, usable_at';
const toKept = ({ usable_at, ...row }: Text): KeptAddress => ({ ...row, usableAt: Number(usable_at) });

/** By name; a book is bounded. */
export async function listKept(tx: Tx, userId: string): Promise<KeptAddress[]> {
  const { rows } = await tx.query<Text>(`SELECT ${COLUMNS} FROM withdrawal_addresses WHERE user_id = $1 ORDER BY lower(name), id`, [
    userId,
  ]);
  return rows.map(toKept);
}

type NewKept = Omit<KeptAddress, 'id'> & { userId: string; at: number; max: number };

/** Keeps an address, or names one anew that is kept; null when the book is full. Of one user one at a time: their row is locked before. */
export async function keepAddress(tx: Tx, row: NewKept): Promise<KeptAddress | null> {
  const { rows } = await tx.query<Text>(
    `INSERT INTO withdrawal_addresses (user_id, network, address, name, added_at, usable_at)
     SELECT $1::int8, $2::text, $3::text, $4::text, $5::int8, $6::int8
      WHERE EXISTS (SELECT 1 FROM withdrawal_addresses WHERE user_id = $1 AND network = $2 AND address = $3)
         OR (SELECT count(*) FROM withdrawal_addresses WHERE user_id = $1) < $7
     ON CONFLICT (user_id, network, address) DO UPDATE SET name = excluded.name RETURNING ${COLUMNS}`,
    [row.userId, row.network, row.address, row.name, row.at, row.usableAt, row.max],
  );
  return rows[0] === undefined ? null : toKept(rows[0]);
}

/** Keeps an address no more, and returns which that was; null where none is kept by this id. */
export async function forgetAddress(
  tx: Tx,
  input: { userId: string; id: string },
): Promise<{ network: AddressNetwork; address: string } | null> {
  const { rows } = await tx.query<{ network: AddressNetwork; address: string }>(
    'DELETE FROM withdrawal_addresses WHERE user_id = $1 AND id = $2 RETURNING network, address',
    [input.userId, input.id],
  );
  return rows[0] ?? null;
}

export async function readSettings(tx: Tx, userId: string): Promise<BookSettings> {
  const { rows } = await tx.query<{ only_kept: boolean; ends_at: string | null }>(
    'SELECT only_kept, ends_at FROM withdrawal_settings WHERE user_id = $1',
    [userId],
  );
  const [row] = rows;
  return { onlyKept: row?.only_kept ?? false, endsAt: row?.ends_at == null ? null : Number(row.ends_at) };
}

export async function writeSettings(tx: Tx, userId: string, { onlyKept, endsAt }: BookSettings): Promise<void> {
  await tx.query(
    `INSERT INTO withdrawal_settings (user_id, only_kept, ends_at) VALUES ($1, $2, $3)
     ON CONFLICT (user_id) DO UPDATE SET only_kept = excluded.only_kept, ends_at = excluded.ends_at`,
    [userId, onlyKept, endsAt],
  );
}

/** Locks a user's row until the end of the transaction, so that changes of their book take turns. */
export async function lockOwner(tx: Tx, userId: string): Promise<void> {
  await tx.query('SELECT 1 FROM users WHERE id = $1 FOR UPDATE', [userId]);
}
