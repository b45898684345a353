import { describe, expect, it } from 'vitest';
import texts from '../../messages/en/error-values.json';
import { ERROR_VALUES, readErrorValues } from './error-values';

describe('values of error texts', () => {
  it('are those that their texts show, for each code that has such a text', () => {
    const shown = Object.entries(texts).map(([code, text]) => [
      code,
      [...new Set([...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name))].sort(),
    ]);
    const named = Object.entries(ERROR_VALUES).map(([code, names]) => [code, [...names].sort()]);
    expect(Object.fromEntries(shown)).toEqual(Object.fromEntries(named));
  });
  it('are written as their reader writes numbers, with every digit', () => {
    expect(readErrorValues('ORDER_QUANTITY_OUT_OF_RANGE', { min: '0.00001', max: '3000' }, 'de')).toEqual({ min: '0,00001', max: '3.000' });
    expect(readErrorValues('INSUFFICIENT_BALANCE', { asset: 'USDT', available: '1234.5', needed: '2000' }, 'en')).toEqual({
      asset: 'USDT',
      available: '1,234.5',
      needed: '2,000',
    });
  });
  it('are null when one is missing or the code has none, so that the plain text is shown', () => {
    expect(readErrorValues('INSUFFICIENT_BALANCE', { asset: 'USDT' }, 'en')).toBeNull();
    expect(readErrorValues('ORDER_QUANTITY_OUT_OF_RANGE', undefined, 'en')).toBeNull();
    expect(readErrorValues('MARKET_BUSY', { min: '1' }, 'en')).toBeNull();
  });
});
