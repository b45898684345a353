import { fromUnits } from '../../platform/decimal';
import type { Tx } from '../../platform/db';
import { CHAIN_SCALE } from '../networks/networks';
import { sumShown } from './allowances.repository';

/** What a decimal of the protocol can say at most: 20 digits. A wallet that allows without limit says 2^256 - 1. */
const SAYABLE_MAX = 10n ** BigInt(20 + CHAIN_SCALE) - 1n;

/** Returns an amount in units of 10^-18 as a decimal; null for one that is as good as without limit. */
export function showAllowance(amount: bigint): string | null {
  return amount > SAYABLE_MAX ? null : fromUnits(amount, CHAIN_SCALE);
}

/** Returns what a chain showed last that the account's wallet lets addresses of the exchange take of a token; the largest decimal stands for more. */
export async function readOwnAllowances(tx: Tx, userId: string): Promise<(asset: string) => string> {
  const shown = await sumShown(tx, userId);
  return (asset) => {
    const amount = shown.get(asset) ?? 0n;
    return fromUnits(amount > SAYABLE_MAX ? SAYABLE_MAX : amount, CHAIN_SCALE);
  };
}
