import type { Tx } from '../../platform/db';

/** Writes which networks an exchange with these settings pays on by itself: acts of operators, which know no settings, promise by it. */
export async function noteSigned(tx: Tx, networks: readonly { network: string; isSigned: boolean }[]): Promise<void> {
  await tx.query(
    `INSERT INTO withdrawal_networks AS n (network, is_signed) SELECT * FROM unnest($1::text[], $2::boolean[])
     ON CONFLICT (network) DO UPDATE SET is_signed = excluded.is_signed WHERE n.is_signed <> excluded.is_signed`,
    [networks.map(({ network }) => network), networks.map(({ isSigned }) => isSigned)],
  );
}

/** Returns whether the exchange pays on a network by itself; where nothing was noted, people do. */
export async function readSigned(tx: Tx, network: string): Promise<boolean> {
  const { rows } = await tx.query<{ is_signed: boolean }>('SELECT is_signed FROM withdrawal_networks WHERE network = $1', [network]);
  return rows[0]?.is_signed === true;
}
