import { Transaction } from 'ethers';
import type { Tx } from '../../platform/db';

/** Reserves the next number of a signing key; numbers below `atLeast` are in the chain already. It is used if the transaction commits. */
export async function reserveNonce(tx: Tx, input: { network: string; signer: string; atLeast: number }): Promise<number> {
  const { rows } = await tx.query<{ nonce: string }>(
    `INSERT INTO withdrawal_signers AS s (network, signer, next_nonce) VALUES ($1, $2, $3::int8 + 1)
     ON CONFLICT (network, signer) DO UPDATE SET next_nonce = greatest(s.next_nonce, $3::int8) + 1 RETURNING next_nonce - 1 AS nonce`,
    [input.network, input.signer, input.atLeast],
  );
  return Number(rows[0]?.nonce);
}

/** Transactions that are looked at for what they may still cost. */
const UNMINED_MAX = 500;

/** Returns what was signed and isn't known to be in a block: what arrives in base units of the ledger, and the most that its gas may cost in wei. */
export async function sumUnmined(tx: Tx, { network, asset }: { network: string; asset: string }): Promise<{ amount: bigint; gas: bigint }> {
  const { rows } = await tx.query<{ asset: string; arrives: string; bytes: string }>(
    `SELECT w.asset, w.amount - w.fee AS arrives, (array_agg(p.bytes ORDER BY p.id DESC))[1] AS bytes
       FROM withdrawals w JOIN withdrawal_payments p ON p.withdrawal_id = w.id AND p.state = 'live' AND p.kind = 'signed'
      WHERE w.network = $1 AND w.state IN ('signed', 'sent') GROUP BY w.id LIMIT ${UNMINED_MAX}`,
    [network],
  );
  let [amount, gas] = [0n, 0n];
  for (const row of rows) {
    if (row.asset === asset) amount += BigInt(row.arrives);
    const { gasLimit, maxFeePerGas } = Transaction.from(row.bytes);
    gas += gasLimit * (maxFeePerGas ?? 0n);
  }
  return { amount, gas };
}
