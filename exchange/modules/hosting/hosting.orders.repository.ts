import type { Tx } from '../../platform/db';

/** Returns how many orders of a book were asked for and not answered yet. */
export async function countOpenOrders(tx: Tx, book: string): Promise<number> {
  const sql = 'SELECT count(*) AS open FROM hosting_orders WHERE book = $1 AND done_at IS NULL';
  return Number((await tx.query<{ open: string }>(sql, [book])).rows[0]?.open);
}
