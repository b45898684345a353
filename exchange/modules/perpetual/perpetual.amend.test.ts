import { afterEach, beforeEach, expect, it } from 'vitest';
import { createPerpetualWorld, type PerpetualWorld } from '../../../tests/helpers/perpetual-world';

let world: PerpetualWorld;
beforeEach(async () => {
  world = await createPerpetualWorld();
  for (const user of ['1', '2', '3']) await world.fund(user, '10000');
});
afterEach(() => world.verify());

const codeOf = (promise: Promise<unknown>) =>
  promise.then(
    () => 'accepted',
    (error: { code?: string }) => error.code,
  );
const lockedOf = async () =>
  (await world.db.read.query<{ balance: string }>(`SELECT balance FROM ledger_accounts WHERE address = 'user:1:real:USDT:locked'`)).rows[0]
    ?.balance;

it('a smaller order keeps its place and what it holds follows, by one journal', async () => {
  const first = await world.place('1', 'buy 2 at 1900');
  await world.place('3', 'buy 1 at 1900');
  const { order, kept } = await world.amend('1', first.id, { quantity: '1' });
  expect([kept, order.num, order.held, await lockedOf()]).toEqual([true, '1', '190.38', '19038000000']);
  await world.place('2', 'sell 1 at 1900');
  expect((await world.amend('3', (await world.place('3', 'buy 1 at 1800')).id, { price: '1801' })).kept).toBe(false);
  const { rows } = await world.db.read.query(`SELECT reference FROM ledger_journals WHERE reference LIKE 'amend:%'`);
  expect(rows).toHaveLength(2);
});

it('another price queues it up anew, and one that crosses is filled at the better price', async () => {
  await world.place('2', 'sell 1 at 2000');
  const { id } = await world.place('1', 'buy 2 at 1900', { leverage: 10 });
  const { order } = await world.amend('1', id, { price: '2010' });
  expect(order).toMatchObject({ state: 'partially_filled', filled: '1', filled_value: '2000', price: '2010', num: '2' });
  expect(await codeOf(world.amend('1', id, { quantity: '1' }))).toBe('ORDER_AMEND_BELOW_FILLED');
  await world.amend('1', id, { quantity: '3', price: '1990' });
  await world.place('2', 'sell 2 at 1990');
  const { rows } = await world.db.read.query('SELECT status, quantity, filled FROM perpetual_orders WHERE id = $1', [id]);
  expect(rows).toEqual([{ status: 'filled', quantity: '300000000', filled: '300000000' }]);
});

it('against a fill at once the fill comes before or after it', async () => {
  for (let round = 0; round < 6; round += 1) {
    const { id } = await world.place('1', 'buy 0.5 at 1900');
    const fill = () => codeOf(world.place('2', 'sell 0.5 at 1900', { timeInForce: 'IOC' }));
    const change = () => codeOf(world.amend('1', id, { price: '1850' }));
    const codes = round % 2 === 0 ? await Promise.all([fill(), change()]) : (await Promise.all([change(), fill()])).reverse();
    const { rows } = await world.db.read.query('SELECT status, price::float8 AS price FROM perpetual_orders WHERE id = $1', [id]);
    expect([codes[1], rows[0]]).toEqual(
      codes[1] === 'accepted' ? ['accepted', { status: 'open', price: 1850 }] : ['ORDER_CLOSED', { status: 'filled', price: 1900 }],
    );
    if (codes[1] === 'accepted') await world.cancel('1', id);
  }
});

it('a refused amendment leaves order, book and money as they were', async () => {
  await world.place('2', 'sell 1 at 2000');
  const { id } = await world.place('1', 'buy 1 at 1900', { timeInForce: 'POST_ONLY', leverage: 1 });
  const before = await lockedOf();
  expect(await codeOf(world.amend('1', id, { price: '2000' }))).toBe('ORDER_WOULD_TAKE');
  expect(await codeOf(world.amend('1', id, { quantity: '6' }))).toBe('INSUFFICIENT_BALANCE');
  expect(await codeOf(world.amend('1', id, { price: '100' }))).toBe('ORDER_PRICE_OUT_OF_RANGE');
  expect(await codeOf(world.amend('1', id, { price: '1900' }))).toBe('ORDER_UNCHANGED');
  expect(await codeOf(world.amend('2', id, { price: '1800' }))).toBe('ORDER_NOT_FOUND');
  expect(await lockedOf()).toBe(before);
  await world.cancel('1', id);
  expect(await codeOf(world.amend('1', id, { price: '1800' }))).toBe('ORDER_CLOSED');
});

it('an order that only reduces is cut down to its position', async () => {
  await world.place('2', 'sell 1 at 2000');
  await world.place('1', 'buy 1 at 2000');
  const { id } = await world.place('1', 'sell 0.4 at 2100', { isReduceOnly: true });
  const { order } = await world.amend('1', id, { quantity: '5' });
  expect([order.num, order.held, order.reduce]).toEqual(['1', '0', true]);
});

it('an order that only reduces may become as small as dust', async () => {
  await world.place('2', 'sell 1 at 2000');
  await world.place('1', 'buy 1 at 2000');
  const { id } = await world.place('1', 'sell 0.4 at 2100', { isReduceOnly: true });
  expect((await world.amend('1', id, { quantity: '0.001' })).order.num).toBe('0.001');
});
