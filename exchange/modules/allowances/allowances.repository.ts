import type { Tx } from '../../platform/db';

/** Returns the wallet that opens an account; null where none does. */
export async function findWallet(tx: Tx, userId: string): Promise<string | null> {
  const { rows } = await tx.query<{ wallet: string | null }>('SELECT wallet_address AS wallet FROM users WHERE id = $1', [userId]);
  return rows[0]?.wallet ?? null;
}

/** What was shown of one token; amounts in units of 10^-18. */
export type ShownAllowance = { userId: string; network: string; asset: string; owner: string; amount: bigint; shownAt: number };

/** Keeps what was shown of tokens, in place of what was before. One statement. */
export async function keepShown(tx: Tx, shown: readonly ShownAllowance[]): Promise<void> {
  if (shown.length === 0) return;
  await tx.query(
    `INSERT INTO wallet_allowances (user_id, network, asset, owner, amount, shown_at)
       SELECT * FROM unnest($1::int8[], $2::text[], $3::text[], $4::text[], $5::numeric[], $6::int8[])
     ON CONFLICT (user_id, network, asset) DO UPDATE SET owner = EXCLUDED.owner, amount = EXCLUDED.amount, shown_at = EXCLUDED.shown_at
       WHERE wallet_allowances.shown_at <= EXCLUDED.shown_at`,
    [
      shown.map(({ userId }) => userId),
      shown.map(({ network }) => network),
      shown.map(({ asset }) => asset),
      shown.map(({ owner }) => owner),
      shown.map(({ amount }) => amount),
      shown.map(({ shownAt }) => shownAt),
    ],
  );
}

/** Returns what was shown last of the wallet that opens the account now, by token, all networks together. */
export async function sumShown(tx: Tx, userId: string): Promise<Map<string, bigint>> {
  const { rows } = await tx.query<{ asset: string; amount: string }>(
    `SELECT a.asset, sum(a.amount) AS amount FROM wallet_allowances a JOIN users u ON u.id = a.user_id AND u.wallet_address = a.owner
      WHERE a.user_id = $1 GROUP BY a.asset`,
    [userId],
  );
  return new Map(rows.map(({ asset, amount }) => [asset, BigInt(amount)]));
}
