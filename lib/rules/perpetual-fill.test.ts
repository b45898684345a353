import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  calculateBankruptcyPrice,
  calculateLiquidationPrice,
  calculateTradeFee,
  calculateUnrealizedPnl,
  calculateValue,
  isLiquidatable,
} from './perpetual';
import { applyFill, type LeveragedPosition, type PerpetualFill } from './perpetual-fill';
import { calculateFundingPayment } from './perpetual-funding';
import { FIRST_BTC_TERMS as terms } from '../../tests/helpers/first-perpetual-terms';

const ONE = 10n ** 8n;
/** BTC-USDT: ticks of 0.01, steps of 0.000001, so every value is exact. */
const priceArb = fc.bigInt({ min: 100n, max: 20_000_000n }).map((ticks) => ticks * 1_000_000n);
const quantityArb = fc.bigInt({ min: 1n, max: 50_000_000n }).map((steps) => steps * 100n);
const sideArb = fc.constantFrom('long' as const, 'short' as const);
const fillArb = fc.record({
  side: sideArb,
  quantity: quantityArb,
  price: priceArb,
  leverage: fc.integer({ min: 1, max: 100 }),
  feeRate: fc.constantFrom(terms.makerFeeRate, terms.takerFeeRate),
  markPrice: fc.constant(null),
});
const signed = (position: LeveragedPosition | null) =>
  position === null ? 0n : position.side === 'long' ? position.quantity : -position.quantity;
const costOf = (position: LeveragedPosition | null) => (position === null ? 0n : position.side === 'long' ? position.cost : -position.cost);
const fill = (over: Partial<PerpetualFill>): PerpetualFill => ({
  side: 'long',
  quantity: ONE,
  price: 100n * ONE,
  leverage: 10,
  feeRate: 0n,
  markPrice: null,
  ...over,
});

describe('a fill', () => {
  const long = applyFill(null, fill({ quantity: 2n * ONE })).position;

  it('opens with the margin of its value', () => {
    expect(long).toEqual({ side: 'long', quantity: 2n * ONE, cost: 200n * ONE, margin: 20n * ONE, leverage: 10 });
  });
  it('enlarges at another price and leverage', () => {
    expect(applyFill(long, fill({ price: 130n * ONE, leverage: 13 })).position).toEqual({
      side: 'long',
      quantity: 3n * ONE,
      cost: 330n * ONE,
      margin: 30n * ONE,
      leverage: 13,
    });
  });
  it('reduces in proportion, gives the margin back and realises the profit', () => {
    const effect = applyFill(long, fill({ side: 'short', price: 110n * ONE }));
    expect(effect.closed).toEqual({ quantity: ONE, cost: 100n * ONE, margin: 10n * ONE, realizedPnl: 10n * ONE });
    expect(effect.availableChange).toBe(20n * ONE);
    expect(effect.position).toEqual({ side: 'long', quantity: ONE, cost: 100n * ONE, margin: 10n * ONE, leverage: 10 });
  });
  it('a taker who pays more than the mark puts the difference into the margin', () => {
    const effect = applyFill(null, fill({ price: 102n * ONE, markPrice: 100n * ONE }));
    expect(effect.opened.margin).toBe((102n * ONE) / 10n + 2n * ONE);
    expect(applyFill(null, fill({ side: 'short', price: 98n * ONE, markPrice: 100n * ONE })).opened.margin).toBe(
      (98n * ONE) / 10n + 2n * ONE,
    );
    expect(applyFill(null, fill({ price: 98n * ONE, markPrice: 100n * ONE })).opened.margin).toBe((98n * ONE) / 10n);
  });
  it('the fee of closing stops at what closing gives back', () => {
    const effect = applyFill(long, fill({ side: 'short', quantity: 2n * ONE, price: 90n * ONE, feeRate: 50_000n }));
    expect(effect.fee).toBe(0n);
    expect(effect.availableChange).toBe(0n);
  });
  it('closes all, with a loss', () => {
    const effect = applyFill(long, fill({ side: 'short', quantity: 2n * ONE, price: 95n * ONE }));
    expect(effect.position).toBeNull();
    expect(effect.availableChange).toBe(10n * ONE);
  });
  it('turns the position round: closes all of it, then opens with the rest', () => {
    const effect = applyFill(long, fill({ side: 'short', quantity: 5n * ONE, leverage: 3, feeRate: 50_000n }));
    expect(effect.closed).toEqual({ quantity: 2n * ONE, cost: 200n * ONE, margin: 20n * ONE, realizedPnl: 0n });
    expect(effect.position).toEqual({ side: 'short', quantity: 3n * ONE, cost: 300n * ONE, margin: 100n * ONE, leverage: 3 });
    expect(effect.fee).toBe(25_000_000n);
    expect(effect.availableChange).toBe(20n * ONE - 100n * ONE - 25_000_000n);
  });
});

describe('for any fills', () => {
  it('both sides of the market stay equal, and the clearing account is minus the cost of what is open', () => {
    const trades = fc.array(fc.record({ buyer: fc.nat(3), seller: fc.nat(3), fill: fillArb }), { maxLength: 30 });
    fc.assert(
      fc.property(trades, (rows) => {
        const positions: (LeveragedPosition | null)[] = [null, null, null, null];
        let clearing = 0n;
        for (const { buyer, seller, fill: made } of rows) {
          if (buyer === seller) continue;
          for (const [owner, side] of [[buyer, 'long'] as const, [seller, 'short'] as const]) {
            const before = positions[owner] ?? null;
            const effect = applyFill(before, { ...made, side });
            positions[owner] = effect.position;
            clearing -= effect.closed.realizedPnl;
            // Nothing of the margin is lost on the way.
            expect((before?.margin ?? 0n) - effect.closed.margin + effect.opened.margin).toBe(effect.position?.margin ?? 0n);
          }
        }
        expect(positions.reduce((sum, position) => sum + signed(position), 0n)).toBe(0n);
        expect(positions.reduce((sum, position) => sum + costOf(position), 0n)).toBe(-clearing);
      }),
    );
  });

  it('closing in two parts realises what closing at once does', () => {
    fc.assert(
      fc.property(fillArb, priceArb, quantityArb, (opened, price, part) => {
        const { position } = applyFill(null, opened);
        if (position === null || part >= position.quantity) return;
        const side = opened.side === 'long' ? 'short' : 'long';
        const first = applyFill(position, { ...opened, side, price, quantity: part });
        const second = applyFill(first.position, { ...opened, side, price, quantity: position.quantity - part });
        const whole = applyFill(position, { ...opened, side, price, quantity: position.quantity });
        expect(second.position).toBeNull();
        expect(first.closed.realizedPnl + second.closed.realizedPnl).toBe(whole.closed.realizedPnl);
        expect(first.closed.margin + second.closed.margin).toBe(whole.closed.margin);
      }),
    );
  });

  it('a fill at the bankruptcy price never costs more than the margin', () => {
    fc.assert(
      fc.property(fillArb, (opened) => {
        const { position } = applyFill(null, opened);
        if (position === null) return;
        const exact = calculateBankruptcyPrice({ terms, position });
        const tick = 1_000_000n;
        const price = position.side === 'long' ? ((exact + tick - 1n) / tick) * tick : (exact / tick) * tick;
        const value = calculateValue({ price, quantity: position.quantity, rounding: 'up' });
        const pnl = calculateUnrealizedPnl({ ...position, markPrice: price });
        expect(position.margin + pnl - calculateTradeFee({ value, feeRate: terms.takerFeeRate })).toBeGreaterThanOrEqual(0n);
      }),
    );
  });

  it('a position is due at its liquidation price, and not a little before it', () => {
    fc.assert(
      fc.property(fillArb, fc.bigInt({ min: 0n, max: 10n ** 14n }), (opened, added) => {
        const { position: made } = applyFill(null, opened);
        if (made === null) return;
        const position = { ...made, margin: made.margin + added };
        const price = calculateLiquidationPrice({ terms, position });
        // Units of rounding in USDT as a price, and those of the price itself.
        const slack = (5n * ONE * 2n) / position.quantity + 2n;
        if (price === null) {
          expect(isLiquidatable({ terms, position, markPrice: slack * 4n })).toBe(position.side === 'short');
          return;
        }
        expect(isLiquidatable({ terms, position, markPrice: price })).toBe(true);
        const before = position.side === 'long' ? price + slack : price - slack;
        if (before > 0n) expect(isLiquidatable({ terms, position, markPrice: before })).toBe(false);
      }),
      { numRuns: 500 },
    );
  });

  it('funding never creates money: payers of a market pay at least what receivers get', () => {
    const rows = fc.array(fc.record({ quantity: quantityArb, parts: fc.integer({ min: 1, max: 5 }) }), { minLength: 1, maxLength: 10 });
    fc.assert(
      fc.property(rows, priceArb, fc.bigInt({ min: -750_000n, max: 750_000n }), (positions, markPrice, rate) => {
        // Longs in whole, the same quantities again as shorts in parts.
        const shorts = positions.flatMap(({ quantity, parts }) => {
          const part = quantity / BigInt(parts);
          return [...Array.from({ length: parts - 1 }, () => part), quantity - part * BigInt(parts - 1)];
        });
        const paid = positions.map(({ quantity }) => calculateFundingPayment({ side: 'long', quantity, markPrice, rate }));
        const got = shorts.map((quantity) => calculateFundingPayment({ side: 'short', quantity, markPrice, rate }));
        const rest = [...paid, ...got].reduce((sum, amount) => sum + amount, 0n);
        expect(rest).toBeGreaterThanOrEqual(0n);
        expect(rest).toBeLessThanOrEqual(BigInt(paid.length + got.length));
      }),
    );
  });
});
