import { CHAIN_SCALE } from '../networks/networks';
import { SCALE } from './withdrawals.terms';

const FACTOR = 10n ** BigInt(CHAIN_SCALE - SCALE);

/** Returns base units of the ledger as units of a chain. */
export function toChainUnits(units: bigint): bigint {
  return units * FACTOR;
}
