import type { Tx } from '../../platform/db';

/** What a chain took back: blocks above `to`, deposits that were only seen (`undone`) and credited ones (`carried`). `at` in ms. */
type Reorganisation = { network: string; at: number; from: number; to: number; undone: number; carried: number; isByOperators: boolean };

export async function insertReorganisation(
  tx: Tx,
  { network, at, from, to, undone, carried, isByOperators }: Reorganisation,
): Promise<void> {
  await tx.query(
    `INSERT INTO chain_reorganisations (network, at, from_block, to_block, undone, carried, is_by_operators) VALUES ($1, $2, $3, $4, $5, $6, $7)`,
    [network, at, from, to, undone, carried, isByOperators],
  );
}

/** Returns what chains took back, newest first, behind the number `after`. */
export async function listReorganisations(
  tx: Tx,
  { network, after, limit }: { network: string | null; after: string | null; limit: number },
): Promise<(Reorganisation & { id: string })[]> {
  const params: unknown[] = [limit];
  const and = (text: string, value: string | null) => (value === null ? '' : ` AND ${text} $${params.push(value)}`);
  const { rows } = await tx.query<
    Record<'id' | 'network' | 'at' | 'from_block' | 'to_block', string> &
      Record<'undone' | 'carried', number> & { is_by_operators: boolean }
  >(
    `SELECT id, network, at, from_block, to_block, undone, carried, is_by_operators FROM chain_reorganisations
      WHERE true${and('network =', network)}${and('id <', after)} ORDER BY id DESC LIMIT $1`,
    params,
  );
  return rows.map((row) => ({
    ...{ id: row.id, network: row.network, undone: row.undone, carried: row.carried, isByOperators: row.is_by_operators },
    ...{ at: Number(row.at), from: Number(row.from_block), to: Number(row.to_block) },
  }));
}
