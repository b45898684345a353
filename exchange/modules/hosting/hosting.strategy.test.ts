import { describe, expect, it } from 'vitest';
import { type BookView, decide, type MarketView } from './hosting.strategy';

const ONE = 10n ** 8n;
const MARKET: MarketView = {
  ...{ market: 'ETH-USDT', tickSize: '0.01', stepSize: '0.00001', quantityMax: '3000', minNotional: '5' },
  ...{ index: '2000', mark: '2000', rate: '0.0001', staleMs: 0, coins: 0n, short: null },
};
const rules = {
  ...{ markets: ['ETH-USDT'], enterRate: '0.00005', leaveRate: '0', shareMax: '0.9', cashShare: '0.1', marginLine: '0.1' },
  ...{ driftRate: '0.02', orderMax: '10000', stopRate: '0.1', staleMs: 60_000 },
};
const shortOf = (quantity: bigint) => ({
  ...{ id: '1', market: 'ETH-USDT', side: 'short' as const },
  ...{ quantity, cost: quantity * 2_000n, margin: quantity * 2_000n },
});
const view = (market: Partial<MarketView>, change: Partial<BookView> = {}): BookView => ({
  ...{ state: 'live', value: 100_000n * ONE, cash: 100_000n * ONE, cashNeeded: 0n, isDue: false, rules },
  ...change,
  markets: [{ ...MARKET, ...market }],
});
const sizes = (input: BookView) => decide(input).map(({ leg, quantity }) => `${leg} ${quantity}`);

describe('no order of a book is larger than the largest of its market', () => {
  const held = { coins: 5n * ONE, short: shortOf(5n * ONE), quantityMax: '2' };
  it.each<[string, BookView]>([
    ['entering', view({ quantityMax: '2' })],
    ['leaving', view(held, { state: 'stopping' })],
    ['freeing cash', view(held, { cash: 0n, cashNeeded: 9_000n * ONE })],
  ])('%s', (_name, input) => {
    expect(sizes(input)).toEqual(['spot 2', 'perpetual 2']);
  });
  it('making legs equal', () => {
    expect(sizes(view({ coins: 5n * ONE, short: shortOf(ONE), quantityMax: '2' }))).toEqual(['spot 2']);
  });
});

describe('the price of an order', () => {
  const prices = (input: BookView) => decide(input).map(({ leg, price }) => `${leg} ${price}`);
  it('of an entry stays within half a percent of the index on both legs, wherever the mark is', () => {
    expect(prices(view({ mark: '1990' }))).toEqual(['spot 2010', 'perpetual 1990']);
  });
  it('of what closes a short follows the mark, at which it is due', () => {
    const held = { coins: ONE, short: shortOf(ONE), mark: '2010' };
    expect(prices(view(held, { state: 'stopping' }))).toEqual(['spot 1990', 'perpetual 2020.05']);
  });
});

describe('coins that leave in parts', () => {
  it('are sold while they are worth what keeps a book from paying, whatever an act may ask', () => {
    expect(sizes(view({ coins: ONE / 200n, minNotional: '9' }, { state: 'stopping' }))).toEqual(['spot 0.005']);
  });
  it('leave no part that is too small to be sold', () => {
    let coins = 501n * (ONE / 100n);
    for (let step = 0; coins > 0n && step < 5; step += 1) {
      const [sale] = decide(view({ coins, minNotional: '100' }, { state: 'stopping' }));
      coins -= BigInt(Math.round(Number(sale?.quantity ?? '0') * 1e8));
    }
    expect(coins).toBe(0n);
  });
});
