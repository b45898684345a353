import type { Mode } from '../../../lib/protocol/wire';
import type { Tx } from '../../platform/db';

/** All parts of an asset together, in base units. */
type UserSum = { userId: string; mode: Mode; asset: string; units: bigint };

/** Returns what the next `limit` users after one have, by mode and asset, and the last of them; null when there are no more. */
export async function listUserSums(tx: Tx, input: { after: string; limit: number }): Promise<{ sums: UserSum[]; last: string | null }> {
  const { rows } = await tx.query<{ user_id: string; realm: Mode; asset: string; amount: string }>(
    `WITH page AS (SELECT DISTINCT user_id FROM ledger_accounts WHERE user_id > $1 ORDER BY user_id LIMIT $2)
     SELECT user_id, realm, asset, sum(balance) AS amount FROM ledger_accounts JOIN page USING (user_id)
      GROUP BY user_id, realm, asset ORDER BY user_id`,
    [input.after, input.limit],
  );
  const sums = rows.map(({ user_id, realm, asset, amount }) => ({ userId: user_id, mode: realm, asset, units: BigInt(amount) }));
  const isFull = new Set(sums.map(({ userId }) => userId)).size === input.limit;
  return { sums, last: isFull ? (sums.at(-1)?.userId ?? null) : null };
}
