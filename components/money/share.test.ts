import { describe, expect, it } from 'vitest';
import { partOf, percentOf } from './share';

describe('percentOf', () => {
  it.each([
    { part: '0', whole: '100', percent: 0 },
    { part: '33.4', whole: '100', percent: 33 },
    { part: '33.5', whole: '100', percent: 34 },
    { part: '99.5', whole: '100', percent: 100 },
    { part: '250', whole: '100', percent: 100 },
    { part: '0.00000001', whole: '0.00000002', percent: 50 },
  ])('$part of $whole is $percent %', ({ part, whole, percent }) => {
    expect(percentOf({ part, whole })).toBe(percent);
  });

  it('is nothing where there is nothing to share', () => {
    expect(percentOf({ part: '1', whole: '0' })).toBeNull();
  });
});

describe('partOf', () => {
  it.each([
    { whole: '100', percent: 25, decimals: 2, part: '25' },
    { whole: '99.99', percent: 33, decimals: 2, part: '32.99' },
    { whole: '0.00000001', percent: 99, decimals: 8, part: '0' },
    { whole: '12345.678', percent: 100, decimals: 2, part: '12345.67' },
  ])('$percent % of $whole, cut down to $decimals decimals, is $part', ({ part, ...input }) => {
    expect(partOf(input)).toBe(part);
  });
});
