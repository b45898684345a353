import type { Tx } from '../../platform/db';

export type DepositAddress = { network: string; keyId: string; userId: string; address: string };

/** Returns the number under which a person's addresses are derived on every network; gives one out at the first question. */
export async function getOwnerIndex(tx: Tx, userId: string): Promise<number> {
  const find = () => tx.query<{ address_index: number }>('SELECT address_index FROM deposit_owners WHERE user_id = $1', [userId]);
  let [row] = (await find()).rows;
  if (row === undefined) {
    await tx.query('INSERT INTO deposit_owners (user_id) VALUES ($1) ON CONFLICT DO NOTHING', [userId]);
    [row] = (await find()).rows;
  }
  if (row === undefined) throw new Error(`user ${userId} has no address index`);
  return row.address_index;
}

export async function findAddress(tx: Tx, input: { userId: string; network: string; keyId: string }): Promise<string | null> {
  const { rows } = await tx.query<{ address: string }>(
    'SELECT address FROM deposit_addresses WHERE user_id = $1 AND network = $2 AND key_id = $3',
    [input.userId, input.network, input.keyId],
  );
  return rows[0]?.address ?? null;
}

export async function insertAddress(tx: Tx, row: DepositAddress & { matchKey: string }): Promise<void> {
  await tx.query(
    `INSERT INTO deposit_addresses (network, key_id, user_id, address, match_key) VALUES ($1, $2, $3, $4, $5)
     ON CONFLICT (user_id, network, key_id) DO NOTHING`,
    [row.network, row.keyId, row.userId, row.address, row.matchKey],
  );
}

/** Returns who owns which of the addresses on a network; `matchKeys` at most some thousands. One statement, by index. */
export async function findOwners(tx: Tx, input: { network: string; matchKeys: readonly string[] }): Promise<Map<string, string>> {
  if (input.matchKeys.length === 0) return new Map();
  const { rows } = await tx.query<{ match_key: string; user_id: string }>(
    'SELECT match_key, user_id FROM deposit_addresses WHERE network = $1 AND match_key = ANY($2::text[])',
    [input.network, input.matchKeys],
  );
  return new Map(rows.map((row) => [row.match_key, row.user_id]));
}

/** Addresses of one person: one for each network and key that ever was. */
const OWN_MAX = 200;

/** Returns a person's deposit addresses on some of the networks. */
export async function listOwnAddresses(
  tx: Tx,
  input: { userId: string; networks: readonly string[] },
): Promise<{ network: string; matchKey: string }[]> {
  const { rows } = await tx.query<{ network: string; match_key: string }>(
    'SELECT network, match_key FROM deposit_addresses WHERE user_id = $1 AND network = ANY($2::text[]) ORDER BY network LIMIT $3',
    [input.userId, input.networks, OWN_MAX],
  );
  return rows.map((row) => ({ network: row.network, matchKey: row.match_key }));
}

/** Returns up to `limit` deposit addresses of a network after one of them, in the order of their match keys. */
export async function listAddresses(
  tx: Tx,
  input: { network: string; after: string; limit: number },
): Promise<{ address: string; matchKey: string }[]> {
  const { rows } = await tx.query<{ address: string; match_key: string }>(
    'SELECT address, match_key FROM deposit_addresses WHERE network = $1 AND match_key > $2 ORDER BY match_key LIMIT $3',
    [input.network, input.after, input.limit],
  );
  return rows.map((row) => ({ address: row.address, matchKey: row.match_key }));
}
