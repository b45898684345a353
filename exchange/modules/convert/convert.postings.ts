import type { Mode } from '../../../lib/protocol/wire';
import type { JournalCodes } from '../../composition/module';
import { houseAddress, type Journal, userAddress } from '../ledger/ledger';
import { poolAddress } from '../pools/pools';
import type { ConvertLine } from './convert.pricing';

export const CONVERT_CODES = {
  CONVERT: { record: 'convert', isExternal: false },
  CONVERT_DESK: { record: 'other', isExternal: false },
} as const satisfies JournalCodes;

/** What operators put into the pool, and take out of it. */
export const FUNDING_CODES = ['HOUSE_FUNDING', 'POOL_DEFUNDING'];

export const FEES_ACCOUNT = 'convert-fees';

type Owner = { userId: string; mode: Mode };

/** The reference of one line's journal, under which its owner finds it. */
export function referenceOf(quoteId: string, line: number): string {
  return `convert:${quoteId}:${line}`;
}

/** What the house gives conversions from and takes them into. */
export function coverAddress(mode: Mode, asset: string): string {
  return poolAddress({ pool: 'convert', mode, asset });
}

function addressesOf({ userId, mode }: Owner, { from, to }: Pick<ConvertLine, 'from' | 'to'>) {
  const user = (asset: string) => userAddress({ userId, mode, asset, part: 'available' });
  return {
    userFrom: user(from),
    userTo: user(to),
    poolFrom: coverAddress(mode, from),
    poolTo: coverAddress(mode, to),
    fees: houseAddress({ mode, name: FEES_ACCOUNT, asset: to }),
  };
}

/** All accounts that these lines move money between. */
export function listAddresses(owner: Owner, lines: readonly ConvertLine[]): string[] {
  return [...new Set(lines.flatMap((line) => Object.values(addressesOf(owner, line))))];
}

export function convertJournal(owner: Owner, line: ConvertLine, { reference, at }: { reference: string; at: number }): Journal {
  const { userFrom, userTo, poolFrom, poolTo, fees } = addressesOf(owner, line);
  return {
    code: 'CONVERT' satisfies keyof typeof CONVERT_CODES,
    reference,
    at,
    postings: [
      { address: userFrom, amount: -line.amount },
      { address: poolFrom, amount: line.amount },
      { address: poolTo, amount: -line.gross },
      { address: userTo, amount: line.gross - line.fee },
      ...(line.fee > 0n ? [{ address: fees, amount: line.fee }] : []),
    ],
  };
}
