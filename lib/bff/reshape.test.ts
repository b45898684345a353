import { describe, expect, it } from 'vitest';
import { balancesSchema, homeSchema } from '../dto/balances';
import { marketSchema } from '../dto/market';
import { orderSchema } from '../dto/spot';
import { marketRow } from '../protocol/markets';
import { reshapeAddresses } from './deposits/reshape';
import { reshapeBalances, reshapeHome } from './account/reshape';
import { reshapeMarket, reshapePrints } from './market/reshape';
import { reshapeOrder } from './spot/reshape';

const row = {
  '0': 'BTC',
  '1': 'USDT',
  '2': '65000',
  '3': '64999',
  '4': '0',
  '5': '1000',
  '6': '',
  '7': '2',
  '8': '-2.12',
  '9': '',
  '10': '',
  '11': '66000',
  '12': '64000',
  k: Array.from({ length: 12 }, (_, i): [number, string] => [i, String(i)]),
  at: 0,
  state: 'fresh' as const,
  halt: null,
  listed: 0,
};

describe('from the legacy shapes to ours', () => {
  it('market: a row with what every backend sends and no more has no other figures, and a name of any case', () => {
    const seen = marketRow.parse({ '0': 'btc_usdt', '1': 'usdt', '2': '65000', '8': '-2.12', '9': 'BTC', '10': '/x.png', k: [] });
    const market = marketSchema.parse(reshapeMarket(seen, { readAt: 1_000 }));
    expect(market).toMatchObject({ symbol: 'BTC-USDT', base: 'BTC', quote: 'USDT', price: '65000', changeRate: '-0.0212' });
    expect(market).toMatchObject({ bid: null, ask: null, high: null, low: null, volume: null, turnover: null, sparkline: [] });
  });

  it('market: percent becomes a fraction, a price of 0 becomes none, the sparkline has 11 points', () => {
    const market = marketSchema.parse(reshapeMarket(row, { readAt: 1_000 }));
    expect(market).toMatchObject({
      symbol: 'BTC-USDT',
      changeRate: '-0.0212',
      bid: '64999',
      ask: null,
      volume: '2',
      turnover: '1000',
      listedAt: null,
      updatedAt: '1970-01-01T00:00:01.000Z',
    });
    expect(market.sparkline).toEqual(Array.from({ length: 11 }, (_, i) => String(i + 1)));
  });
  it('market: the time that the exchange names wins', () =>
    expect(reshapeMarket({ ...row, at: 5_000, state: 'stale', listed: 2_000 }, { readAt: 9 })).toMatchObject({
      listedAt: '1970-01-01T00:00:02.000Z',
      updatedAt: '1970-01-01T00:00:05.000Z',
      state: 'stale',
    }));
  it('deposit addresses: what most people send comes first', () => {
    const row = (coin: string, network: string, id: string) => ({ id, title: coin, url: `to-${coin}`, coin, network });
    const options = reshapeAddresses([
      row('ETH', 'ERC20', '1'),
      row('USDT', 'ERC20', '2'),
      row('BTC', 'BTC', '3'),
      row('USDT', 'TRC20', '4'),
    ]);
    expect(options.map(({ id }) => id)).toEqual(['2', '4', '1', '3']);
  });

  it('prints: one market of each, oldest first; a print without it is left out', () => {
    const print = (seq: number, prices: string) => ({ seq, time: seq * 1000, prices, previous: '', hash: '' });
    const rows = [print(3, 'BTC-USDT=65001.5;ETH-USDT=3000'), print(2, 'ETH-USDT=2999'), print(1, 'BTC-USDT=65000;ETH-USDT=2998')];
    expect(reshapePrints(rows, 'BTC-USDT')).toEqual([
      { at: '1970-01-01T00:00:01.000Z', price: '65000' },
      { at: '1970-01-01T00:00:03.000Z', price: '65001.5' },
    ]);
  });
  it('balances: sums are exact where floats are not', () => {
    const rows = [
      { coin: 'BTC', available: '0.1', held: '0.2', value: '0.1' },
      { coin: 'USDT', available: '100000', held: '0', value: '0.2' },
    ];
    expect(balancesSchema.parse(reshapeBalances(rows, 'demo'))).toMatchObject({
      totalUsdt: '0.3',
      balances: [{ total: '0.3', locked: '0.2' }, { total: '100000' }],
    });
  });
  it('home: rates are fractions, whichever side sends percent', () => {
    const eth = { change: '1.5', new_price: '3000' };
    const summary = {
      user: { usdc: '0', usdt: '1', all: '1', usdc_auth: '0', usdt_auth: '0' },
      eth,
      rate_return: [
        { stnum: '1000', maxstrnum: '5000', rate_min: '0.19', rate_max: '0.21' },
        { tian: 7, stnum: '1000', maxstrnum: '5000', rate_min: '0.1', rate_max: '0.1' },
      ],
    };
    const card = {
      banlance: '1',
      today_profit: '-1',
      today_ratio: '-0.01',
      today_zhiya: '0',
      integral: 60,
      is_cs: '1' as const,
      userid: '7',
      vip: { img: '' },
      eth,
      profit: '0',
    };
    expect(homeSchema.parse(reshapeHome({ summary, card }))).toMatchObject({
      mode: 'demo',
      ethChangeRate: '0.015',
      todayProfitRate: '-0.01',
      todayByProduct: null,
      rateTable: [
        { days: null, rateMin: '0.0019', rateMax: '0.0021' },
        { days: 7, rateMin: '0.001' },
      ],
    });
  });
  it('order: the average price is what was paid by what was filled, none before', () => {
    const wire = {
      id: '1',
      market: 'BTC-USDT',
      type: 'buy',
      kind: 'market',
      tif: 'IOC',
      price: null,
      num: '0.03',
      filled: '0.03',
      filled_value: '1950.01',
      fee: '0',
      fee_coin: 'BTC',
      state: 'filled',
      reason: null,
      time: 0,
      updated: 0,
    } as const;
    expect(orderSchema.parse(reshapeOrder(wire)).averagePrice).toBe('65000.33333333');
    expect(reshapeOrder({ ...wire, filled: '0', filled_value: '0' }).averagePrice).toBeNull();
  });
});
