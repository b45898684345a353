import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { PriceTriggers } from './matching.stops';

describe('price triggers', () => {
  it('are reached by a price at or beyond them, each from its own side, the oldest first', () => {
    const triggers = new PriceTriggers();
    triggers.add({ id: 3, price: 100, isRising: false });
    triggers.add({ id: 1, price: 100, isRising: true });
    triggers.add({ id: 2, price: 90, isRising: false });
    expect(triggers.reached({ floor: 99, ceil: 99 })).toEqual([3]);
    expect(triggers.reached({ floor: 100, ceil: 100 })).toEqual([1, 3]);
    expect(triggers.reached({ floor: 89, ceil: 90 })).toEqual([2, 3]);
    expect(triggers.nearest()).toEqual({ below: 100, above: 100 });
  });

  it('stay until they are removed', () => {
    const triggers = new PriceTriggers();
    const one = { id: 1, price: 100, isRising: true };
    triggers.add(one);
    expect([triggers.reached({ floor: 101, ceil: 101 }), triggers.reached({ floor: 101, ceil: 101 })]).toEqual([[1], [1]]);
    triggers.remove(one);
    triggers.remove(one);
    expect(triggers.reached({ floor: 101, ceil: 101 })).toEqual([]);
    expect(triggers.nearest()).toEqual({ below: null, above: null });
  });

  it('are what a plain look at every one of them finds, in 200 random histories', () => {
    const step = fc.record({
      id: fc.integer({ min: 1, max: 12 }),
      price: fc.integer({ min: 1, max: 9 }),
      isRising: fc.boolean(),
      isAdded: fc.boolean(),
    });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), fc.integer({ min: 1, max: 9 }), (steps, price) => {
        const triggers = new PriceTriggers();
        const plain = new Map<string, (typeof steps)[number]>();
        for (const one of steps) {
          const key = `${one.id} ${one.price} ${one.isRising}`;
          if (one.isAdded) plain.set(key, one);
          else plain.delete(key);
          triggers[one.isAdded ? 'add' : 'remove'](one);
        }
        const reached = [...plain.values()].filter((one) => (one.isRising ? one.price <= price : one.price >= price));
        const ids = [...new Set(reached.map(({ id }) => id))].sort((a, b) => a - b);
        expect(triggers.reached({ floor: price, ceil: price })).toEqual(ids);
      }),
      { numRuns: 200 },
    );
  });
});
