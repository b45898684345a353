import type { Chain } from '../modules/networks/networks';
import type { SweepAddress } from './sweeps.repository';

/** `feePerByte` in satoshi, for Bitcoin. `after`: the address that the last file ended with. */
export type SweepAsked = { network: string; feePerByte: number | null; after: string };
/** A file that nobody has signed, what it does line by line, and where the next one begins; null: nothing is left. */
export type Sweep = { name: string; content: Uint8Array; lines: string[]; next: string | null };

/** What a file is made of. */
export type SweepInput = { network: string; assets: readonly string[]; chain: Chain; to: string; rows: readonly SweepAddress[] };

/** Of what is moved, its fee is a tenth at most: what is worth less stays until fees are lower or more lies there. */
const FEE_SHARE_MAX = { part: 1n, of: 10n };

/** Whether moving an amount is worth its fee, both in the same units. */
export function isWorthFee(amount: bigint, fee: bigint): boolean {
  return amount > 0n && fee * FEE_SHARE_MAX.of <= amount * FEE_SHARE_MAX.part;
}
