import type { Tx } from '../../platform/db';
import type { PastDay } from './hosting.past';

/** Returns the simulated days before a book was opened, oldest first; none where it has no such past. */
export async function listPast(tx: Tx, book: string): Promise<PastDay[]> {
  const { rows } = await tx.query<{ at: string; unit_value: string; value: string; btc: string | null }>(
    'SELECT at, unit_value, value, btc FROM hosting_past WHERE book = $1 ORDER BY at',
    [book],
  );
  return rows.map(({ at, unit_value: unitValue, value, btc }) => ({
    at: Number(at),
    unitValue: BigInt(unitValue),
    value: BigInt(value),
    btc,
  }));
}

/** Writes a past down, once: a second one of the same book changes nothing. `btc` is the price of bitcoin where it begins. */
export async function insertPast(
  tx: Tx,
  { book, days, btc }: { book: string; days: readonly PastDay[]; btc: string | null },
): Promise<void> {
  await tx.query('UPDATE hosting_books SET past_btc = coalesce(past_btc, $2) WHERE id = $1', [book, btc]);
  await tx.query(
    `INSERT INTO hosting_past (book, at, unit_value, value, btc)
     SELECT $1, n.* FROM unnest($2::int8[], $3::numeric[], $4::numeric[], $5::text[]) AS n(at, unit_value, value, btc)
     ON CONFLICT (book, at) DO NOTHING`,
    [book, days.map(({ at }) => at), days.map(({ unitValue }) => unitValue), days.map(({ value }) => value), days.map(({ btc }) => btc)],
  );
}

/** Returns the books that have no past. */
export async function listBooksWithoutPast(tx: Tx): Promise<string[]> {
  const { rows } = await tx.query<{ id: string }>(
    'SELECT id FROM hosting_books b WHERE NOT EXISTS (SELECT 1 FROM hosting_past p WHERE p.book = b.id) ORDER BY id',
  );
  return rows.map(({ id }) => id);
}
