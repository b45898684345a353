import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createWorld, type World } from '../../../tests/helpers/spot-world';

let world: World;
beforeEach(async () => {
  world = await createWorld();
  await world.fund('1', { USDT: '10000', ETH: '10' });
  await world.fund('2', { ETH: '10', USDT: '50000' });
});
afterEach(() => world.verify());

const codeOf = (promise: Promise<unknown>) =>
  promise.then(
    () => 'accepted',
    (error: { code?: string }) => error.code,
  );
const stop = (order: string, at: string) => world.place('1', order, { kind: 'stop_limit', stop: at });
const show = async (id: string) =>
  ((await world.call('/x/order', { id }, '1')) as { order: { state: string; reason: string | null } }).order;

describe('a stop-limit order', () => {
  it('holds its funds from placement on, waits outside the book and is listed as waiting', async () => {
    const { id, state, order } = await stop('buy 1 at 2110', '2100');
    expect({ state, stop: order.stop, side: order.stop_side, held: order.held }).toEqual({
      state: 'waiting',
      stop: '2100',
      side: 'rise',
      held: '2110',
    });
    expect(await world.balances('1')).toEqual({ USDT: '7890 + 2110', ETH: '10 + 0' });
    expect(await world.bookOf()).toEqual({ bids: [], asks: [] });
    const open: { entrust: { id: string; state: string }[] } = await world.call(
      '/Mobile/Ajax/getEntrustAndUsercoin1',
      { market: 'ETH-USDT' },
      '1',
    );
    expect(open.entrust).toMatchObject([{ id, state: 'waiting' }]);
  });

  it('is triggered by the print that reaches its price from its side, not before', async () => {
    const buy = await stop('buy 1 at 2110', '2100');
    const sell = await stop('sell 1 at 1890', '1900');
    for (const price of ['2099.99', '1900.01']) await world.print(price);
    expect([(await show(buy.id)).state, (await show(sell.id)).state]).toEqual(['waiting', 'waiting']);
    await world.print('1900');
    expect([(await show(buy.id)).state, (await show(sell.id)).state]).toEqual(['waiting', 'open']);
    expect(await world.bookOf()).toEqual({ bids: [], asks: ['1 at 1890'] });
    await world.print('2100.01');
    // The own sell at 1890 stands in the way of the own buy: it ends with the reason, and its hold comes back.
    expect(await show(buy.id)).toMatchObject({ state: 'cancelled', reason: 'ORDER_SELF_TRADE' });
    expect(await world.balances('1')).toEqual({ USDT: '10000 + 0', ETH: '9 + 1' });
  });

  it('fills as taker at the better prices of the book, and gives back what it held too much', async () => {
    await world.place('2', 'sell 0.6 at 2101');
    const { id } = await stop('buy 1 at 2110', '2100');
    await world.print('2105');
    expect(await show(id)).toMatchObject({
      state: 'partially_filled',
      filled: '0.6',
      filled_value: '1260.6',
      fee: '0.0006',
      price: '2110',
    });
    expect(await world.balances('1')).toEqual({ USDT: '7895.4 + 844', ETH: '10.5994 + 0' });
    await world.place('2', 'sell 0.4 at 2110');
    expect(await show(id)).toMatchObject({ state: 'filled', filled: '1' });
    expect(await world.balances('1')).toEqual({ USDT: '7895.4 + 0', ETH: '10.99908 + 0' });
    const detail: { entries: { type: string }[] } = await world.call('/x/order', { id }, '1');
    expect([...new Set(detail.entries.map((entry) => entry.type))]).toEqual(['SPOT_HOLD', 'SPOT_RELEASE', 'SPOT_FILL']);
  });

  it('stands behind the orders that were in the book when it was triggered, also after a restart', async () => {
    const { id } = await stop('sell 1 at 1890', '1900');
    await world.place('2', 'sell 1 at 1890');
    await world.print('1895');
    await world.restart();
    await world.fund('3', { USDT: '10000' });
    await world.place('3', 'buy 1 at 1890');
    expect((await show(id)).state).toBe('open');
    await world.place('3', 'buy 1 at 1890');
    expect((await show(id)).state).toBe('filled');
  });

  it('is triggered by a price that jumps over it, however far, and rests at its limit', async () => {
    const { id } = await stop('sell 1 at 1890', '1900');
    await world.print('1200');
    expect(await show(id)).toMatchObject({ state: 'open', price: '1890' });
    expect(await world.balances('1')).toEqual({ USDT: '10000 + 0', ETH: '9 + 1' });
  });

  it('can be cancelled while it waits, gives everything back, and is then not triggered', async () => {
    const { id } = await stop('sell 1 at 1890', '1900');
    expect((await world.cancel('1', id)).order).toMatchObject({ state: 'cancelled', held: '0' });
    await world.print('1800');
    expect(await show(id)).toMatchObject({ state: 'cancelled' });
    expect(await codeOf(world.cancel('1', id))).toBe('ORDER_CLOSED');
    expect(await world.balances('1')).toEqual({ USDT: '10000 + 0', ETH: '10 + 0' });
  });

  it('is nobody else’s to cancel', async () => {
    const { id } = await stop('sell 1 at 1890', '1900');
    expect(await codeOf(world.cancel('2', id))).toBe('ORDER_NOT_FOUND');
    expect(await codeOf(world.cancel('1', id, undefined, 'demo'))).toBe('ORDER_NOT_FOUND');
  });

  it.each([
    ['a stop at the market', 'sell 1 at 1990', '2000', 'ORDER_STOP_AT_MARKET'],
    ['a stop off the price step', 'sell 1 at 1890', '1900.001', 'ORDER_STOP_INVALID'],
    ['a stop more than half away', 'sell 1 at 990', '999.99', 'ORDER_PRICE_OUT_OF_RANGE'],
    ['a limit more than a tenth from its stop', 'sell 1 at 1709.99', '1900', 'ORDER_PRICE_OUT_OF_RANGE'],
    ['a value below the minimum', 'sell 0.001 at 1890', '1900', 'ORDER_NOTIONAL_TOO_SMALL'],
    ['more than is available', 'buy 5 at 2110', '2100', 'INSUFFICIENT_BALANCE'],
  ])('is refused with %s', async (_name, order, at, code) => {
    expect(await codeOf(stop(order, at))).toBe(code);
    expect(await world.balances('1')).toEqual({ USDT: '10000 + 0', ETH: '10 + 0' });
  });

  it('is refused without a fresh price and with fields of another kind', async () => {
    expect(await codeOf(world.place('1', 'sell 1 at 1890', { stop: '1900' }))).toBe('REQUEST_INVALID');
    expect(await codeOf(world.place('1', 'sell 1 at 1890', { kind: 'stop_limit' }))).toBe('ORDER_STOP_INVALID');
    expect(await codeOf(world.place('1', 'sell 1 at 1890', { kind: 'stop_limit', stop: '1900', timeInForce: 'IOC' }))).toBe(
      'REQUEST_INVALID',
    );
    world.index.state = 'stale';
    expect(await codeOf(stop('sell 1 at 1890', '1900'))).toBe('MARKET_STALE');
  });

  it('counts as an open order', async () => {
    await Promise.all(Array.from({ length: 200 }, () => stop('sell 0.01 at 1890', '1900')));
    expect(await codeOf(stop('sell 0.01 at 1890', '1900'))).toBe('ORDERS_OPEN_TOO_MANY');
    expect(await codeOf(world.place('1', 'sell 0.01 at 2100'))).toBe('ORDERS_OPEN_TOO_MANY');
    await world.print('1900');
    expect(await codeOf(world.place('1', 'sell 0.01 at 2000'))).toBe('ORDERS_OPEN_TOO_MANY');
  });
});

describe('exactly once', () => {
  it('many prints at once trigger it once', async () => {
    await world.place('2', 'buy 5 at 1895');
    const { id } = await stop('sell 1 at 1890', '1900');
    await Promise.all(['1899', '1898', '1897'].map((price) => world.print(price)));
    await world.print('1896');
    expect(await show(id)).toMatchObject({ state: 'filled', filled: '1' });
    expect(await world.bookOf()).toEqual({ bids: ['4 at 1895'], asks: [] });
  });

  it('after a restart, by the next print', async () => {
    const { id } = await stop('sell 1 at 1890', '1900');
    await world.restart();
    expect((await show(id)).state).toBe('waiting');
    await world.print('1899');
    expect((await show(id)).state).toBe('open');
  });

  it('by a stored print that no process lived to hear, although the price has come back since', async () => {
    const { id } = await stop('sell 1 at 1890', '1900');
    await world.print('1899', false);
    await world.print('1950', false);
    await world.restart();
    await world.print('1960');
    expect((await show(id)).state).toBe('open');
  });

  it('not by a print from before it was placed', async () => {
    await world.print('1880');
    world.index.price = '2000';
    const { id } = await stop('sell 1 at 1890', '1900');
    await world.restart();
    await world.print('2000');
    expect((await show(id)).state).toBe('waiting');
  });

  it('after a feed gap, by the first print that comes back beyond the stop', async () => {
    const { id } = await stop('sell 1 at 1890', '1900');
    world.clock.at += 3_600_000;
    await world.print('1850');
    expect((await show(id)).state).toBe('open');
  });
});
