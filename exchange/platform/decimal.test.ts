import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fromUnits, mulDiv, toUnits } from './decimal';

describe('toUnits', () => {
  const cases: [string, number, bigint][] = [
    ['0', 8, 0n],
    ['1', 8, 100_000_000n],
    ['1.5', 8, 150_000_000n],
    ['0.00000001', 8, 1n],
    ['1.500000000000000000', 8, 150_000_000n],
    ['7', 0, 7n],
    ['-1.5', 8, -150_000_000n],
    ['-0', 8, 0n],
    ['99999999999999999999.99999999', 8, 9_999_999_999_999_999_999_999_999_999n],
  ];
  it.each(cases)('reads %s at scale %i as %i', (text, scale, units) => expect(toUnits(text, scale)).toBe(units));

  const malformed = [
    '',
    ' 1',
    '1 ',
    '+1',
    '1e5',
    '1E5',
    'NaN',
    'Infinity',
    '0x10',
    '01',
    '.5',
    '5.',
    '1.2.3',
    '1,5',
    '--1',
    '١٢',
    '１',
    '1_000',
    '1\n',
    '9'.repeat(21),
    '9'.repeat(100_000),
  ];
  it.each(malformed)('refuses %j', (text) => expect(() => toUnits(text, 8)).toThrow('AMOUNT_INVALID'));
  it('refuses one decimal too many instead of rounding it', () => expect(() => toUnits('0.000000001', 8)).toThrow('AMOUNT_PRECISION'));
});

describe('fromUnits', () => {
  const cases: [bigint, number, string][] = [
    [0n, 8, '0'],
    [1n, 8, '0.00000001'],
    [150_000_000n, 8, '1.5'],
    [-1n, 8, '-0.00000001'],
    [100n, 0, '100'],
    [10n ** 26n, 8, '1000000000000000000'],
  ];
  it.each(cases)('writes %i at scale %i as %s', (units, scale, text) => expect(fromUnits(units, scale)).toBe(text));
  it('comes back from text unchanged', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: -(10n ** 28n) + 1n, max: 10n ** 28n - 1n }), (units) => toUnits(fromUnits(units, 8), 8) === units),
    );
  });
});

describe('mulDiv', () => {
  const cases: [bigint, bigint, bigint, 'up' | 'down', bigint][] = [
    [10n, 1n, 3n, 'down', 3n],
    [10n, 1n, 3n, 'up', 4n],
    [9n, 1n, 3n, 'up', 3n],
    [-10n, 1n, 3n, 'down', -3n],
    [-10n, 1n, 3n, 'up', -4n],
    [10n, -1n, 3n, 'up', -4n],
    [0n, 5n, 3n, 'up', 0n],
  ];
  it.each(cases)('%i × %i ÷ %i rounded %s is %i', (a, b, d, rounding, result) => expect(mulDiv(a, b, d, rounding)).toBe(result));
});
