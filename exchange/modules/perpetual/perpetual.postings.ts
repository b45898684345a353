import type { Mode } from '../../../lib/protocol/wire';
import { calculateInitialMargin, calculateTradeFee } from '../../../lib/rules/perpetual';
import { clearingAddress, houseAddress, type Posting, userAddress } from '../ledger/ledger';
import { holdReference, quoteValueOf } from '../matching/matching';
import { addJournal, type Draft } from './perpetual.draft';
import type { SideOfFill } from './perpetual.fill';
import type { PerpetualBook } from './perpetual.book';

/** The house account that carries what bankrupt positions leave. */
export const INSURANCE_FUND = 'insurance-fund';
/** The asset in which margin, profit, fees and funding are paid. */
export const SETTLE_ASSET = 'USDT';

export function partAddress(owner: number, mode: Mode, part: 'available' | 'locked' | 'margin'): string {
  return userAddress({ userId: String(owner), mode, asset: SETTLE_ASSET, part });
}

export function insuranceAddress(mode: Mode): string {
  return houseAddress({ mode, name: INSURANCE_FUND, asset: SETTLE_ASSET });
}

export function marketClearingAddress(market: string, mode: Mode): string {
  return clearingAddress({ mode, name: `perpetual-${market}`, asset: SETTLE_ASSET });
}

/**
 * Returns what a resting order of `rest` steps at `price` ticks locks: the margin of its value and the maker fee, both rounded up. A fill takes
 * the difference between before and after, so that nothing stays locked at the end.
 */
export function holdOf(
  { terms, rules }: PerpetualBook,
  order: { price: number; rest: number; leverage: number },
): { margin: bigint; fee: bigint } {
  const value = quoteValueOf(terms, order.price, order.rest);
  return {
    margin: calculateInitialMargin({ value, leverage: order.leverage }),
    fee: calculateTradeFee({ value, feeRate: rules.makerFeeRate }),
  };
}

/** Returns the lines of one side of a fill. The fund's own side is paid from and to the insurance fund. */
export function postingsOfSide(owner: number, { terms, mode }: PerpetualBook, side: SideOfFill, isFund: boolean): Posting[] {
  return [
    { address: isFund ? insuranceAddress(mode) : partAddress(owner, mode, 'available'), amount: side.available },
    { address: partAddress(owner, mode, 'locked'), amount: side.locked },
    { address: partAddress(owner, mode, 'margin'), amount: side.margin },
    { address: marketClearingAddress(terms.symbol, mode), amount: side.clearing },
    { address: houseAddress({ mode, name: `fees-perpetual-${terms.symbol}`, asset: SETTLE_ASSET }), amount: side.fee },
  ];
}

/** Moves between two parts of a user's own balance; a negative amount goes back. */
export function addOwnMove(
  draft: Draft,
  move: {
    code: 'PERPETUAL_HOLD' | 'PERPETUAL_RELEASE' | 'PERPETUAL_MARGIN';
    reference: string;
    owner: number;
    mode: Mode;
    to: 'locked' | 'margin';
    amount: bigint;
  },
): void {
  const { code, reference, owner, mode, to, amount } = move;
  addJournal(draft, {
    code,
    reference,
    postings: [
      { address: partAddress(owner, mode, 'available'), amount: -amount },
      { address: partAddress(owner, mode, to), amount },
    ],
  });
  addCredit(draft, partAddress(owner, mode, 'available'), -amount);
}

/** `amends`: of an amended order what it held so far, and the reference of the journal that adjusts it. `amendment`: by which one queued up anew that goes on. */
type Holder = { id: number; owner: number; amends?: { held: bigint; reference: string }; amendment?: number | null };

/** Posts what rests holds; of an amended order what that is more or less than before. */
export function postHold(draft: Draft, mode: Mode, { id, owner, amends, amendment = null }: Holder, held: bigint): void {
  const own = { owner, mode, to: 'locked' } as const;
  if (amends === undefined) {
    if (held > 0n) addOwnMove(draft, { ...own, code: 'PERPETUAL_HOLD', reference: holdReference(id, amendment), amount: held });
    return;
  }
  const amount = held - amends.held;
  if (amount === 0n) return;
  addOwnMove(draft, { ...own, code: amount > 0n ? 'PERPETUAL_HOLD' : 'PERPETUAL_RELEASE', reference: amends.reference, amount });
  // What comes back is there before it is spent.
  if (amount < 0n) draft.journals.unshift(...draft.journals.splice(-1));
}

/** Notes a change of what may be spent from an address, for the later commands of the batch. */
export function addCredit(draft: Draft, address: string, amount: bigint): void {
  draft.credits.set(address, (draft.credits.get(address) ?? 0n) + amount);
}
