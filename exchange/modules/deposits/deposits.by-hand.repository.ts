import type { Tx } from '../../platform/db';
import type { DepositRow, DepositState } from './deposits.repository';

/** Log indices from here on are those of credits by hand, which are of no log. */
const HAND_INDEX = 1_000_000_000;
/** 10^-18 in one base unit of the ledger, whose assets have eight decimals at most. */
const TO_CHAIN = 'power(10::numeric, 18 - a.scale)';

/** Returns a deposit of a transaction (64 hex digits), on whichever network, that is a person's or arrived at an address; null: it was counted for neither. */
export async function findCounted(
  tx: Tx,
  of: { digits: string; userId: string; address: string },
): Promise<Pick<DepositRow, 'id' | 'state' | 'userId'> | null> {
  const { rows } = await tx.query<{ id: string; state: DepositState; user_id: string }>(
    `SELECT d.id, d.state, d.user_id FROM deposits d
      WHERE d.network IN (SELECT network FROM deposit_cursors) AND d.txid IN ($1, '0x' || $1) AND (d.user_id = $2 OR lower(d.address) = lower($3))
      ORDER BY d.id LIMIT 1`,
    [of.digits, of.userId, of.address],
  );
  const [row] = rows;
  return row === undefined ? null : { id: row.id, state: row.state, userId: row.user_id };
}

/** Returns whose deposit address has a match key, on whichever network. */
export async function findAddressOwner(tx: Tx, matchKey: string): Promise<{ userId: string; address: string } | null> {
  const { rows } = await tx.query<{ user_id: string; address: string }>(
    `SELECT user_id, address FROM deposit_addresses
      WHERE network IN (SELECT DISTINCT network FROM deposit_cursors) AND match_key = $1 ORDER BY network LIMIT 1`,
    [matchKey],
  );
  const [row] = rows;
  return row === undefined ? null : { userId: row.user_id, address: row.address };
}

/** Returns what a person was credited of an asset by hand since a time (ms), in base units. Two credits of one person count one after the other. */
export async function sumByHand(tx: Tx, of: { userId: string; asset: string; since: number }): Promise<bigint> {
  await tx.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 613))', [of.userId]);
  const { rows } = await tx.query<{ sum: string }>(
    'SELECT coalesce(sum(credited), 0) AS sum FROM deposits WHERE by_hand IS NOT NULL AND user_id = $1 AND credited_at > $3 AND asset = $2',
    [of.userId, of.asset, of.since],
  );
  return BigInt(rows[0]?.sum ?? '0');
}

type ByHand = Pick<DepositRow, 'network' | 'txid' | 'userId' | 'asset' | 'address' | 'amount'> & { byHand: string; at: number };

/** Writes what is credited by hand; `amount` in base units of the ledger. Returns its number. */
export async function insertByHand(tx: Tx, { network, txid, userId, asset, address, amount, byHand, at }: ByHand): Promise<string> {
  const { rows } = await tx.query<{ id: string }>(
    `INSERT INTO deposits (network, txid, log_index, user_id, asset, address, amount, state, credited, seen_at, credited_at, by_hand)
     SELECT $1, $2, ${HAND_INDEX} + (SELECT count(*) FROM deposits d WHERE d.network = $1 AND d.txid = $2 AND d.log_index >= ${HAND_INDEX}),
            $3, $4, $5, $6::numeric * ${TO_CHAIN}, 'credited', $6, $8, $8, $7
       FROM assets a WHERE a.code = $4 RETURNING id`,
    [network, txid, userId, asset, address, amount, byHand, at],
  );
  const [row] = rows;
  if (row === undefined) throw new Error(`${asset} is no asset of the ledger`);
  return row.id;
}
