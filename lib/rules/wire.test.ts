import fc from 'fast-check';
import { expect, it, test } from 'vitest';
import { orderWires, previewWire } from './wire';

test.each([
  { rate: '0.005', amount: '500', fee: '2.5', credited: '497.5' },
  { rate: '0.005', amount: '0.01', fee: '0.00005', credited: '0.00995' },
  { rate: '0', amount: '12.34', fee: '0', credited: '12.34' },
  { rate: '0.000001', amount: '999999999.99', fee: '999.99999999', credited: '999998999.99000001' },
])('of $amount at $rate the fee is $fee', ({ rate, amount, fee, credited }) => {
  expect(previewWire(rate, amount)).toEqual({ arrived: amount, fee, credited });
});

test.each(['', '0', '0.00', '-1', '1.001', '1e3', '01', '1000000000', '١', 'NaN', ' 1'])('error: %j is no amount', (amount) => {
  expect(previewWire('0.005', amount)).toBeNull();
});

it('loses nothing: fee and credit are the whole, to the last unit', () => {
  const toUnits = (text: string) => {
    const [whole = '', rest = ''] = text.split('.');
    return BigInt(whole + rest.padEnd(8, '0'));
  };
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 99_999_999_999 }), fc.integer({ min: 0, max: 999_999 }), (cents, rate) => {
      const amount = `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`;
      const found = previewWire(rate === 0 ? '0' : `0.${String(rate).padStart(6, '0')}`, amount);
      expect(found).not.toBeNull();
      if (found !== null) expect(toUnits(found.fee) + toUnits(found.credited)).toBe(BigInt(cents) * 1_000_000n);
    }),
  );
});

it('what waits for money comes first, then what is being checked, then what is over, each as it came', () => {
  const wires = (['cancelled', 'review', 'credited', 'waiting', 'refused', 'waiting'] as const).map((state, id) => ({ id, state }));
  expect(orderWires(wires).map(({ id }) => id)).toEqual([3, 5, 1, 0, 2, 4]);
});
