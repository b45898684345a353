import type { Tx } from '../../platform/db';

export type Cursor = { block: number; hash: string; head: number };
export type DepositState = 'seen' | 'credited' | 'orphaned';
/** `amount` in units of 10^-18, `credited` in base units of the ledger, times in ms; `sender` null for those from before it was kept. */
export type DepositRow = {
  id: string;
  network: string;
  txid: string;
  logIndex: number;
  userId: string;
  asset: string;
  address: string;
  sender: string | null;
  amount: bigint;
  state: DepositState;
  block: number | null;
  credited: bigint | null;
  seenAt: number;
  creditedAt: number | null;
  replacedAt: number | null;
  /** With how many confirmations it can be spent, where that is no matter of course. */
  spendableAfter: number | null;
  /** The case in which two operators credited it by hand; null: the chain showed it. */
  byHand: string | null;
};

const COLUMNS =
  'id, network, txid, log_index, user_id, asset, address, sender, amount, state, block, credited, seen_at, credited_at, replaced_at, spendable_after, by_hand';
type Text = {
  id: string;
  network: string;
  txid: string;
  log_index: number;
  user_id: string;
  asset: string;
  address: string;
  sender: string | null;
  amount: string;
  state: DepositState;
  block: string | null;
  credited: string | null;
  seen_at: string;
  credited_at: string | null;
  replaced_at: string | null;
  spendable_after: number | null;
  by_hand: string | null;
};
const toNumber = (text: string | null) => (text === null ? null : Number(text));
const toRow = (row: Text): DepositRow => ({
  id: row.id,
  network: row.network,
  txid: row.txid,
  logIndex: row.log_index,
  userId: row.user_id,
  asset: row.asset,
  address: row.address,
  sender: row.sender,
  amount: BigInt(row.amount),
  state: row.state,
  block: toNumber(row.block),
  credited: row.credited === null ? null : BigInt(row.credited),
  seenAt: Number(row.seen_at),
  creditedAt: toNumber(row.credited_at),
  replacedAt: toNumber(row.replaced_at),
  spendableAfter: row.spendable_after,
  byHand: row.by_hand,
});

/** Returns how far a network was looked through; null before its first look. */
export async function readCursor(tx: Tx, network: string, { isLocked = false } = {}): Promise<Cursor | null> {
  const { rows } = await tx.query<{ block: string; hash: string; head: string }>(
    `SELECT block, hash, head FROM deposit_cursors WHERE network = $1${isLocked ? ' FOR UPDATE' : ''}`,
    [network],
  );
  const [row] = rows;
  return row === undefined ? null : { block: Number(row.block), hash: row.hash, head: Number(row.head) };
}

/** Begins at a block: nothing could have arrived before, since nobody had an address. */
export async function openCursor(tx: Tx, input: { network: string; block: number; hash: string }): Promise<void> {
  const sql = 'INSERT INTO deposit_cursors (network, block, hash, head) VALUES ($1, $2, $3, $2) ON CONFLICT DO NOTHING';
  await tx.query(sql, [input.network, input.block, input.hash]);
  await keepBlocks(tx, { network: input.network, blocks: [{ number: input.block, hash: input.hash }], keptFrom: 0 });
}

export async function moveCursor(tx: Tx, input: Cursor & { network: string }): Promise<void> {
  const { network, block, hash, head } = input;
  await tx.query('UPDATE deposit_cursors SET block = $2, hash = $3, head = $4 WHERE network = $1', [network, block, hash, head]);
}

/** Remembers the hashes of blocks and forgets those before `keptFrom`. */
export async function keepBlocks(
  tx: Tx,
  input: { network: string; blocks: readonly { number: number; hash: string }[]; keptFrom: number },
): Promise<void> {
  await tx.query('DELETE FROM deposit_blocks WHERE network = $1 AND block < $2', [input.network, input.keptFrom]);
  const kept = input.blocks.filter(({ number }) => number >= input.keptFrom);
  await tx.query(
    `INSERT INTO deposit_blocks (network, block, hash) SELECT $1, b.block, b.hash FROM unnest($2::int8[], $3::text[]) AS b(block, hash)
     ON CONFLICT (network, block) DO UPDATE SET hash = excluded.hash`,
    [input.network, kept.map(({ number }) => number), kept.map(({ hash }) => hash)],
  );
}

/** Returns the hash that a block had when it was looked through; null for one that is no longer remembered. */
export async function readKeptHash(tx: Tx, network: string, block: number): Promise<string | null> {
  const { rows } = await tx.query<{ hash: string }>('SELECT hash FROM deposit_blocks WHERE network = $1 AND block = $2', [network, block]);
  return rows[0]?.hash ?? null;
}

/** Returns the oldest block whose hash is remembered; 0 where none is. */
export async function readFirstKept(tx: Tx, network: string): Promise<number> {
  const { rows } = await tx.query<{ block: string | null }>('SELECT min(block) AS block FROM deposit_blocks WHERE network = $1', [network]);
  return Number(rows[0]?.block ?? 0);
}

export async function forgetBlocksAbove(tx: Tx, network: string, block: number): Promise<void> {
  await tx.query('DELETE FROM deposit_blocks WHERE network = $1 AND block > $2', [network, block]);
}

export type FoundTransfer = {
  txid: string;
  logIndex: number;
  asset: string;
  address: string;
  sender: string;
  matchKey: string;
  amount: bigint;
  block: number;
  blockHash: string;
  spendableAfter: number | null;
};

/**
 * Matches transfers with the deposit addresses and writes those that are ours, in one statement. One that was orphaned is seen again; one that
 * was credited and lost its block is only in a block again. What was credited by hand is left alone. Returns the new ones and those that are back, and how many were ours but are known
 * otherwise: same transaction and log index, another owner, asset or amount.
 */
export async function matchTransfers(
  tx: Tx,
  input: { network: string; transfers: readonly FoundTransfer[]; at: number },
): Promise<{ added: DepositRow[]; back: DepositRow[]; strange: number }> {
  if (input.transfers.length === 0) return { added: [], back: [], strange: 0 };
  const of = <T>(read: (transfer: FoundTransfer) => T) => input.transfers.map(read);
  const { rows } = await tx.query<Text & { ours: number; is_new: boolean }>(
    `WITH found AS (
       SELECT t.*, a.user_id FROM unnest($2::text[], $3::int4[], $4::text[], $5::text[], $6::text[], $7::numeric[], $8::int8[], $9::text[], $11::text[], $12::int4[])
                AS t(txid, log_index, asset, address, match_key, amount, block, block_hash, sender, spendable_after)
         JOIN deposit_addresses a ON a.network = $1 AND a.match_key = t.match_key
        WHERE NOT EXISTS (SELECT 1 FROM deposits h WHERE h.by_hand IS NOT NULL AND "right"(h.txid, 64) = "right"(t.txid, 64) AND h.user_id = a.user_id)),
     written AS (
       INSERT INTO deposits AS d (network, txid, log_index, user_id, asset, address, sender, amount, block, block_hash, seen_at, spendable_after)
       SELECT $1, txid, log_index, user_id, asset, address, left(sender, 120), amount, block, block_hash, $10, spendable_after FROM found ORDER BY block, txid, log_index
       ON CONFLICT (network, txid, log_index) DO UPDATE
          SET block = excluded.block, block_hash = excluded.block_hash, replaced_at = NULL,
              state = CASE d.state WHEN 'orphaned' THEN 'seen' ELSE d.state END
        WHERE (d.user_id, d.asset, d.amount) = (excluded.user_id, excluded.asset, excluded.amount)
       RETURNING ${COLUMNS}, (xmax = 0) AS is_new)
     SELECT (SELECT count(*) FROM found)::int4 AS ours, written.* FROM (SELECT 1) AS one LEFT JOIN written ON true ORDER BY id`,
    [
      input.network,
      of(({ txid }) => txid),
      of(({ logIndex }) => logIndex),
      of(({ asset }) => asset),
      of(({ address }) => address),
      of(({ matchKey }) => matchKey),
      of(({ amount }) => amount),
      of(({ block }) => block),
      of(({ blockHash }) => blockHash),
      input.at,
      of(({ sender }) => sender),
      of(({ spendableAfter }) => spendableAfter),
    ],
  );
  const written = rows.filter(({ id }) => id !== null);
  return {
    added: written.filter((row) => row.is_new).map(toRow),
    back: written.filter((row) => !row.is_new).map(toRow),
    strange: (rows[0]?.ours ?? 0) - written.length,
  };
}

/** Undoes what was only seen above a block, and notes of what was credited there that no block shows it now. Returns what was undone. */
export async function dropAbove(tx: Tx, input: { network: string; block: number; at: number }): Promise<DepositRow[]> {
  const { rows } = await tx.query<Text>(
    `UPDATE deposits SET block = NULL, block_hash = NULL, replaced_at = $3, state = CASE state WHEN 'seen' THEN 'orphaned' ELSE state END
      WHERE network = $1 AND block > $2 RETURNING ${COLUMNS}`,
    [input.network, input.block, input.at],
  );
  return rows.map(toRow);
}

/** Locks the oldest deposits that have their confirmations when blocks up to `head` were looked through. */
export async function takeConfirmed(
  tx: Tx,
  input: { network: string; head: number; confirmations: number; limit: number },
): Promise<DepositRow[]> {
  const { rows } = await tx.query<Text>(
    `SELECT ${COLUMNS} FROM deposits WHERE network = $1 AND state = 'seen' AND block <= $2::int8 - $3::int4 + 1 AND block <= $2::int8 - coalesce(spendable_after, $3::int4) + 1
      ORDER BY block, id LIMIT $4 FOR UPDATE`,
    [input.network, input.head, input.confirmations, input.limit],
  );
  return rows.map(toRow);
}

/** Returns a person's deposits, newest first; with `id` that one alone. */
export async function listDeposits(
  tx: Tx,
  of: { userId: string; id: string | null; limit: number; offset: number },
): Promise<DepositRow[]> {
  const sql = `SELECT ${COLUMNS} FROM deposits WHERE user_id = $1 AND ($4::int8 IS NULL OR id = $4) ORDER BY id DESC LIMIT $2 OFFSET $3`;
  return (await tx.query<Text>(sql, [of.userId, of.limit, of.offset, of.id])).rows.map(toRow);
}

/** Returns a person's deposits of one transaction, on whichever network. */
export async function findDeposits(
  tx: Tx,
  input: { userId: string; txids: readonly string[]; networks: readonly string[] },
): Promise<DepositRow[]> {
  const { rows } = await tx.query<Text>(
    `SELECT ${COLUMNS} FROM deposits WHERE txid = ANY($2::text[]) AND network = ANY($3::text[]) AND user_id = $1 ORDER BY id LIMIT 20`,
    [input.userId, input.txids, input.networks],
  );
  return rows.map(toRow);
}

/** Returns how far each network was looked through. */
export async function listCursors(tx: Tx): Promise<Map<string, Cursor>> {
  const { rows } = await tx.query<{ network: string; block: string; hash: string; head: string }>(
    'SELECT network, block, hash, head FROM deposit_cursors',
  );
  return new Map(rows.map((row) => [row.network, { block: Number(row.block), hash: row.hash, head: Number(row.head) }]));
}
