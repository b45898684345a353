import { describe, expect, it } from 'vitest';
import type { PerpetualMarketTerms, Position } from '@/lib/dto/perpetual';
import { quantityForShare, quantityForValue, walkLevels } from './order-size';
import { findLeverageProblem } from './find-problem';
import { figurePosition, liquidationWith, previewFills, previewLeverage, toUnits } from './perpetual.math';

const terms: PerpetualMarketTerms = {
  symbol: 'BTC-USDT',
  base: 'BTC',
  quote: 'USDT',
  tickSize: '0.01',
  stepSize: '0.001',
  quantityMin: '0.001',
  quantityMax: '100',
  minNotional: '5',
  makerFeeRate: '0.0002',
  takerFeeRate: '0.0005',
  makerFeeRateMax: '0.0002',
  takerFeeRateMax: '0.0005',
  priceBandRate: '0.1',
  tiers: [
    { notionalMax: '50000', leverageMax: 100, initialRate: '0.01', maintenanceRate: '0.004', maintenanceAmount: '0' },
    { notionalMax: '500000', leverageMax: 50, initialRate: '0.02', maintenanceRate: '0.01', maintenanceAmount: '300' },
  ],
  markClampRate: '0.005',
  liquidationFeeRate: '0.005',
  funding: { hours: 8, interestRate: '0.0001', clampRate: '0.0005', capRate: '0.0075' },
};
const position: Position = {
  id: '1',
  symbol: 'BTC-USDT',
  side: 'long',
  quantity: '0.2',
  cost: '1400',
  margin: '140',
  leverage: 10,
  liquidationPrice: '6325',
  bankruptcyPrice: '6300',
  takeProfit: null,
  stopLoss: null,
  terms: null,
  realizedPnl: '0',
  fee: '0',
  funding: '0',
  openedAt: '2026-03-01T00:00:00.000Z',
  updatedAt: '2026-03-01T00:00:00.000Z',
};

describe('another leverage', () => {
  const mark = { markPrice: '7000' };
  const find = (leverage: number, available: string, open = position) =>
    findLeverageProblem({ position: open, terms, leverage, mark, available, after: previewLeverage(open, leverage, mark) });

  it('shows the margin afterwards and what the balance pays or gets', () => {
    expect(previewLeverage(position, 5, mark)).toEqual({ margin: '280', move: '140' });
    expect(previewLeverage(position, 20, mark)).toEqual({ margin: '70', move: '-70' });
  });

  it('names what the exchange would refuse', () => {
    expect(find(5, '140')).toBeNull();
    expect(find(5, '139.99')).toBe('INSUFFICIENT_BALANCE');
    expect(find(100, '0')).toBeNull();
    expect(find(100, '0', { ...position, quantity: '10', cost: '70000', margin: '7000' })).toBe('LEVERAGE_INVALID');
  });
});

describe('a position at a mark price', () => {
  it('shows profit, return, value and entry', () => {
    expect(figurePosition(position, { markPrice: '7500' }, terms)).toMatchObject({
      entryPrice: '7000',
      value: '1500',
      pnl: '100',
      roe: '0.71428571',
      marginRatio: '0.025',
      removable: '0',
    });
  });
  it('has no margin ratio once the margin is used up', () => {
    expect(figurePosition(position, { markPrice: '6000' }, terms)).toMatchObject({ pnl: '-200', marginRatio: null });
  });
  it('is liquidated later with more margin', () => {
    const before = Number(liquidationWith(position, { margin: toUnits('140') }, terms));
    expect(Number(liquidationWith(position, { margin: toUnits('240') }, terms))).toBeLessThan(before - 499);
    expect(liquidationWith(position, { margin: toUnits('1400') }, terms)).toBeNull();
  });
  it('cuts what is finer than the rules reckon', () => {
    expect(toUnits('1.123456789')).toBe(112_345_678n);
  });
});

describe('a position that was opened under other terms', () => {
  const tight = [{ notionalMax: '500000', leverageMax: 20, initialRate: '0.05', maintenanceRate: '0.02', maintenanceAmount: '0' }];
  const now: PerpetualMarketTerms = { ...terms, tiers: tight };
  const mark = { markPrice: '7000' };
  const own: Position = { ...position, terms: { tiers: terms.tiers, liquidationFeeRate: '0.005' } };
  const order = { terms: now, leverage: 10, liquidity: 'taker' as const, markPrice: '7000', position: own };
  it('keeps its margin ratio and its liquidation price', () => {
    expect(figurePosition(own, mark, now)).toEqual(figurePosition(position, mark, terms));
    const margin = { margin: toUnits('140') };
    expect(liquidationWith(own, margin, now)).toBe(liquidationWith(position, margin, terms));
    expect(Number(liquidationWith(position, margin, now))).toBeGreaterThan(Number(liquidationWith(own, margin, now)));
  });
  it('goes by what is in force with more leverage, and with more of it; with less by its own', () => {
    const find = (leverage: number) =>
      findLeverageProblem({ position: own, terms: now, leverage, mark, available: '1000', after: previewLeverage(own, leverage, mark) });
    expect([find(5), find(20), find(21)]).toEqual([null, null, 'LEVERAGE_INVALID']);
    const raised = { margin: toUnits('70'), leverage: 20 };
    expect(liquidationWith(own, raised, now)).toBe(liquidationWith(position, raised, now));
    const part = { parts: [{ price: '7000', quantity: '0.1' }] };
    const [less, more] = [previewFills({ ...order, ...part, side: 'short' }), previewFills({ ...order, ...part, side: 'long' })];
    expect(Number(less.liquidationAfter)).toBeCloseTo((1400 - 140) / 0.2 / (1 - 0.0045), 4);
    expect(Number(more.liquidationAfter)).toBeCloseTo((2100 - 210) / 0.3 / (1 - 0.0205), 4);
  });
});

describe('a preview', () => {
  const order = { terms, side: 'long' as const, leverage: 10, liquidity: 'taker' as const, markPrice: '7000' };
  it('takes margin and fee from what is available', () => {
    const preview = previewFills({ ...order, position: null, parts: [{ price: '7000', quantity: '0.2' }] });
    expect(preview).toMatchObject({ value: '1400', fee: '0.7', marginIn: '140', availableChange: '-140.7', marginAfter: '140' });
    expect(Number(preview.liquidationAfter)).toBeCloseTo((1400 - 140) / 0.2 / (1 - 0.0045), 4);
  });
  it('counts what a taker pays above the mark', () => {
    const preview = previewFills({ ...order, position: null, parts: [{ price: '7010', quantity: '0.2' }] });
    expect(preview.marginIn).toBe('142.2');
  });
  it('adds up the levels that a market order meets', () => {
    const parts = walkLevels(
      [
        ['100', '1'],
        ['101', '5'],
      ],
      '3',
    );
    expect(parts).toEqual([
      { price: '100', quantity: '1' },
      { price: '101', quantity: '2' },
    ]);
    expect(previewFills({ ...order, position: null, parts, markPrice: '101' }).value).toBe('302');
  });
  it('closing gives the margin back with the profit', () => {
    const preview = previewFills({ ...order, side: 'short', position, parts: [{ price: '7500', quantity: '0.2' }] });
    expect(preview).toMatchObject({
      marginBack: '140',
      realizedPnl: '100',
      availableChange: '239.25',
      liquidationAfter: null,
      marginAfter: '0',
    });
  });
});

describe('the quantity', () => {
  it('of a value is cut to whole steps', () => {
    expect(quantityForValue({ value: '1000', price: '7000', stepSize: '0.001' })).toBe('0.142');
    expect(quantityForValue({ value: '1000', price: null, stepSize: '0.001' })).toBeNull();
  });
  const share = {
    terms,
    position: null,
    side: 'long' as const,
    isReduceOnly: false,
    isMarket: false,
    price: '7000',
    available: '141',
    leverage: 10,
  };
  it.each([
    { name: 'everything at 10x, the fee left aside', input: {}, percent: 100, quantity: '0.2' },
    { name: 'half of it', input: {}, percent: 50, quantity: '0.1' },
    { name: 'a little less at the market', input: { isMarket: true }, percent: 100, quantity: '0.199' },
    { name: 'no more than the tier of the leverage', input: { available: '100000', leverage: 100 }, percent: 100, quantity: '7.142' },
    { name: 'the position first when it is opposite', input: { position, side: 'short' as const }, percent: 100, quantity: '0.4' },
    {
      name: 'of the position when it only reduces',
      input: { position, side: 'short' as const, isReduceOnly: true },
      percent: 25,
      quantity: '0.05',
    },
    { name: 'nothing to reduce on the same side', input: { position, isReduceOnly: true }, percent: 100, quantity: '0' },
  ])('is $name: $quantity', ({ input, percent, quantity }) => {
    expect(quantityForShare({ ...share, ...input, percent })).toBe(quantity);
  });
});
