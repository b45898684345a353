import { describe, expect, it } from 'vitest';
import coinInfo from '../../messages/en/coin-info.json';
import { MARKETS } from '../../exchange/modules/market-data/markets';
import { COIN_FACTS, isKnownCoin } from './coin-facts';

describe('the facts of coins', () => {
  it('are there for every coin that is traded, with a sentence on what it is', () => {
    for (const { base } of MARKETS) {
      expect(isKnownCoin(base), base).toBe(true);
      expect(Object.keys(coinInfo.what), base).toContain(base);
    }
  });

  it('have a sentence for each way of confirming and each kind of supply', () => {
    for (const { security, supply } of Object.values(COIN_FACTS)) {
      expect(Object.keys(coinInfo.how)).toContain(security);
      expect(Object.keys(coinInfo.secured)).toContain(security);
      expect(Object.keys(coinInfo.supply)).toContain(supply.kind);
    }
  });
});
