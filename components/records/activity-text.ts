import type { AccountAct } from '@/lib/dto/lists';
import { compareDecimals } from '@/lib/rules/decimal';

/** The key of the text that says what became of an order: what was traded of it, all of it, or that nothing was yet. */
export type OrderTitle = 'bought' | 'sold' | 'boughtPart' | 'soldPart' | 'orderToBuy' | 'orderToSell';

/** Returns how an order is titled: by what was traded of it once anything was, and beside all of it while more may be. */
export function readOrderTitle({ side, filled, isOpen }: NonNullable<AccountAct['order']>): OrderTitle {
  const isBuy = side === 'buy';
  if (compareDecimals(filled, '0') === 0) return isBuy ? 'orderToBuy' : 'orderToSell';
  if (isOpen) return isBuy ? 'boughtPart' : 'soldPart';
  return isBuy ? 'bought' : 'sold';
}

/** The key of the text that says what money is set aside for, by the word that a reference begins with. */
const OF_HOLDS = {
  withdrawal: 'codes.WITHDRAWAL',
  staking: 'types.staking',
  hosting: 'types.hosting',
  presale: 'codes.PRESALE_PAYMENT',
} as const;

/** Returns the key of what a hold is for, in place of the words that something is held; null of what isn't a hold. */
export function readPurpose({ type, reference }: Pick<AccountAct, 'type' | 'reference'>) {
  const [word = ''] = reference.split(':', 1);
  return type.startsWith('HOLD_') && Object.hasOwn(OF_HOLDS, word) ? OF_HOLDS[word as keyof typeof OF_HOLDS] : null;
}

/** Returns what a row shows beside its title: of an order only what was paid or earned, for its title says what was traded. */
export function readShown({ order, changes }: Pick<AccountAct, 'order' | 'changes'>): AccountAct['changes'] {
  if (order === null || order.kind === 'perpetual') return changes;
  const [base] = order.symbol.split('-');
  return changes.filter(({ asset }) => asset !== base);
}

/** Returns the page of everything that was booked for an order; null of what isn't one. */
export function orderAddress({ order }: Pick<AccountAct, 'order'>): string | null {
  const id = order?.ids[0];
  if (order === null || id === undefined) return null;
  return `/orderdetails?id=${id}${order.kind === 'perpetual' ? '&type=perpetual' : ''}`;
}
