import { Address, NETWORK, OutScript, selectUTXO } from '@scure/btc-signer';
import { z } from 'zod';

const txid = z.string().regex(/^[0-9a-f]{64}$/);
const satoshi = z
  .string()
  .regex(/^[1-9][0-9]{0,15}$/)
  .transform(BigInt);
/** Coins that may be spent, as the hot wallet lists them; amounts in satoshi. */
export const coinsSchema = z
  .array(z.strictObject({ txid, index: z.number().int().min(0), address: z.string().max(120), amount: satoshi }))
  .min(1)
  .max(500);
type Coin = z.infer<typeof coinsSchema>[number];

type Input = { coins: readonly Coin[]; payments: readonly { address: string; amount: bigint }[]; change: string; feePerByte: bigint };

/**
 * Returns an unsigned PSBT (BIP-174) that pays every payment by an output of its own, with what is left going to `change`. Amounts in satoshi.
 * Null when the coins don't suffice.
 */
export function createPsbt({ coins, payments, change, feePerByte }: Input): Uint8Array | null {
  return select({ coins, payments, change, feePerByte, strategy: 'default' })?.psbt ?? null;
}

/** Returns an unsigned PSBT that spends every coin to one address, less the fee, and that fee. Amounts in satoshi. Null when the fee leaves nothing. */
export function createSweepPsbt({ coins, to, feePerByte }: { coins: readonly Coin[]; to: string; feePerByte: bigint }): Made | null {
  return select({ coins, payments: [], change: to, feePerByte, strategy: 'all' });
}

type Made = { psbt: Uint8Array; fee: bigint };

function select({ coins, payments, change, feePerByte, strategy }: Input & { strategy: 'all' | 'default' }): Made | null {
  const inputs = coins.map(({ txid: hash, index, address, amount }) => ({
    txid: hash,
    index,
    witnessUtxo: { script: OutScript.encode(Address(NETWORK).decode(address)), amount },
  }));
  const selected = selectUTXO(inputs, [...payments], strategy, {
    changeAddress: change,
    feePerByte,
    bip69: true,
    createTx: true,
    network: NETWORK,
  });
  const tx = selected?.tx;
  return tx === undefined ? null : { psbt: tx.toPSBT(), fee: tx.fee };
}
