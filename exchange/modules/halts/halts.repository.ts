import type { OperatorHaltReason } from '../../../lib/protocol/wire';
import type { Tx } from '../../platform/db';

/** A market in which operators take no new trades. `since` in ms. */
export type Halt = { market: string; reason: OperatorHaltReason; since: number };

export async function listHalts(tx: Tx): Promise<Halt[]> {
  const { rows } = await tx.query<Omit<Halt, 'since'> & { since: string }>(
    'SELECT market, reason, since FROM market_halts ORDER BY market',
  );
  return rows.map((row) => ({ ...row, since: Number(row.since) }));
}

/** False: it is halted already. */
export async function insertHalt(tx: Tx, { market, reason, since }: Halt): Promise<boolean> {
  const { rowCount } = await tx.query('INSERT INTO market_halts (market, reason, since) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING', [
    market,
    reason,
    since,
  ]);
  return rowCount === 1;
}

/** False: it is not halted. */
export async function deleteHalt(tx: Tx, market: string): Promise<boolean> {
  return (await tx.query('DELETE FROM market_halts WHERE market = $1', [market])).rowCount === 1;
}
