import { expect, it } from 'vitest';
import { createPerpetualWorld } from '../../../tests/helpers/perpetual-world';
import { MARKETS } from '../market-data/markets';
import { LEVELS } from './liquidity.math';
import { createLiquidityService } from './liquidity.service';
import { GAP_MS } from './liquidity.takers';

it('writes nothing while it follows the index of a perpetual market, but a line of the tape for what it trades with itself', async () => {
  const world = await createPerpetualWorld();
  const activity = { minute: 0, volume: '0', turnover: '86400000' };
  const markets = {
    listMarkets: () => MARKETS,
    getIndex: () => ({ price: world.index.price, state: 'fresh' }),
    getActivity: () => ({ ...activity }),
  };
  const { platform, perpetual } = world;
  const deps = { platform, door: perpetual.quotingDoor, type: 'perpetual', markets, modes: ['real'], isDrivenByHand: true } as const;
  const liquidity = createLiquidityService(deps);
  const written = async () => {
    const tables = ['perpetual_orders', 'perpetual_positions', 'ledger_journals', 'event_log', 'idempotency_keys', 'perpetual_fills'];
    const counts = tables.map((table) => world.db.read.query<{ rows: string }>(`SELECT count(*) AS rows FROM ${table}`));
    return (await Promise.all(counts)).map(({ rows }) => Number(rows[0]?.rows));
  };
  await liquidity.start();
  await perpetual.look('ETH-USDT', 'real');
  await liquidity.check();
  const before = await written();
  for (const price of ['2004', '1993', '2001']) {
    world.index.price = price;
    await liquidity.check();
    const { bids, asks } = await world.bookOf();
    expect([bids.length, asks.length], 'a book shows 20').toEqual([20, 20]);
    expect(Number(bids[0]?.split(' ')[2])).toBeLessThan(Number(price));
    expect(Number(asks[0]?.split(' ')[2])).toBeGreaterThan(Number(price));
  }
  expect(await written()).toEqual(before);
  world.clock.at += GAP_MS.max;
  activity.volume = '0.4';
  await perpetual.look('ETH-USDT', 'real');
  await liquidity.check();
  expect(await written()).toEqual([...before.slice(0, -1), 1]);
  const [maker] = (
    await world.db.read.query<{ id: string }>(`SELECT id FROM users WHERE username = 'liquidity-provider-perpetual-ETH-USDT'`)
  ).rows;
  await liquidity.check();
  expect(await perpetual.listOpenOrders({ userId: maker?.id ?? '', mode: 'real' }, 'ETH-USDT')).toHaveLength(2 * LEVELS);
  await liquidity.stop();
  await world.verify();
});
