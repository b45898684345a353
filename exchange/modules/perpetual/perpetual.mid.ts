import type { PerpetualBook } from './perpetual.state';

/** The middle of the best bid and ask in price units, null without both. */
export function findMid({ book, terms }: PerpetualBook): bigint | null {
  const [bid, ask] = [book.bestPrice('bids'), book.bestPrice('asks')];
  return bid === null || ask === null ? null : (BigInt(bid + ask) * terms.tickUnits) / 2n;
}
