import { expect, test } from 'vitest';
import type { MarketRules } from '@/lib/dto/market';
import { previewExampleTrade } from './trade-cost';

const rules: MarketRules = {
  symbol: 'BTC-USDT',
  base: 'BTC',
  quote: 'USDT',
  tickSize: '0.01',
  stepSize: '0.000001',
  quantityMin: '0.000001',
  quantityMax: '1000',
  minNotional: '5',
  makerFeeRate: '0.0008',
  takerFeeRate: '0.001',
  priceBandRate: '0.1',
};

test('1,000 USDT at 67,412.80 buy 0.014833 BTC less a tenth of a percent', () => {
  expect(previewExampleTrade({ price: '67412.80' }, rules)).toMatchObject({
    orderValue: '999.9340624',
    fee: '0.00001484',
    receive: '0.01481816',
  });
});

test('never spends more than the thousand it names', () => {
  const preview = previewExampleTrade({ price: '67412.80' }, rules);
  expect(Number(preview?.orderValue)).toBeLessThanOrEqual(1000);
  expect(Number(preview?.orderValue)).toBeGreaterThan(999.9);
});

test('says nothing without a price', () => {
  expect(previewExampleTrade({ price: '0' }, rules)).toBeNull();
});
