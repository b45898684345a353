import type { EvmDoor } from '../networks/networks';

/** No transaction pays more than this for its gas, in wei: a spike is waited for. */
export const GAS_FEE_MAX = 500n * 10n ** 9n;
/** In wei, for one unit of gas. */
export type GasFees = { maxFeePerGas: bigint; maxPriorityFeePerGas: bigint };

/** Returns what a transaction of the house pays for its gas now, whatever nodes ask for at most `GAS_FEE_MAX`. @throws ChainUnavailable */
export async function readGasFees(door: Pick<EvmDoor, 'readFees'>): Promise<GasFees> {
  const { baseFeePerGas, priorityFeePerGas } = await door.readFees();
  const wanted = 2n * baseFeePerGas + priorityFeePerGas;
  const maxFeePerGas = wanted > GAS_FEE_MAX ? GAS_FEE_MAX : wanted;
  return { maxFeePerGas, maxPriorityFeePerGas: priorityFeePerGas > maxFeePerGas ? maxFeePerGas : priorityFeePerGas };
}
