/**
 * What a holding cost, by average cost: `quantity` in base units of the coin, `cost` what was paid for it and `realised` what selling brought above or below
 * its cost, both in base units of the quote.
 */
export type CostBasis = { quantity: bigint; cost: bigint; realised: bigint };

export const NOTHING_HELD: CostBasis = { quantity: 0n, cost: 0n, realised: 0n };

/** Returns the basis after a purchase: `received` after the fee, `paid` with it. */
export function addPurchase(basis: CostBasis, { received, paid }: { received: bigint; paid: bigint }): CostBasis {
  return { ...basis, quantity: basis.quantity + received, cost: basis.cost + paid };
}

/**
 * Returns the basis after a sale: `sold` before the fee, `proceeds` after it. What is sold beyond what was bought (coins that came as a deposit) has no cost
 * and counts for no profit. Cost that goes with a part is rounded up and proceeds of a part are rounded down: the profit is never shown too high.
 */
export function takeSale(basis: CostBasis, { sold, proceeds }: { sold: bigint; proceeds: bigint }): CostBasis {
  if (sold <= 0n || basis.quantity === 0n) return basis;
  const covered = sold < basis.quantity ? sold : basis.quantity;
  const cost = divideUp(basis.cost * covered, basis.quantity);
  const brought = (proceeds * covered) / sold;
  return { quantity: basis.quantity - covered, cost: basis.cost - cost, realised: basis.realised + brought - cost };
}

function divideUp(a: bigint, b: bigint): bigint {
  return (a + b - 1n) / b;
}
