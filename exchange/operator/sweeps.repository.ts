import type { Tx } from '../platform/db';

/** A deposit address on which something was credited; `path` is below the account of the key `keyId`. */
export type SweepAddress = { address: string; matchKey: string; userId: string; path: string };

/** Returns addresses of a network that something was credited on, in the order of their match keys. */
export async function listSweepable(tx: Tx, input: { network: string; after: string; limit: number }): Promise<SweepAddress[]> {
  const { rows } = await tx.query<{ address: string; match_key: string; user_id: string; key_id: string; address_index: number }>(
    `SELECT a.address, a.match_key, a.user_id, a.key_id, o.address_index
       FROM deposit_addresses a JOIN deposit_owners o ON o.user_id = a.user_id
      WHERE a.network = $1 AND a.match_key > $2
        AND EXISTS (SELECT 1 FROM deposits d WHERE d.user_id = a.user_id AND d.network = a.network AND d.state = 'credited')
      ORDER BY a.match_key LIMIT $3`,
    [input.network, input.after, input.limit],
  );
  return rows.map((row) => ({
    ...{ address: row.address, matchKey: row.match_key, userId: row.user_id },
    path: `key ${row.key_id}, 0/${row.address_index}`,
  }));
}

/** `amount` in units of 10^-18. */
export type SweepCoin = { txid: string; index: number; address: string; amount: bigint };

/** Returns the outputs on addresses of these users that were credited, oldest first. */
export async function listSweepCoins(tx: Tx, input: { network: string; userIds: readonly string[] }): Promise<SweepCoin[]> {
  const { rows } = await tx.query<{ txid: string; log_index: number; address: string; amount: string }>(
    `SELECT txid, log_index, address, amount FROM deposits
      WHERE network = $1 AND user_id = ANY($2::int8[]) AND state = 'credited' AND block IS NOT NULL ORDER BY id`,
    [input.network, input.userIds],
  );
  return rows.map((row) => ({ txid: row.txid, index: row.log_index, address: row.address, amount: BigInt(row.amount) }));
}
