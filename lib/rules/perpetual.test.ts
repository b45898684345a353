import { describe, expect, it } from 'vitest';
import { toScaled } from './decimal';
import {
  calculateBankruptcyPrice,
  calculateEntryPrice,
  calculateInitialMargin,
  calculateLeverageMove,
  calculateLiquidationPrice,
  calculateMaintenanceMargin,
  calculateMarginRatio,
  calculateNotionalMax,
  calculateRealizedPnl,
  calculateRemovableMargin,
  calculateRoe,
  calculateTradeFee,
  calculateUnrealizedPnl,
  calculateValue,
  findTier,
  isLiquidatable,
  type PerpetualTerms,
  splitPosition,
  type Tier,
} from './perpetual';

/** Units of 0.00000001. */
const u = (text: string): bigint => toScaled(text.replaceAll(',', ''), 8) ?? 0n;
const tier = (notionalMax: string, leverageMax: number, rate: string, amount: string): Tier => ({
  notionalMax: u(notionalMax),
  leverageMax,
  maintenanceRate: u(rate),
  maintenanceAmount: u(amount),
});
const termsOf = (tiers: Tier[], takerFeeRate = '0'): PerpetualTerms => ({
  market: 'BTC-USDT',
  tiers,
  makerFeeRate: u('0.0002'),
  takerFeeRate: u(takerFeeRate),
  liquidationFeeRate: 0n,
});
const flat = (rate: string, fee = '0') => termsOf([tier('1,000,000,000', 125, rate, '0')], fee);

describe('average entry, profit and return', () => {
  // Bybit help centre, "P&L calculations (USDT Contract)".
  it('0.5 at 5,000 and 0.3 at 6,000 have cost 4,300 and an average entry of 5,375', () => {
    const cost = calculateValue({ price: u('5000'), quantity: u('0.5'), rounding: 'up' });
    const more = calculateValue({ price: u('6000'), quantity: u('0.3'), rounding: 'up' });
    expect(cost + more).toBe(u('4300'));
    expect(calculateEntryPrice({ side: 'long', quantity: u('0.8'), cost: cost + more })).toBe(u('5375'));
  });
  it.each([
    { source: 'Bybit, P&L calculations (USDT Contract)', side: 'long', quantity: '0.2', entry: '7000', mark: '7500', pnl: '100' },
    { source: 'Bybit, P&L calculations (USDT Contract)', side: 'short', quantity: '0.4', entry: '6000', mark: '5000', pnl: '400' },
    { source: 'Flipster, Margin Trading Explained', side: 'long', quantity: '0.1', entry: '30000', mark: '36000', pnl: '600' },
    { source: 'Flipster, Margin Trading Explained', side: 'long', quantity: '0.1', entry: '30000', mark: '28000', pnl: '-200' },
    { source: 'Toobit, Liquidation Introduction', side: 'long', quantity: '10', entry: '1500', mark: '1483', pnl: '-170' },
    { source: 'Toobit, Liquidation Introduction', side: 'short', quantity: '20', entry: '1600', mark: '1596', pnl: '80' },
    { source: 'Hotcoin, USDT Profit and Loss', side: 'long', quantity: '0.6', entry: '5000', mark: '6000', pnl: '600' },
  ] as const)('$source: $side of $quantity from $entry to $mark makes $pnl', ({ side, quantity, entry, mark, pnl }) => {
    const cost = calculateValue({ price: u(entry), quantity: u(quantity), rounding: 'up' });
    expect(calculateUnrealizedPnl({ side, quantity: u(quantity), cost, markPrice: u(mark) })).toBe(u(pnl));
    expect(calculateRealizedPnl({ side, cost, value: calculateValue({ price: u(mark), quantity: u(quantity), rounding: 'up' }) })).toBe(
      u(pnl),
    );
  });
  it('Bybit, same page: 100 on a margin of 140.693 is a return of 71.07 %', () => {
    const margin =
      calculateInitialMargin({ value: u('1400'), leverage: 10 }) + calculateTradeFee({ value: u('1260'), feeRate: u('0.00055') });
    expect(margin).toBe(u('140.693'));
    expect(calculateRoe({ pnl: u('100'), margin }) / 10_000n).toBe(7107n);
  });
  it('Bybit, same page: opening 0.4 at 6,000 and closing at 5,000 costs fees of 1.32 and 1.10', () => {
    expect(calculateTradeFee({ value: u('2400'), feeRate: u('0.00055') })).toBe(u('1.32'));
    expect(calculateTradeFee({ value: u('2000'), feeRate: u('0.00055') })).toBe(u('1.1'));
  });
  it('rounds profit down, loss up, the entry against its owner, margin and fee up', () => {
    const odd = { quantity: 3n, cost: 2n, markPrice: u('0.5') };
    expect(calculateUnrealizedPnl({ side: 'long', ...odd })).toBe(-1n);
    expect(calculateUnrealizedPnl({ side: 'short', ...odd })).toBe(0n);
    expect(calculateEntryPrice({ side: 'long', quantity: 3n, cost: 1n })).toBe(33_333_334n);
    expect(calculateEntryPrice({ side: 'short', quantity: 3n, cost: 1n })).toBe(33_333_333n);
    expect(calculateInitialMargin({ value: 10n, leverage: 3 })).toBe(4n);
    expect(calculateTradeFee({ value: 1n, feeRate: u('0.0005') })).toBe(1n);
    expect(calculateRoe({ pnl: 1n, margin: 0n })).toBe(0n);
  });
});

describe('initial and maintenance margin', () => {
  it.each([
    { source: 'Flipster, Margin Trading Explained', value: '3000', leverage: 10, margin: '300' },
    { source: 'Toobit, Liquidation Introduction', value: '15000', leverage: 50, margin: '300' },
    { source: 'Bybit, P&L calculations (USDT Contract)', value: '1400', leverage: 10, margin: '140' },
  ])('$source: $value at $leverage x needs $margin', ({ value, leverage, margin }) => {
    expect(calculateInitialMargin({ value: u(value), leverage })).toBe(u(margin));
  });

  // Binance, "How to Calculate Liquidation Price of USDⓈ-M Futures Contracts": the first levels of BTCUSDT with their maintenance amounts.
  const tiers = [tier('50,000', 125, '0.004', '0'), tier('250,000', 100, '0.005', '50'), tier('1,000,000', 50, '0.01', '1,300')];
  it.each([
    { notional: '50,000', rate: '0.004', margin: '200' },
    { notional: '250,000', rate: '0.005', margin: '1,200' },
    { notional: '264,000', rate: '0.01', margin: '1,340' },
    { notional: '500,000', rate: '0.01', margin: '3,700' },
  ])('$notional USDT lies in the tier of rate $rate and needs $margin', ({ notional, rate, margin }) => {
    expect(findTier(tiers, u(notional)).tier.maintenanceRate).toBe(u(rate));
    expect(calculateMaintenanceMargin({ tiers, notional: u(notional) })).toBe(u(margin));
  });
  it('has no jump at the bound of a tier, and rounds up', () => {
    expect(calculateMaintenanceMargin({ tiers, notional: u('250,000') + 1n })).toBe(u('1,200') + 1n);
    expect(calculateMaintenanceMargin({ tiers, notional: 1n })).toBe(1n);
  });
  it('names the largest position of a leverage', () => {
    expect(calculateNotionalMax(tiers, 125)).toBe(u('50,000'));
    expect(calculateNotionalMax(tiers, 60)).toBe(u('250,000'));
    expect(calculateNotionalMax(tiers, 50)).toBe(u('1,000,000'));
    expect(calculateNotionalMax(tiers, 126)).toBe(0n);
  });
  it('takes the last tier above all of them', () => {
    expect(findTier(tiers, u('2,000,000')).index).toBe(2);
  });
});

describe('liquidation and bankruptcy', () => {
  it('Binance, same page: 3,683.979 ETH long at 1,456.84 with 1,407,887.62856 behind it, 10 %, amount 135,365, is due at 1,153.26', () => {
    const quantity = u('3683.979');
    const position = { side: 'long' as const, quantity, cost: (u('1456.84') * quantity) / u('1'), margin: u('1407887.62856') };
    const price = calculateLiquidationPrice({ terms: termsOf([tier('20,000,000', 10, '0.1', '135,365')]), position });
    expect(((price ?? 0n) + u('0.005')) / u('0.01')).toBe(115_326n);
  });
  it.each([
    // 10,000 at 50x: Bybit, "Bankruptcy Price (USDT Contract)".
    { side: 'long', entry: '10000', leverage: 50, bankruptcy: '9800' },
    { side: 'short', entry: '10000', leverage: 50, bankruptcy: '10200' },
  ] as const)('Bybit, Bankruptcy Price (USDT Contract): $side at $entry with $leverage x is bankrupt at $bankruptcy', (row) => {
    const margin = calculateInitialMargin({ value: u(row.entry), leverage: row.leverage });
    const position = { side: row.side, quantity: u('1'), cost: u(row.entry), margin };
    expect(calculateBankruptcyPrice({ terms: flat('0.005'), position })).toBe(u(row.bankruptcy));
  });
  it('Toobit, Liquidation Introduction: 10 ETH at 1,500 with 50x and 1 % is due at 1,483', () => {
    const position = { side: 'long' as const, quantity: u('10'), cost: u('15000'), margin: u('300') };
    expect(isLiquidatable({ terms: flat('0.01'), position, markPrice: u('1483') })).toBe(true);
    expect(calculateMarginRatio({ terms: flat('0.01'), position, markPrice: u('1483') })! > u('1')).toBe(true);
  });
  it('Flipster, Margin Trading Explained: 0.1 BTC at 30,000 with 10x and 1 % holds at 28,000 and not at 26,000', () => {
    const position = { side: 'long' as const, quantity: u('0.1'), cost: u('3000'), margin: u('300') };
    expect(isLiquidatable({ terms: flat('0.01'), position, markPrice: u('28000') })).toBe(false);
    expect(isLiquidatable({ terms: flat('0.01'), position, markPrice: u('26000') })).toBe(true);
    expect(calculateMarginRatio({ terms: flat('0.01'), position, markPrice: u('26000') })).toBeNull();
  });
  it('counts the fee of closing: the price comes sooner, the bankruptcy price as well', () => {
    const position = { side: 'long' as const, quantity: u('1'), cost: u('100'), margin: u('10') };
    expect(calculateLiquidationPrice({ terms: flat('0.01'), position })).toBe(9_090_909_090n);
    expect(calculateLiquidationPrice({ terms: flat('0.01', '0.0005'), position })).toBe(9_095_502_779n);
    expect(calculateBankruptcyPrice({ terms: flat('0.01', '0.0005'), position })).toBe(9_004_502_252n);
  });
  it('uses the tier that holds at the price found, not the one at the entry', () => {
    // A long of 60,000 opens in the second tier (1 %, amount 300) and is due below 50,000 in the first (0.4 %).
    const terms = termsOf([tier('50,000', 100, '0.004', '0'), tier('500,000', 50, '0.01', '300')]);
    const position = { side: 'long' as const, quantity: u('1'), cost: u('60000'), margin: u('20000') };
    expect(calculateLiquidationPrice({ terms, position })).toBe(4_016_064_257_028n);
  });
  it('has none where the margin covers everything', () => {
    const position = { side: 'long' as const, quantity: u('1'), cost: u('100'), margin: u('100') };
    expect(calculateLiquidationPrice({ terms: flat('0.01'), position })).toBeNull();
    expect(calculateBankruptcyPrice({ terms: flat('0.01'), position })).toBe(0n);
  });
});

// Bybit, "Initial Margin (USDT Contract)": 1 BTC at 10,000 with 50x needs 200. Bybit, "Adjust Margin on position (USDT Contract)", scenario 1:
// another leverage resets the margin to the initial margin that it needs, and what was added before comes out.
describe('another leverage for what is open', () => {
  const position = { side: 'long' as const, quantity: u('1'), cost: u('10000') };
  it.each([
    { name: 'from 50x to 10x needs 800 more', margin: '200', leverage: 10, mark: '10000', move: '800' },
    { name: 'from 10x to 50x gives 800 back', margin: '1000', leverage: 50, mark: '10000', move: '-800' },
    { name: 'with 1,000 added before, to 50x gives that back as well', margin: '2000', leverage: 50, mark: '10000', move: '-1800' },
    { name: 'to 10x with 1,000 added to 200 gives back 200', margin: '1200', leverage: 10, mark: '10000', move: '-200' },
    { name: 'of the same leverage moves nothing', margin: '200', leverage: 50, mark: '10000', move: '0' },
    { name: 'a loss of 100 stays covered', margin: '1000', leverage: 50, mark: '9900', move: '-702' },
    { name: 'a profit does not come out, and the value counts at the mark', margin: '1000', leverage: 50, mark: '11000', move: '-780' },
    { name: 'nothing comes out of what is needed already', margin: '250', leverage: 100, mark: '9700', move: '0' },
  ])('$name', ({ margin, leverage, mark, move }) => {
    expect(calculateLeverageMove({ position: { ...position, margin: u(margin) }, leverage, markPrice: u(mark) })).toBe(
      move.startsWith('-') ? -u(move.slice(1)) : u(move),
    );
  });
  it('rounds the new margin up', () => {
    const odd = { side: 'short' as const, quantity: u('1'), cost: 10n, margin: 1n };
    expect(calculateLeverageMove({ position: odd, leverage: 3, markPrice: 0n })).toBe(3n);
  });
});

describe('parts and free margin', () => {
  it('a part takes its share rounded down, the rest stays with what is open', () => {
    const position = { side: 'long' as const, quantity: 3n, cost: 100n, margin: 10n };
    expect(splitPosition(position, 1n)).toEqual({ cost: 33n, margin: 3n });
    expect(splitPosition(position, 3n)).toEqual({ cost: 100n, margin: 10n });
  });
  it.each([
    { name: 'what was added comes out again', margin: '60', mark: '100', free: '50' },
    { name: 'a profit does not come out, and the margin grows with the price', margin: '60', mark: '200', free: '40' },
    { name: 'a loss stays covered', margin: '60', mark: '90', free: '41' },
    { name: 'nothing below the initial margin', margin: '10', mark: '100', free: '0' },
  ])('$name', ({ margin, mark, free }) => {
    const position = { side: 'long' as const, quantity: u('1'), cost: u('100'), margin: u(margin) };
    expect(calculateRemovableMargin({ position, leverage: 10, markPrice: u(mark) })).toBe(u(free));
  });
});
