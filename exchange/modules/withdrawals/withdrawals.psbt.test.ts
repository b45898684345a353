import { Address, NETWORK, OutScript, Transaction } from '@scure/btc-signer';
import { expect, it } from 'vitest';
import { createPsbt } from './withdrawals.psbt';

const HOT = 'bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu';
const coin = (index: number, amount: bigint) => ({ txid: 'a'.repeat(64), index, address: HOT, amount });
const payments = [
  { address: 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4', amount: 97_000n },
  { address: '1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2', amount: 48_500n },
  { address: 'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0', amount: 97_000n },
];
const toAddress = (script: Uint8Array) => Address(NETWORK).encode(OutScript.decode(script));

it('an unsigned PSBT pays each withdrawal by an output of its own, to the unit, and the rest to ourselves', () => {
  const psbt = createPsbt({ coins: [coin(0, 200_000n), coin(1, 300_000n)], payments, change: HOT, feePerByte: 10n });
  const tx = Transaction.fromPSBT(psbt ?? new Uint8Array());
  expect(tx.isFinal).toBe(false);
  const outputs = Array.from({ length: tx.outputsLength }, (_, index) => tx.getOutput(index)).map(({ script, amount }) => ({
    address: toAddress(script ?? new Uint8Array()),
    amount: amount ?? 0n,
  }));
  for (const payment of payments) expect(outputs).toContainEqual(payment);
  expect(outputs.filter(({ address }) => address === HOT)).toHaveLength(1);
  const spent = Array.from({ length: tx.inputsLength }, (_, index) => tx.getInput(index).witnessUtxo?.amount ?? 0n).reduce(
    (a, b) => a + b,
    0n,
  );
  const fee = spent - outputs.reduce((sum, { amount }) => sum + amount, 0n);
  expect(fee > 0n && fee < 10_000n).toBe(true);
});

it('coins that do not suffice give none', () => {
  expect(createPsbt({ coins: [coin(0, 240_000n)], payments, change: HOT, feePerByte: 10n })).toBeNull();
});
