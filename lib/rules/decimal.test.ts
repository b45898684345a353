import { describe, expect, it } from 'vitest';
import {
  addDecimals,
  compareDecimals,
  divideUp,
  formatScaled,
  isMultipleOf,
  isSameDecimal,
  multiplyDecimals,
  normaliseDecimal,
  parseDecimal,
  requireDecimal,
  roundToStep,
  subtractDecimals,
  toScaled,
} from './decimal';

describe('decimal strings', () => {
  it.each([
    ['1.5', 8, 150_000_000n],
    ['0.00000001', 8, 1n],
    ['1.500000000000000000', 8, 150_000_000n],
    ['-2', 0, -2n],
    ['0', 8, 0n],
    ['99999999999999999999.12345678', 8, 9999999999999999999912345678n],
  ])('reads %s at scale %i', (text, scale, units) => {
    expect(toScaled(text, scale)).toBe(units);
  });

  it.each(['', '.', '1.', '.5', '+1', '1e3', 'NaN', 'Infinity', '0x10', '1,5', ' 1', '1 ', '١', '1_000', '--1', `${'9'.repeat(31)}`])(
    'refuses %j',
    (text) => {
      expect(parseDecimal(text)).toBeNull();
      expect(normaliseDecimal(text)).toBeNull();
      expect(() => requireDecimal(text)).toThrow(RangeError);
    },
  );

  it('refuses one digit more than the scale holds', () => {
    expect(toScaled('0.000000001', 8)).toBeNull();
    expect(toScaled('1.1', 0)).toBeNull();
  });

  it.each([
    [0n, 8, '0'],
    [1n, 8, '0.00000001'],
    [150_000_000n, 8, '1.5'],
    [-1n, 2, '-0.01'],
    [-0n, 2, '0'],
    [1200n, 0, '1200'],
  ])('writes %s at scale %i as %s', (units, scale, text) => {
    expect(formatScaled(units, scale)).toBe(text);
  });

  it('calculates without losing a digit', () => {
    expect(multiplyDecimals('64123.45', '0.000001')).toBe('0.06412345');
    expect(multiplyDecimals('0', '5')).toBe('0');
    expect(addDecimals('0.1', '0.2')).toBe('0.3');
    expect(subtractDecimals('0.1', '0.30')).toBe('-0.2');
    expect(compareDecimals('1.10', '1.1')).toBe(0);
    expect(compareDecimals('9', '10')).toBe(-1);
    expect(compareDecimals('0.2', '0.19')).toBe(1);
    expect(divideUp(10n, 3n)).toBe(4n);
    expect(divideUp(9n, 3n)).toBe(3n);
    expect(normaliseDecimal('007.10')).toBe('7.1');
  });

  it('knows steps', () => {
    expect(isMultipleOf('0.3', '0.1')).toBe(true);
    expect(isMultipleOf('0.35', '0.1')).toBe(false);
    expect(isMultipleOf('0', '0.01')).toBe(true);
    expect(roundToStep('0.351', '0.01', 'down')).toBe('0.35');
    expect(roundToStep('0.351', '0.01', 'up')).toBe('0.36');
    expect(roundToStep('0.35', '0.01', 'up')).toBe('0.35');
  });
});

it.each([
  ['2', '2.00', true],
  ['12345678901.00000001', '12345678901.00000002', false],
  ['1', null, false],
  [null, null, true],
])('%s and %s are the same: %s', (one, other, isSame) => {
  expect(isSameDecimal(one, other)).toBe(isSame);
});
