import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { AnswerOf } from '../../../lib/protocol/define-call';
import type { orderDetail } from '../../../lib/protocol/spot';
import { createWorld, type World } from '../../../tests/helpers/spot-world';
import { createId } from '../../platform/ids';

let world: World;
beforeEach(async () => {
  world = await createWorld();
  await world.fund('1', { USDT: '10000' });
  await world.fund('2', { ETH: '10', USDT: '10000' });
});
afterEach(() => world.verify());

const codeOf = (promise: Promise<unknown>) =>
  promise.then(
    () => 'accepted',
    (error: { code?: string }) => error.code,
  );
const amend = (id: string, change: { price?: string; quantity?: string }, userId = '1', requestId = createId()) =>
  world.spot.amendOrder(
    { userId, mode: 'real' },
    { orderId: id, price: change.price ?? null, quantity: change.quantity ?? null, requestId },
  );
const show = (id: string, userId = '1') => world.call('/x/order', { id }, userId) as Promise<AnswerOf<typeof orderDetail>>;
const journalsOf = async (reference: string) =>
  (await world.db.read.query('SELECT 1 FROM ledger_journals WHERE reference LIKE $1', [reference])).rows.length;

describe('amending a resting order', () => {
  it('makes it smaller where it stands: it keeps its place and gets back what it no longer needs, by one journal', async () => {
    await world.fund('3', { USDT: '10000' });
    const first = await world.place('1', 'buy 2 at 1900');
    await world.place('3', 'buy 1 at 1900');
    const { order, kept } = await amend(first.id, { quantity: '1' });
    expect([kept, order.num, order.price, order.state]).toEqual([true, '1', '1900', 'open']);
    expect([await world.balances('1'), await journalsOf('amend:%')]).toEqual([{ USDT: '8100 + 1900' }, 1]);
    await world.place('2', 'sell 1 at 1900');
    expect((await show(first.id)).order.state).toBe('filled');
  });

  it.each([
    ['a new price', { price: '1905' }, '8095 + 1905'],
    ['a larger total', { quantity: '1.5' }, '7150 + 2850'],
    ['both', { price: '1800', quantity: '2' }, '6400 + 3600'],
  ])('with %s queues it up anew and adjusts what it holds', async (_name, change, balance) => {
    await world.fund('3', { USDT: '10000' });
    const { id } = await world.place('1', 'buy 1 at 1900');
    const other = await world.place('3', `buy 1 at ${'price' in change ? change.price : '1900'}`);
    expect((await amend(id, change)).kept).toBe(false);
    expect(await world.balances('1')).toEqual({ USDT: balance });
    await world.restart();
    await world.place('2', `sell 1 at 1800`);
    expect([(await show(other.id, '3')).order.state, (await show(id)).order.state]).toEqual(['filled', 'open']);
  });

  it('to a price that crosses is filled at the better prices, and the rest is held at the new one', async () => {
    await world.place('2', 'sell 0.5 at 2000');
    const { id } = await world.place('1', 'buy 1 at 1900');
    const { order } = await amend(id, { price: '2010' });
    expect(order).toMatchObject({ state: 'partially_filled', filled: '0.5', filled_value: '1000', price: '2010', fee: '0.0005' });
    expect(await world.balances('1')).toEqual({ USDT: '7995 + 1005', ETH: '0.4995 + 0' });
  });

  it('of a partly filled one counts the total: what was filled stays, and the fee of each stretch is its own', async () => {
    const { id } = await world.place('2', 'sell 2 at 2000');
    await world.place('1', 'buy 0.5 at 2000');
    expect(await codeOf(amend(id, { quantity: '0.5' }, '2'))).toBe('ORDER_AMEND_BELOW_FILLED');
    const { order } = await amend(id, { quantity: '1', price: '2001' }, '2');
    expect(order).toMatchObject({ num: '1', filled: '0.5', state: 'partially_filled' });
    expect(await world.balances('2')).toMatchObject({ ETH: '9 + 0.5' });
    await world.place('1', 'buy 0.5 at 2001');
    expect((await show(id, '2')).order).toMatchObject({ state: 'filled', filled_value: '2000.5', fee: '1.6004' });
  });

  it('is answered once by its number, and refused with other details', async () => {
    const { id } = await world.place('1', 'buy 1 at 1900');
    const [one, two] = await Promise.all([amend(id, { price: '1800' }, '1', 'number-1'), amend(id, { price: '1800' }, '1', 'number-1')]);
    expect(two).toEqual(one);
    expect(await amend(id, { price: '1800' }, '1', 'number-1')).toEqual(one);
    expect(await codeOf(amend(id, { price: '1850' }, '1', 'number-1'))).toBe('DUPLICATE_REQUEST');
    expect((await show(id)).amendments).toHaveLength(1);
  });

  it('twice and cancelling at once: each in its turn, and nothing stays held', async () => {
    const { id } = await world.place('1', 'buy 1 at 1900');
    const results = await Promise.all([
      codeOf(amend(id, { price: '1800' })),
      codeOf(amend(id, { quantity: '2' })),
      codeOf(world.cancel('1', id)),
    ]);
    expect(results).toContain('accepted');
    if ((await show(id)).order.state !== 'cancelled') await world.cancel('1', id);
    expect(await world.balances('1')).toEqual({ USDT: '10000 + 0' });
  });

  it('against a fill at once: the fill comes before or after it, never both ways', async () => {
    for (let round = 0; round < 8; round += 1) {
      const { id } = await world.place('1', 'buy 0.5 at 1900');
      const fill = () => world.place('2', 'sell 0.5 at 1900', { timeInForce: 'IOC' });
      const change = () => codeOf(amend(id, { price: '1850' }));
      const [, code] = await Promise.all(round % 2 === 0 ? [fill(), change()] : [change(), fill()].reverse());
      const { order } = await show(id);
      expect([code, order.state, order.price]).toEqual(
        code === 'accepted' ? ['accepted', 'open', '1850'] : ['ORDER_CLOSED', 'filled', '1900'],
      );
      if (order.state === 'open') await world.cancel('1', id);
    }
  });

  it('shows in its history what changed, with the ledger lines', async () => {
    const { id } = await world.place('1', 'buy 1 at 1900');
    await amend(id, { price: '1800' });
    await amend(id, { quantity: '0.5' });
    const { amendments, entries } = await show(id);
    expect(amendments?.map(({ id: _id, time: _time, ...rest }) => rest)).toEqual([
      { price_before: '1900', price: '1800', num_before: '1', num: '1', kept: false },
      { price_before: '1800', price: '1800', num_before: '1', num: '0.5', kept: true },
    ]);
    expect(entries.filter(({ part }) => part === 'available').map(({ amount }) => amount)).toEqual(['-1900', '100', '900']);
  });
});

describe('amending is refused, and the order stays as it was,', () => {
  it.each([
    ['where nothing changes', { price: '1900', quantity: '1' }, 'ORDER_UNCHANGED'],
    ['off the grid', { price: '1900.001' }, 'ORDER_PRICE_INVALID'],
    ['far from the market', { price: '100' }, 'ORDER_PRICE_OUT_OF_RANGE'],
    ['below the smallest value', { quantity: '0.00001' }, 'ORDER_NOTIONAL_TOO_SMALL'],
    ['beyond what its owner has', { quantity: '6' }, 'INSUFFICIENT_BALANCE'],
  ])('%s', async (_name, change, code) => {
    const { id } = await world.place('1', 'buy 1 at 1900');
    expect(await codeOf(amend(id, change))).toBe(code);
    expect([await world.bookOf(), await world.balances('1')]).toEqual([{ bids: ['1 at 1900'], asks: [] }, { USDT: '8100 + 1900' }]);
  });

  it('post-only where it would take, own orders in the way, others’ orders and closed ones', async () => {
    await world.place('2', 'sell 1 at 2000');
    const post = await world.place('1', 'buy 1 at 1900', { timeInForce: 'POST_ONLY' });
    expect(await codeOf(amend(post.id, { price: '2000' }))).toBe('ORDER_WOULD_TAKE');
    const bid = await world.place('2', 'buy 1 at 1890');
    expect(await codeOf(amend(bid.id, { price: '2000' }, '2'))).toBe('ORDER_SELF_TRADE');
    expect(await codeOf(amend(bid.id, { price: '1880' }))).toBe('ORDER_NOT_FOUND');
    await world.cancel('2', bid.id);
    expect(await codeOf(amend(bid.id, { price: '1880' }, '2'))).toBe('ORDER_CLOSED');
  });

  it('without a fresh price, but for making it smaller', async () => {
    const { id } = await world.place('1', 'buy 1 at 1900');
    world.index.age = 60_000;
    expect(await codeOf(amend(id, { price: '1800' }))).toBe('MARKET_STALE');
    expect((await amend(id, { quantity: '0.5' })).kept).toBe(true);
  });

  it('of a purchase whose exits would no longer fit', async () => {
    const exits = { takeProfit: '1950', stopLoss: '1800', stopLossLimit: '1790' };
    const { id } = await world.place('1', 'buy 1 at 1900', exits);
    expect(await codeOf(amend(id, { price: '1960' }))).toBe('ORDER_EXITS_INVALID');
    await world.place('2', 'sell 1 at 1920');
    await amend(id, { price: '1920' });
    await world.spot.settled();
    expect((await show(id)).order).toMatchObject({ state: 'filled', exits: 'placed' });
  });
});
