import type { BookKind } from '@/lib/protocol/wire';

/** Spot and perpetual each count their orders, amendments and fills from one. */
const OF_A_BOOK = /^(order|fill|amend|stop):/;

/** Says whether a reference needs its book beside it to name one thing. */
export function isOfABook(reference: string): boolean {
  return OF_A_BOOK.test(reference);
}

/** Returns the page of all that was booked under the reference of a journal of this code. */
export function recordAddress({ reference, type }: { reference: string; type: string }): string {
  const of: BookKind = type.startsWith('PERPETUAL_') ? 'perpetual' : 'spot';
  return `/recorddetails?ref=${encodeURIComponent(reference)}${isOfABook(reference) && of === 'perpetual' ? `&of=${of}` : ''}`;
}
