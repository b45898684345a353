import type { Mode } from '../../../lib/protocol/wire';
import type { Tx } from '../../platform/db';

type Owner = { userId: string; mode: Mode };

/** Returns how much of each asset was begun after `since` (ms) and is open, in base units; a position that was renewed was begun then. */
export async function sumBegun(tx: Tx, { userId, mode, since }: Owner & { since: number }): Promise<Map<string, bigint>> {
  const { rows } = await tx.query<{ asset: string; amount: string }>(
    `SELECT asset, sum(principal) AS amount FROM staking_positions
      WHERE user_id = $1 AND mode = $2 AND next_at IS NOT NULL AND subscribed_at > $3 GROUP BY asset`,
    [userId, mode, since],
  );
  return new Map(rows.map(({ asset, amount }) => [asset, BigInt(amount)]));
}

/** Returns how much of each asset is to be renewed since after `since` (ms) by the word of its owner, another position than `id`, in base units. */
export async function sumRenewing(
  tx: Tx,
  { userId, mode, since, id }: Owner & { since: number; id: string },
): Promise<Map<string, bigint>> {
  const { rows } = await tx.query<{ asset: string; amount: string }>(
    `SELECT asset, sum(principal) AS amount FROM staking_positions
      WHERE user_id = $1 AND mode = $2 AND next_at IS NOT NULL AND renews AND renews_since > $3 AND id <> $4 GROUP BY asset`,
    [userId, mode, since, id],
  );
  return new Map(rows.map(({ asset, amount }) => [asset, BigInt(amount)]));
}
