import type { Tx } from '../../platform/db';

/** Whether a network has deposits with their confirmations, as far as it was looked through: nothing is locked. */
export async function hasConfirmed(tx: Tx, { network, confirmations }: { network: string; confirmations: number }): Promise<boolean> {
  const { rows } = await tx.query<{ found: boolean }>(
    `SELECT EXISTS (SELECT FROM deposit_cursors c JOIN deposits d ON d.network = c.network AND d.state = 'seen' AND d.block <= c.block - $2::int4 + 1
                                                        AND d.block <= c.block - coalesce(d.spendable_after, $2::int4) + 1
                     WHERE c.network = $1) AS found`,
    [network, confirmations],
  );
  return rows[0]?.found === true;
}

export async function markCredited(tx: Tx, input: { credits: readonly { id: string; units: bigint }[]; at: number }): Promise<void> {
  await tx.query(
    `UPDATE deposits d SET state = 'credited', credited = c.units, credited_at = $3
       FROM unnest($1::int8[], $2::numeric[]) AS c(id, units) WHERE d.id = c.id`,
    [input.credits.map(({ id }) => id), input.credits.map(({ units }) => units), input.at],
  );
}

/** Adds to what is below the ledger's last decimal. Returns the sum before and after, by asset, in units of 10^-18. */
export async function addDust(
  tx: Tx,
  input: { network: string; dust: ReadonlyMap<string, bigint> },
): Promise<{ asset: string; before: bigint; after: bigint }[]> {
  const added = [...input.dust].filter(([, amount]) => amount > 0n).sort(([a], [b]) => (a < b ? -1 : 1));
  if (added.length === 0) return [];
  const { rows } = await tx.query<{ asset: string; amount: string }>(
    `INSERT INTO deposit_dust AS d (network, asset, amount) SELECT $1, x.asset, x.amount FROM unnest($2::text[], $3::numeric[]) AS x(asset, amount)
     ON CONFLICT (network, asset) DO UPDATE SET amount = d.amount + excluded.amount RETURNING asset, amount`,
    [input.network, added.map(([asset]) => asset), added.map(([, amount]) => amount)],
  );
  return rows.map(({ asset, amount }) => ({ asset, before: BigInt(amount) - (input.dust.get(asset) ?? 0n), after: BigInt(amount) }));
}
