import { afterAll, beforeAll, expect, it } from 'vitest';
import { createPerpetualWorld, MORNING } from '../../../tests/helpers/perpetual-world';
import { openPatiently, type SharedPostgres, sharePostgres } from '../../../tests/helpers/postgres';
import { createLogger } from '../../platform/logger';

let server: SharedPostgres;
beforeAll(async () => {
  server = await sharePostgres();
});
afterAll(() => server.stop());

async function createWorld(name: string, options: { costMax?: number } = {}) {
  const log = createLogger('silent');
  const db = openPatiently(await server.createDatabase(name), log);
  return createPerpetualWorld({ db, ...options });
}

it('goes on with an order and a closing over many transactions, rests behind who came in between, and finds both after a restart', async () => {
  const world = await createWorld('going_on', { costMax: 5 });
  for (const user of ['1', '2', '3']) await world.fund(user, '100000');
  await Promise.all(Array.from({ length: 23 }, () => world.place('2', 'sell 0.01 at 2000')));
  expect((await world.place('1', 'buy 0.5 at 2000')).order).toMatchObject({ state: 'partially_filled', filled: '0.05' });
  await world.restart();
  await world.print('2000');
  expect(await world.show('1')).toBe('long 0.23 for 460 on 46');
  await world.place('3', 'buy 0.1 at 2000');
  await world.restart();
  expect(await world.bookOf()).toEqual({ bids: ['0.37 at 2000'], asks: [] });
  await world.place('2', 'sell 0.27 at 2000');
  await world.perpetual.settled();
  expect([await world.show('1'), await world.show('3')]).toEqual(['long 0.5 for 1000 on 100', 'none']);
  await Promise.all(Array.from({ length: 50 }, () => world.place('3', 'buy 0.01 at 1999')));
  await world.place('1', 'sell 0.5', { isReduceOnly: true });
  await world.perpetual.settled();
  expect(await world.show('1')).toBe('none');
  await world.verify();
});

it('opens, closes in part, exchanges funding, takes profit, liquidates and deleverages, to the same unit as on the embedded database', async () => {
  const world = await createWorld('perpetual');
  for (const user of ['1', '2', '3', '4']) await world.fund(user, '100000');
  await world.place('2', 'sell 14 at 2000', { leverage: 2 });
  await world.place('1', 'buy 10 at 2000', { leverage: 50 });
  await world.place('3', 'buy 1 at 2000', { takeProfit: '2010' });
  await world.place('4', 'buy 3 at 2000', { leverage: 5 });
  await world.place('2', 'buy 1 at 2001', { leverage: 2 });
  await world.place('4', 'sell 1', { isReduceOnly: true });
  expect(await world.show('4')).toBe('long 2 for 4000 on 800');
  await world.print('2000', (MORNING + 2 * 3_600_000 - world.clock.at) / 1_000);
  expect(await world.call('x.fundingPayments', {}, '4')).toMatchObject([{ amount: '-0.4', rate: '0.0001' }]);
  await world.place('2', 'buy 1 at 2010', { leverage: 2 });
  await world.print('2010');
  expect(await world.show('3')).toBe('none');
  await world.setFund('0');
  await world.restart();
  await world.print('1900');
  expect(await world.call('x.liquidations', {}, '1')).toMatchObject([{ num: '10', by_others: '10', lost: '400', returned: '0' }]);
  expect([await world.show('1'), await world.show('2'), await world.show('4')]).toEqual([
    'none',
    'short 2 for 4000 on 2000',
    'long 2 for 4000 on 800',
  ]);
  await world.verify();
});
