import type { Mode } from '../../../lib/protocol/wire';
import type { JournalCodes } from '../../composition/module';
import { type HoldPlacement, houseAddress, type Journal, userAddress } from '../ledger/ledger';
import { poolAddress } from '../pools/pools';
import type { Book } from './hosting.books.repository';
import type { Position } from './hosting.positions.repository';

export const HOSTING_ASSET = 'USDT';
/** Purpose of the holds of amounts that wait for a valuation; their reference is the position's number. */
export const HOSTING = 'hosting';
export const HOSTING_JOB = 'hosting valuation';
export const FEES = 'hosting-fees';

/** What is hosted is neither profit nor loss when it goes in or comes back; income is. */
export const HOSTING_CODES = {
  HOSTING_JOIN: { record: 'hosting', isExternal: true },
  HOSTING_INCOME: { record: 'hosting', isExternal: false },
  HOSTING_RETURN: { record: 'hosting', isExternal: true },
  HOSTING_SEED: { record: 'other', isExternal: true },
  HOSTING_WOUND_UP: { record: 'other', isExternal: true },
} as const satisfies JournalCodes;

/** A valuation waits for fresh prices and for cash; an audit names what has waited for longer. */
const HOLD_GRACE_MS = 24 * 3_600_000;

export const keyOf = ({ id }: Pick<Position, 'id'>) => ({ purpose: HOSTING, reference: id });
export const availableOf = ({ userId, mode }: { userId: string; mode: Mode }) =>
  userAddress({ userId, mode, asset: HOSTING_ASSET, part: 'available' });
export const feesOf = (mode: Mode) => houseAddress({ mode, name: FEES, asset: HOSTING_ASSET });
export const poolOf = (mode: Mode) => poolAddress({ pool: 'hosting', mode, asset: HOSTING_ASSET });

export function toHold({ id, userId, mode, principal }: Position, until: number): HoldPlacement {
  return {
    ...keyOf({ id }),
    userId,
    mode,
    asset: HOSTING_ASSET,
    amount: principal,
    ender: { kind: 'job', id: HOSTING_JOB },
    until: until + HOLD_GRACE_MS,
  };
}

export type Settled = { gain: bigint; fee: bigint; returned: bigint };

/** The journals of one position at one valuation: income with its fee, and what comes back when it is over. */
export function toJournals(position: Position, book: Book, { gain, fee, returned }: Settled, at: number): Journal[] {
  const from = availableOf(book);
  const journals: Journal[] = [];
  if (gain > 0n) {
    const postings = [
      { address: from, amount: -gain },
      ...(gain > fee ? [{ address: availableOf(position), amount: gain - fee }] : []),
      ...(fee > 0n ? [{ address: feesOf(book.mode), amount: fee }] : []),
    ];
    journals.push({ code: 'HOSTING_INCOME', reference: `hosting:${position.id}:${position.settledDay}`, at, postings });
  }
  if (returned > 0n) {
    const postings = [
      { address: from, amount: -returned },
      { address: availableOf(position), amount: returned },
    ];
    journals.push({ code: 'HOSTING_RETURN', reference: `hosting:${position.id}`, at, postings });
  }
  return journals;
}

/** The house's own money, into a new book and out of one that is over. */
export function toSeed(book: Pick<Book, 'userId' | 'mode' | 'plan'>, amount: bigint, at: number): Journal {
  const postings = [
    { address: poolOf(book.mode), amount: -amount },
    { address: availableOf(book), amount },
  ];
  return { code: 'HOSTING_SEED', reference: `hosting-seed:${book.plan}:${book.mode}`, at, postings };
}

export function toWindingUp(book: Book, amount: bigint, at: number): Journal {
  const postings = [
    { address: availableOf(book), amount: -amount },
    { address: poolOf(book.mode), amount },
  ];
  return { code: 'HOSTING_WOUND_UP', reference: `hosting-wound-up:${book.plan}:${book.mode}`, at, postings };
}
