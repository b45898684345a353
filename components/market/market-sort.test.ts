import { describe, expect, it } from 'vitest';
import { findSymbol, goesWith, matchesSearch, newestOf, nextSort, sortMarkets, sortOf } from './market-sort';

const markets = [
  { symbol: 'BTC-USDT', price: '67000', changeRate: '0.02', turnover: '900' },
  { symbol: 'ETH-USDT', price: '3500', changeRate: '-0.01', turnover: '1000' },
  { symbol: 'ADA-USDT', price: '0.45', changeRate: '0.02', turnover: '90' },
];
const names = (list: readonly { symbol: string }[]) => list.map((one) => one.symbol.slice(0, 3)).join(' ');

describe('market list', () => {
  it('goes from best first to worst first to the published order', () => {
    const first = nextSort(null, 'price');
    const second = nextSort(first, 'price');
    expect([first, second, nextSort(second, 'price')]).toEqual([
      { key: 'price', descending: true },
      { key: 'price', descending: false },
      null,
    ]);
    expect(nextSort(null, 'name')).toEqual({ key: 'name', descending: false });
  });
  it.each([
    ['name', false, 'ADA BTC ETH'],
    ['price', true, 'BTC ETH ADA'],
    ['change', true, 'BTC ADA ETH'],
    ['volume', true, 'ETH BTC ADA'],
  ] as const)('sorts by %s as numbers, not as text', (key, descending, order) => {
    expect(names(sortMarkets(markets, { key, descending }))).toBe(order);
  });
  it.each([
    ['all', 'BTC ETH ADA'],
    ['gainers', 'BTC ADA'],
    ['losers', 'ETH'],
    ['volume', 'ETH BTC ADA'],
  ] as const)('shows of %s: %s', (shown, order) => {
    const still = { symbol: 'DOT-USDT', price: '7', changeRate: '0', turnover: '1' };
    expect(goesWith('gainers', still) || goesWith('losers', still)).toBe(false);
    expect(
      names(
        sortMarkets(
          markets.filter((market) => goesWith(shown, market)),
          sortOf(shown),
        ),
      ),
    ).toBe(order);
  });
  it('is new for 90 days, the last one first; what was there from the beginning never is', () => {
    const day = 86_400_000;
    const now = Date.UTC(2026, 5, 1);
    const listed = (symbol: string, days: number | null) => ({
      symbol,
      listedAt: days === null ? null : new Date(now - days * day).toISOString(),
    });
    const all = [listed('BTC-USDT', null), listed('DOT-USDT', 89), listed('ADA-USDT', 3), listed('ETH-USDT', 90)];
    expect(names(newestOf(all, now))).toBe('ADA DOT');
  });
  it('keeps the published order without a sort', () => {
    expect(names(sortMarkets(markets, null))).toBe('BTC ETH ADA');
  });
  it.each([
    ['BTC-USDT', 'Bitcoin', 'btc/u', true],
    ['BTC-USDT', 'Bitcoin', '', true],
    ['BTC-USDT', 'Bitcoin', 'eth', false],
    ['BTC-USDT', '比特币', '比特', true],
    ['BTC-USDT', 'Биткоин', 'битк', true],
    ['BTC-USDT', 'ビットコイン', 'ﾋﾞｯﾄ', true],
    ['BTC-USDT', 'ビットコイン', 'bitc', true],
    ['BTC-USDT', null, 'xbt', true],
    ['ETH-USDT', 'Ethereum', 'ＥＴＨ', true],
    ['BNB-USDT', null, 'binance coin', true],
    ['ETH-USDT', 'Ethereum', 'bitcoin', false],
  ])('%s, named %s, answers a search for %s: %s', (symbol, name, search, expected) => {
    expect(matchesSearch({ symbol, name }, search)).toBe(expected);
  });
  it.each(['BTC', 'btc', 'BTC-USDT', 'btc_usdt', 'BTCUSDT'])('reads the market from %s', (coin) => {
    expect(findSymbol(coin, ['ETH-USDT', 'BTC-USDT'])).toBe('BTC-USDT');
  });
  it('security: knows no market by other texts', () => {
    expect(['', 'USDT', '../BTC', '<b>', 'BTC-EUR'].map((coin) => findSymbol(coin, ['BTC-USDT']))).toEqual([null, null, null, null, null]);
  });
});
