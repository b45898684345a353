import type { RestingOrder } from '../matching/matching';
import type { Position } from './perpetual.position';
import { openingSide } from './perpetual.position';

type Hidden = { isBid: boolean; price: number; steps: number };

/**
 * What rests in a book to reduce positions and can never be filled, because there is more of it than of the position: of each owner's reductions those
 * nearest to the market count, up to the position. A taker meets no more than that, so neither the book that is shown nor the mark counts the rest: or a
 * small position would stand for 200 times its size.
 */
export class HiddenReductions {
  private readonly byOwner = new Map<number, Hidden[]>();
  private readonly bids = new Map<number, number>();
  private readonly asks = new Map<number, number>();

  /** Takes an owner's reductions over as they are now. `stepUnits`: base units of a step. */
  renew(
    owner: number,
    reductions: readonly RestingOrder[],
    { position, stepUnits }: { position: Position | null; stepUnits: bigint },
  ): void {
    for (const hidden of this.byOwner.get(owner) ?? []) this.add({ ...hidden, steps: -hidden.steps });
    this.byOwner.delete(owner);
    const own: Hidden[] = [];
    for (const isBid of [true, false]) {
      const isMet = position !== null && (openingSide(position.side) === 'buy') !== isBid;
      let left = isMet ? Number(position.quantity / stepUnits) : 0;
      const side = reductions.filter((order) => order.isBid === isBid);
      side.sort((a, b) => (isBid ? b.price - a.price : a.price - b.price) || a.id - b.id);
      for (const { price, rest } of side) {
        const counts = Math.min(rest, left);
        left -= counts;
        if (rest > counts) own.push({ isBid, price, steps: rest - counts });
      }
    }
    for (const hidden of own) this.add(hidden);
    if (own.length > 0) this.byOwner.set(owner, own);
  }

  /** Steps at a price that don't count. */
  at(side: 'bids' | 'asks', price: number): number {
    return this[side].get(price) ?? 0;
  }

  private add({ isBid, price, steps }: Hidden): void {
    const side = isBid ? this.bids : this.asks;
    const sum = (side.get(price) ?? 0) + steps;
    if (sum === 0) side.delete(price);
    else side.set(price, sum);
  }
}
