import type { Tx } from '../../platform/db';

export type SandboxChainRow = { network: string; xpub: string; seed: string; head: number };
export type Fork = { fork: number; firstBlock: number };
export type SandboxTransactionRow = {
  network: string;
  hash: string;
  block: number | null;
  from: string;
  to: string;
  asset: string;
  amount: bigint;
  sentAt: number;
};

const COLUMNS = 'network, hash, block, from_address, to_address, asset, amount, sent_at';
type Text = {
  network: string;
  hash: string;
  block: string | null;
  from_address: string;
  to_address: string;
  asset: string;
  amount: string;
  sent_at: string;
};
const toRow = (row: Text): SandboxTransactionRow => ({
  network: row.network,
  hash: row.hash,
  block: row.block === null ? null : Number(row.block),
  from: row.from_address,
  to: row.to_address,
  asset: row.asset,
  amount: BigInt(row.amount),
  sentAt: Number(row.sent_at),
});

/** Begins a chain unless there is one, and returns it as it is kept: several processes may begin it at once. */
export async function openSandboxChain(tx: Tx, draft: { network: string; xpub: string; seed: string }): Promise<SandboxChainRow> {
  await tx.query('INSERT INTO sandbox_chains (network, xpub, seed) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING', [
    draft.network,
    draft.xpub,
    draft.seed,
  ]);
  const { rows } = await tx.query<{ network: string; xpub: string; seed: string; head: string }>(
    'SELECT network, xpub, seed, head FROM sandbox_chains WHERE network = $1',
    [draft.network],
  );
  const [row] = rows;
  if (row === undefined) throw new Error(`the sandbox chain of ${draft.network} is missing`);
  return { ...row, head: Number(row.head) };
}

/** Head and forks as of one moment. */
export async function readSandboxHead(tx: Tx, network: string): Promise<{ head: number; forks: Fork[] }> {
  const { rows } = await tx.query<{ head: string; forks: [number, number][] | null }>(
    `SELECT head, (SELECT json_agg(json_build_array(f.fork, f.first_block) ORDER BY f.fork) FROM sandbox_forks f WHERE f.network = c.network) AS forks
       FROM sandbox_chains c WHERE network = $1`,
    [network],
  );
  return { head: Number(rows[0]?.head), forks: (rows[0]?.forks ?? []).map(([fork, firstBlock]) => ({ fork, firstBlock })) };
}

/** Adds a block to each chain and puts what waits into it. What another transaction is writing waits for the next one. */
export async function addSandboxBlocks(tx: Tx, networks: readonly string[]): Promise<void> {
  await tx.query('UPDATE sandbox_chains SET head = head + 1 WHERE network = ANY($1::text[])', [networks]);
  await tx.query(
    `UPDATE sandbox_transactions t SET block = c.head FROM sandbox_chains c
      WHERE c.network = t.network AND t.block IS NULL AND t.network = ANY($1::text[])`,
    [networks],
  );
}

/** Keeps the chain as it is until the transaction ends, against what is sent and against the next block. */
export async function lockSandboxChain(tx: Tx, network: string): Promise<number> {
  const { rows } = await tx.query<{ head: string }>('SELECT head FROM sandbox_chains WHERE network = $1 FOR UPDATE', [network]);
  return Number(rows[0]?.head);
}

/** Puts another branch in the place of the last `depth` blocks. What was in them waits again, or is gone. */
export async function forkSandboxChain(tx: Tx, input: { network: string; firstBlock: number; isKept: boolean }): Promise<void> {
  const { network, firstBlock, isKept } = input;
  await tx.query(
    `INSERT INTO sandbox_forks (network, fork, first_block)
     SELECT $1, coalesce(max(fork), 0) + 1, $2 FROM sandbox_forks WHERE network = $1`,
    [network, firstBlock],
  );
  await tx.query(
    isKept
      ? 'UPDATE sandbox_transactions SET block = NULL WHERE network = $1 AND block >= $2'
      : 'DELETE FROM sandbox_transactions WHERE network = $1 AND block >= $2',
    [network, firstBlock],
  );
}

export async function listSandboxTransactions(
  tx: Tx,
  input: { network: string; from: number; to: number },
): Promise<SandboxTransactionRow[]> {
  const { rows } = await tx.query<Text>(
    `SELECT ${COLUMNS} FROM sandbox_transactions WHERE network = $1 AND block BETWEEN $2 AND $3 ORDER BY block, id`,
    [input.network, input.from, input.to],
  );
  return rows.map(toRow);
}

export async function findSandboxTransaction(
  tx: Tx,
  input: { network: string; hash: string } | { network: string; requestKey: string },
): Promise<SandboxTransactionRow | null> {
  const isHash = 'hash' in input;
  const { rows } = await tx.query<Text>(
    `SELECT ${COLUMNS} FROM sandbox_transactions WHERE network = $1 AND ${isHash ? 'hash' : 'request_key'} = $2`,
    [input.network, isHash ? input.hash : input.requestKey],
  );
  return rows[0] === undefined ? null : toRow(rows[0]);
}

/** Newest first; what an address sent and received. */
export async function listSandboxTransactionsOf(
  tx: Tx,
  input: { network: string; address: string; limit: number },
): Promise<SandboxTransactionRow[]> {
  const { rows } = await tx.query<Text>(
    `SELECT ${COLUMNS} FROM sandbox_transactions WHERE network = $1 AND (to_address = $2 OR from_address = $2) ORDER BY id DESC LIMIT $3`,
    [input.network, input.address, input.limit],
  );
  return rows.map(toRow);
}

export async function insertSandboxTransaction(tx: Tx, row: Omit<SandboxTransactionRow, 'block'> & { requestKey: string }): Promise<void> {
  await tx.query(
    `INSERT INTO sandbox_transactions (network, request_key, hash, from_address, to_address, asset, amount, sent_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [row.network, row.requestKey, row.hash, row.from, row.to, row.asset, row.amount, row.sentAt],
  );
}

/**
 * Returns what came in less what went out, of several addresses together. `onlyConfirmed`: what waits for a block doesn't count as come in.
 */
export async function sumSandboxBalance(
  tx: Tx,
  input: { network: string; addresses: readonly string[]; asset: string; onlyConfirmed: boolean },
): Promise<bigint> {
  const { rows } = await tx.query<{ sum: string }>(
    `SELECT coalesce((SELECT sum(amount) FROM sandbox_transactions
                       WHERE network = $1 AND to_address = ANY($2::text[]) AND asset = $3 AND (block IS NOT NULL OR NOT $4::boolean)), 0)
          - coalesce((SELECT sum(amount) FROM sandbox_transactions
                       WHERE network = $1 AND from_address = ANY($2::text[]) AND asset = $3), 0) AS sum`,
    [input.network, input.addresses, input.asset, input.onlyConfirmed],
  );
  return BigInt(rows[0]?.sum ?? '0');
}
