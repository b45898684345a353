import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addPurchase, type CostBasis, NOTHING_HELD, takeSale } from './cost-basis';

describe('the cost of a holding', () => {
  it('is what was paid, and its average follows each purchase', () => {
    const once = addPurchase(NOTHING_HELD, { received: 10n, paid: 1_000n });
    expect(addPurchase(once, { received: 10n, paid: 2_000n })).toEqual({ quantity: 20n, cost: 3_000n, realised: 0n });
  });

  it('goes with what is sold, and the rest is profit', () => {
    const held = { quantity: 20n, cost: 3_000n, realised: 0n };
    expect(takeSale(held, { sold: 10n, proceeds: 1_800n })).toEqual({ quantity: 10n, cost: 1_500n, realised: 300n });
  });

  it('is rounded up where it is parted: the profit is never too high', () => {
    expect(takeSale({ quantity: 3n, cost: 100n, realised: 0n }, { sold: 1n, proceeds: 40n })).toEqual({
      quantity: 2n,
      cost: 66n,
      realised: 6n,
    });
  });

  it('knows no profit of coins that were not bought here', () => {
    expect(takeSale(NOTHING_HELD, { sold: 5n, proceeds: 500n })).toEqual(NOTHING_HELD);
    expect(takeSale({ quantity: 10n, cost: 100n, realised: 0n }, { sold: 40n, proceeds: 800n })).toEqual({
      quantity: 0n,
      cost: 0n,
      realised: 100n,
    });
  });

  it('never goes below nothing, and what was paid is the cost that is left plus the cost of what was sold', () => {
    const amount = fc.bigInt({ min: 1n, max: 10n ** 12n });
    const trade = fc.record({ isBuy: fc.boolean(), coins: amount, money: amount });
    fc.assert(
      fc.property(fc.array(trade, { maxLength: 30 }), (trades) => {
        let basis: CostBasis = NOTHING_HELD;
        let [paid, brought] = [0n, 0n];
        for (const { isBuy, coins, money } of trades) {
          const before = basis;
          if (isBuy) {
            basis = addPurchase(basis, { received: coins, paid: money });
            paid += money;
          } else {
            basis = takeSale(basis, { sold: coins, proceeds: money });
            const isCovered = coins <= before.quantity;
            brought += isCovered ? money : (money * before.quantity) / coins;
          }
          expect(basis.quantity >= 0n && basis.cost >= 0n).toBe(true);
          if (basis.quantity === 0n) expect(basis.cost).toBe(0n);
        }
        expect(basis.cost).toBe(paid - (brought - basis.realised));
      }),
    );
  });
});
