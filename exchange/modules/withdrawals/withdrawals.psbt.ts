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
  const scriptOf = (address: string) => OutScript.encode(Address(NETWORK).decode(address));
  const inputs = coins.map(({ txid: hash, index, address, amount }) => ({
    txid: hash,
    index,
    witnessUtxo: { script: scriptOf(address), amount },
  }));
  const selected = selectUTXO(inputs, [...payments], 'default', {
    changeAddress: change,
    feePerByte,
    bip69: true,
    createTx: true,
    network: NETWORK,
  });
  return selected?.tx?.toPSBT() ?? null;
}
