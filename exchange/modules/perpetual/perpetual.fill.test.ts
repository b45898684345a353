import fc from 'fast-check';
import { expect, it } from 'vitest';
import { applyFill, type LeveragedPosition } from '../../../lib/rules/perpetual-fill';
import { settleSide } from './perpetual.fill';
import type { Position } from './perpetual.position';

const priceArb = fc.bigInt({ min: 1_000n, max: 20_000_000n }).map((ticks) => ticks * 1_000_000n);
const quantityArb = fc.bigInt({ min: 1n, max: 50_000_000n }).map((steps) => steps * 100n);
const fillArb = fc.record({
  side: fc.constantFrom('long' as const, 'short' as const),
  quantity: quantityArb,
  price: priceArb,
  leverage: fc.integer({ min: 1, max: 100 }),
  feeRate: fc.constantFrom(20_000n, 50_000n),
  markPrice: fc.option(priceArb),
});
const open = (position: Position | LeveragedPosition | null) =>
  position === null
    ? null
    : {
        side: position.side,
        quantity: position.quantity,
        cost: position.cost,
        margin: position.margin,
        leverage: position.leverage,
      };

it('books exactly what the preview of the screens says, for any fills one after the other', () => {
  fc.assert(
    fc.property(fc.array(fillArb, { maxLength: 12 }), (fills) => {
      let booked: Position | null = null;
      let shown: LeveragedPosition | null = null;
      for (const { side, quantity, price, ...rest } of fills) {
        const effect = applyFill(shown, { side, quantity, price, ...rest });
        const terms = { owner: 1, termsVersion: 1, takeProfit: null, stopLoss: null, origin: 'user' as const, held: null, isFund: false };
        const settled = settleSide(
          booked,
          { ...terms, ...rest, side: side === 'long' ? 'buy' : 'sell' },
          { quantity, value: (price * quantity) / 10n ** 8n, at: 0 },
        );
        expect(open(settled.position)).toEqual(open(effect.position));
        expect({ fee: settled.fee, available: settled.available, realized: settled.realized }).toEqual({
          fee: effect.fee,
          available: effect.availableChange,
          realized: effect.closed.realizedPnl,
        });
        booked = settled.position;
        shown = effect.position;
      }
    }),
  );
});
