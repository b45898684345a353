import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { calculateConversion, calculateConvertPrice, CONVERT_PRICE_SCALE, findLargestConvertible } from './convert';
import { formatScaled } from './decimal';

const SCALE = 8;
const side = (index: string) => ({ scale: SCALE, index });

const decimals = fc.bigInt({ min: 1n, max: 10n ** 14n }).map((units) => formatScaled(units, SCALE));
const rates = fc.bigInt({ min: 0n, max: 100_000n }).map((units) => formatScaled(units, 6));
const amounts = fc.bigInt({ min: 1n, max: 10n ** 18n });

describe('convert', () => {
  it('brings the figures of docs/money/convert.md', () => {
    const [from, to] = [side('1'), side('2500')];
    const price = calculateConvertPrice({ from, to, spreadRate: '0.001' });
    expect(formatScaled(price, CONVERT_PRICE_SCALE)).toBe('0.0003996');
    const { gross, fee, received } = calculateConversion({ amount: 250n * 10n ** 8n, price, from, to, feeRate: '0.001' });
    expect([gross, fee, received].map((units) => formatScaled(units, SCALE))).toEqual(['0.0999', '0.0000999', '0.0998001']);
  });

  it('never gives more than the index is worth, and the fee is never below its rate', () => {
    fc.assert(
      fc.property(decimals, decimals, rates, rates, amounts, (a, b, spreadRate, feeRate, amount) => {
        const [from, to] = [side(a), side(b)];
        const price = calculateConvertPrice({ from, to, spreadRate });
        const { gross, fee, received } = calculateConversion({ amount, price, from, to, feeRate });
        expect(gross).toBe(received + fee);
        expect(received >= 0n).toBe(true);
        const units = (index: string) => BigInt(Math.round(Number(index) * 1e8));
        if (Number(a) < 1e5 && Number(b) < 1e5) expect(gross * units(b) <= amount * units(a)).toBe(true);
        expect(fee * 1_000_000n >= gross * BigInt(Math.round(Number(feeRate) * 1e6))).toBe(true);
      }),
    );
  });

  it('there and back again is never a gain', () => {
    fc.assert(
      fc.property(decimals, decimals, rates, rates, amounts, (a, b, spreadRate, feeRate, amount) => {
        const [from, to] = [side(a), side(b)];
        const there = calculateConversion({ amount, price: calculateConvertPrice({ from, to, spreadRate }), from, to, feeRate });
        const back = calculateConvertPrice({ from: to, to: from, spreadRate });
        expect(calculateConversion({ amount: there.received, price: back, from: to, to: from, feeRate }).received <= amount).toBe(true);
      }),
    );
  });

  it('the largest amount fits, and one unit more does not', () => {
    fc.assert(
      fc.property(decimals, decimals, amounts, (a, b, gross) => {
        const [from, to] = [side(a), side(b)];
        const price = calculateConvertPrice({ from, to, spreadRate: '0.001' });
        fc.pre(price > 0n);
        const largest = findLargestConvertible({ gross, price, from, to });
        const grossOf = (amount: bigint) => calculateConversion({ amount, price, from, to, feeRate: '0' }).gross;
        expect(grossOf(largest) <= gross).toBe(true);
        expect(grossOf(largest + 1n) > gross).toBe(true);
      }),
    );
  });

  it('refuses a price without an index', () => {
    expect(() => calculateConvertPrice({ from: side('1'), to: side('0'), spreadRate: '0' })).toThrow(RangeError);
    expect(() => calculateConvertPrice({ from: side('1e3'), to: side('1'), spreadRate: '0' })).toThrow(RangeError);
  });
});
