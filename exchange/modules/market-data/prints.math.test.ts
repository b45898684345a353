import { describe, expect, it } from 'vitest';
import { findPrintFault, formatPrices, GENESIS_HASH, parsePrices } from './prints.math';

describe('canonical prices', () => {
  it('are alphabetical, and read back as they were', () => {
    const text = formatPrices(
      new Map([
        ['XRP-USDT', '0.5'],
        ['ADA-USDT', '0.45'],
      ]),
    );
    expect(text).toBe('ADA-USDT=0.45;XRP-USDT=0.5');
    expect([...parsePrices(text)]).toEqual([
      ['ADA-USDT', '0.45'],
      ['XRP-USDT', '0.5'],
    ]);
  });

  it('find no fault in nothing', () => expect(findPrintFault({ seq: 0, hash: GENESIS_HASH, time: 0 }, [])).toBeNull());
});
