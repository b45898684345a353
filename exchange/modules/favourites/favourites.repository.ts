import type { Tx } from '../../platform/db';

/** Returns the starred markets of a user, the oldest first. */
export async function listFavourites(tx: Tx, userId: string): Promise<string[]> {
  const { rows } = await tx.query<{ markets: string[] }>('SELECT markets FROM favourites WHERE user_id = $1', [userId]);
  return rows[0]?.markets ?? [];
}

/** Locks the stars of a user, which are there from then on. */
export async function lockFavourites(tx: Tx, userId: string): Promise<string[]> {
  await tx.query("INSERT INTO favourites (user_id, markets) VALUES ($1, '{}') ON CONFLICT DO NOTHING", [userId]);
  const { rows } = await tx.query<{ markets: string[] }>('SELECT markets FROM favourites WHERE user_id = $1 FOR UPDATE', [userId]);
  return rows[0]?.markets ?? [];
}

export async function putFavourites(tx: Tx, userId: string, markets: readonly string[]): Promise<void> {
  await tx.query('UPDATE favourites SET markets = $2::text[] WHERE user_id = $1', [userId, [...markets]]);
}
