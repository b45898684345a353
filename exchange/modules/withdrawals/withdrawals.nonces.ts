import { Transaction } from 'ethers';
import type { Tx } from '../../platform/db';

/** What is known of the numbers of a signing key: `next` is null while it has signed nothing. `isInTurn`: what is signed now can come into the chain in its turn. */
export type Numbers = { next: number | null; isInTurn: boolean };

/**
 * Compares our own count with the chain's, `mined`. The chain's next number is ours to give, or that of a payment which is on its way; else somebody else
 * signs with the key, or a number is missing that all later ones would wait for.
 */
export async function readNumbers(
  tx: Tx,
  { network, signer, mined }: { network: string; signer: string; mined: number },
): Promise<Numbers> {
  const { rows } = await tx.query<{ next: string; is_ours: boolean }>(
    `SELECT next_nonce AS next, EXISTS (SELECT 1 FROM withdrawal_payments p
              WHERE p.network = s.network AND p.state = 'live' AND p.signer = s.signer AND p.nonce = $3::int8) AS is_ours
       FROM withdrawal_signers s WHERE network = $1 AND signer = $2`,
    [network, signer, mined],
  );
  const [row] = rows;
  return row === undefined
    ? { next: null, isInTurn: true }
    : { next: Number(row.next), isInTurn: row.is_ours || Number(row.next) === mined };
}

/** Reserves the next number of a signing key: our own, whatever a chain says, and `first` for a key that has signed nothing. It is used if the transaction commits. */
export async function reserveNonce(tx: Tx, input: { network: string; signer: string; first: number }): Promise<number> {
  const { rows } = await tx.query<{ nonce: string }>(
    `INSERT INTO withdrawal_signers AS s (network, signer, next_nonce) VALUES ($1, $2, $3::int8 + 1)
     ON CONFLICT (network, signer) DO UPDATE SET next_nonce = s.next_nonce + 1 RETURNING next_nonce - 1 AS nonce`,
    [input.network, input.signer, input.first],
  );
  return Number(rows[0]?.nonce);
}

/** Gives a signing key another next number, above all that it has signed. Returns what it was; null where there is no such key, or the number was used. */
export async function setNextNonce(
  tx: Tx,
  { network, signer, next }: { network: string; signer: string; next: number },
): Promise<number | null> {
  const key = [network, signer];
  // Locked before the payments are read: the one that is being signed has its number from this row.
  const found = await tx.query<{ next: string }>(
    'SELECT next_nonce AS next FROM withdrawal_signers WHERE network = $1 AND signer = $2 FOR UPDATE',
    key,
  );
  const used = await tx.query<{ max: string | null }>(
    'SELECT max(nonce) AS max FROM withdrawal_payments WHERE network = $1 AND signer = $2',
    key,
  );
  const [row] = found.rows;
  if (row === undefined || next <= Number(used.rows[0]?.max ?? -1)) return null;
  await tx.query('UPDATE withdrawal_signers SET next_nonce = $3 WHERE network = $1 AND signer = $2', [...key, next]);
  return Number(row.next);
}

/** Payments of a network that may be in no block at once: nothing more is signed behind them. */
const UNMINED_MAX = 500;

/**
 * Returns what was signed and isn't known to be in a block: what arrives of each asset in base units of the ledger, and the most that its gas may cost in wei.
 * Null where `max` payments or more wait for a block.
 */
export async function sumUnmined(
  tx: Tx,
  { network, max = UNMINED_MAX }: { network: string; max?: number },
): Promise<{ amounts: ReadonlyMap<string, bigint>; gas: bigint } | null> {
  const { rows } = await tx.query<{ asset: string; arrives: string; bytes: string }>(
    `SELECT w.asset, w.amount - w.fee AS arrives, (array_agg(p.bytes ORDER BY p.id DESC))[1] AS bytes
       FROM withdrawals w JOIN withdrawal_payments p ON p.withdrawal_id = w.id AND p.state = 'live' AND p.kind = 'signed'
      WHERE w.network = $1 AND w.state IN ('signed', 'sent') GROUP BY w.id ORDER BY w.id LIMIT $2`,
    [network, max],
  );
  if (rows.length >= max) return null;
  const amounts = new Map<string, bigint>();
  let gas = 0n;
  for (const row of rows) {
    amounts.set(row.asset, (amounts.get(row.asset) ?? 0n) + BigInt(row.arrives));
    const { gasLimit, maxFeePerGas } = Transaction.from(row.bytes);
    gas += gasLimit * (maxFeePerGas ?? 0n);
  }
  return { amounts, gas };
}
