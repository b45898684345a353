import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createWorld, type World } from '../../../tests/helpers/spot-world';

let world: World;
beforeEach(async () => {
  world = await createWorld();
  await world.fund('1', { USDT: '10000' });
  await world.fund('2', { ETH: '10' });
});
afterEach(() => world.verify());

const codeOf = (promise: Promise<unknown>) =>
  promise.then(
    () => 'accepted',
    (error: { code?: string }) => error.code,
  );

describe('limit orders', () => {
  it('rests below the market and holds exactly its value', async () => {
    const { state, filled, order } = await world.place('1', 'buy 1.5 at 1900.01');
    expect({ state, filled, reason: order.reason, fee: order.fee, fee_coin: order.fee_coin }).toEqual({
      state: 'open',
      filled: '0',
      reason: null,
      fee: '0',
      fee_coin: 'ETH',
    });
    expect(await world.balances('1')).toEqual({ USDT: '7149.985 + 2850.015' });
    expect(await world.bookOf()).toEqual({ bids: ['1.5 at 1900.01'], asks: [] });
  });

  it('fills at the resting price, gives the improvement to the taker and charges both fees', async () => {
    await world.place('2', 'sell 2 at 1990');
    const taker = await world.place('1', 'buy 2 at 2010');
    expect(taker.order).toMatchObject({ state: 'filled', filled: '2', filled_value: '3980', fee: '0.002', fee_coin: 'ETH' });
    expect(await world.balances('1')).toEqual({ USDT: '6020 + 0', ETH: '1.998 + 0' });
    expect(await world.balances('2')).toEqual({ ETH: '8 + 0', USDT: '3976.816 + 0' });
    expect([await world.houseFee('ETH'), await world.houseFee('USDT')]).toEqual(['0.002', '3.184']);
  });

  it('fills in part, rests with the rest, and a cancel gives back the rest only', async () => {
    await world.place('2', 'sell 0.5 at 2000');
    const { id, state } = await world.place('1', 'buy 2 at 2000');
    expect(state).toBe('partially_filled');
    expect(await world.balances('1')).toEqual({ USDT: '6000 + 3000', ETH: '0.4995 + 0' });
    await world.place('2', 'sell 1 at 1950');
    expect(await world.balances('1')).toEqual({ USDT: '6000 + 1000', ETH: '1.4987 + 0' });
    const cancelled = await world.cancel('1', id);
    expect(cancelled.order).toMatchObject({ state: 'cancelled', filled: '1.5', filled_value: '3000', fee: '0.0013', reason: null });
    expect(await world.balances('1')).toEqual({ USDT: '7000 + 0', ETH: '1.4987 + 0' });
  });

  it('goes by price first, then by age', async () => {
    await world.fund('3', { ETH: '10' });
    const late = await world.place('3', 'sell 1 at 2001');
    const early = await world.place('2', 'sell 1 at 2000');
    const younger = await world.place('3', 'sell 1 at 2000');
    await world.place('1', 'buy 1.5 at 2005');
    const stateOf = async (userId: string, id: string) =>
      ((await world.call('/x/order', { id }, userId)) as { order: { state: string } }).order.state;
    expect([await stateOf('2', early.id), await stateOf('3', younger.id), await stateOf('3', late.id)]).toEqual([
      'filled',
      'partially_filled',
      'open',
    ]);
  });

  it('charges many small fills no more than one big one', async () => {
    for (let count = 0; count < 7; count += 1) await world.place('2', 'sell 0.00333 at 2000.01');
    const { order } = await world.place('1', 'buy 0.02331 at 2000.01');
    expect(order).toMatchObject({ state: 'filled', fee: '0.00002331' });
    const maker = await world.place('1', 'buy 0.02331 at 1999.99');
    for (let count = 0; count < 7; count += 1) await world.place('2', 'sell 0.00333 at 1999.99');
    const detail: { order: { fee: string; state: string } } = await world.call('/x/order', { id: maker.id }, '1');
    expect(detail.order).toMatchObject({ state: 'filled', fee: '0.00001865' });
  });
});

describe('times in force', () => {
  it('IOC fills what is there and lets the rest expire', async () => {
    await world.place('2', 'sell 1 at 2000');
    const { order } = await world.place('1', 'buy 3 at 2000', { timeInForce: 'IOC' });
    expect(order).toMatchObject({ state: 'expired', filled: '1', reason: 'ORDER_NOT_FILLABLE' });
    expect(await world.balances('1')).toEqual({ USDT: '8000 + 0', ETH: '0.999 + 0' });
  });

  it('FOK fills all of it or nothing', async () => {
    await world.place('2', 'sell 1 at 2000');
    await world.place('2', 'sell 1 at 2001');
    expect(await codeOf(world.place('1', 'buy 2.1 at 2001', { timeInForce: 'FOK' }))).toBe('ORDER_NOT_FILLABLE');
    expect(await world.bookOf()).toEqual({ bids: [], asks: ['1 at 2000', '1 at 2001'] });
    const { state } = await world.place('1', 'buy 2 at 2001', { timeInForce: 'FOK' });
    expect(state).toBe('filled');
  });

  it('POST_ONLY is refused if it would take and rests if not', async () => {
    await world.place('2', 'sell 1 at 2000');
    expect(await codeOf(world.place('1', 'buy 1 at 2000', { timeInForce: 'POST_ONLY' }))).toBe('ORDER_WOULD_TAKE');
    expect((await world.place('1', 'buy 1 at 1999.99', { timeInForce: 'POST_ONLY' })).state).toBe('open');
  });
});

describe('market orders', () => {
  it('takes the book level by level', async () => {
    await world.place('2', 'sell 1 at 2000');
    await world.place('2', 'sell 1 at 2010');
    const { order } = await world.place('1', 'buy 1.5');
    expect(order).toMatchObject({ state: 'filled', price: null, filled_value: '3005', tif: 'IOC' });
  });

  it('stops 5 % from the index and says why', async () => {
    await world.place('2', 'sell 1 at 2100');
    await world.place('2', 'sell 1 at 2100.01');
    const { order } = await world.place('1', 'buy 2');
    expect(order).toMatchObject({ state: 'expired', filled: '1', reason: 'ORDER_PRICE_OUT_OF_RANGE' });
  });

  it('expires with its rest when the book runs empty, and is refused by an empty one', async () => {
    expect(await codeOf(world.place('1', 'buy 1'))).toBe('ORDER_NO_LIQUIDITY');
    await world.place('2', 'sell 1 at 2000');
    expect((await world.place('1', 'buy 2')).order).toMatchObject({ state: 'expired', filled: '1', reason: 'ORDER_NO_LIQUIDITY' });
    expect(await codeOf(world.place('1', 'buy 2', { timeInForce: 'FOK' }))).toBe('ORDER_NO_LIQUIDITY');
  });

  it('sells down to 5 % below the index', async () => {
    await world.place('1', 'buy 1 at 1900');
    await world.place('1', 'buy 1 at 1899.99');
    expect((await world.place('2', 'sell 2')).order).toMatchObject({
      state: 'expired',
      filled: '1',
      filled_value: '1900',
      fee: '1.9',
      fee_coin: 'USDT',
    });
  });

  it.each(['GTC', 'POST_ONLY'] as const)('is not an order with %s', async (timeInForce) => {
    expect(await codeOf(world.place('1', 'buy 1', { timeInForce }))).toBe('REQUEST_INVALID');
  });
});

describe('self-trade', () => {
  it('is refused before anything was filled', async () => {
    await world.fund('2', { USDT: '5000' });
    await world.place('2', 'sell 1 at 2000');
    expect(await codeOf(world.place('2', 'buy 1 at 2000'))).toBe('ORDER_SELF_TRADE');
    expect(await world.bookOf()).toEqual({ bids: [], asks: ['1 at 2000'] });
  });

  it('ends the rest once something was filled', async () => {
    await world.fund('2', { USDT: '5000' });
    await world.fund('3', { ETH: '1' });
    await world.place('3', 'sell 1 at 1999');
    await world.place('2', 'sell 1 at 2000');
    expect((await world.place('2', 'buy 2 at 2000')).order).toMatchObject({ state: 'cancelled', filled: '1', reason: 'ORDER_SELF_TRADE' });
    expect(await world.bookOf()).toEqual({ bids: [], asks: ['1 at 2000'] });
  });
});

describe('refusals change nothing', () => {
  it.each([
    { name: 'a price off the grid', order: 'buy 1 at 1900.001', code: 'ORDER_PRICE_INVALID' },
    { name: 'a price one tick beyond the band', order: 'buy 1 at 2200.01', code: 'ORDER_PRICE_OUT_OF_RANGE' },
    { name: 'a quantity off the grid', order: 'buy 0.000001 at 2000', code: 'ORDER_QUANTITY_INVALID' },
    { name: 'a quantity above the largest', order: 'buy 3000.00001 at 2000', code: 'ORDER_QUANTITY_OUT_OF_RANGE' },
    { name: 'a value below 5 USDT', order: 'buy 0.00249 at 2000', code: 'ORDER_NOTIONAL_TOO_SMALL' },
    { name: 'more than there is, by one step', order: 'buy 5.00001 at 2000', code: 'INSUFFICIENT_BALANCE' },
    { name: 'coins that are not there', order: 'sell 1 at 2000', code: 'INSUFFICIENT_BALANCE' },
  ])('$name', async ({ order, code }) => {
    expect(await codeOf(world.place('1', order))).toBe(code);
    expect(await world.balances('1')).toEqual({ USDT: '10000 + 0' });
    expect(await world.bookOf()).toEqual({ bids: [], asks: [] });
    expect(world.events).toEqual([]);
  });

  it('names what is missing', async () => {
    await expect(world.place('1', 'buy 6 at 2000')).rejects.toMatchObject({
      params: { asset: 'USDT', available: '10000', needed: '12000' },
    });
  });

  it('takes no order on a late feed, but cancels', async () => {
    const { id } = await world.place('1', 'buy 1 at 1900');
    world.index.age = 3_001;
    expect(await codeOf(world.place('1', 'buy 1 at 1900'))).toBe('MARKET_STALE');
    world.index.age = 0;
    world.index.state = 'dead';
    expect(await codeOf(world.place('1', 'buy 1 at 1900'))).toBe('MARKET_STALE');
    world.index.state = 'halted';
    expect(await codeOf(world.place('1', 'buy 1 at 1900'))).toBe('MARKET_HALTED');
    expect((await world.cancel('1', id)).order.state).toBe('cancelled');
  });

  it('takes 200 open orders of a user in a book and no more', async () => {
    await Promise.all(Array.from({ length: 200 }, () => world.place('1', 'buy 0.005 at 1900')));
    expect(await codeOf(world.place('1', 'buy 0.005 at 1900'))).toBe('ORDERS_OPEN_TOO_MANY');
    expect((await world.place('1', 'buy 0.1 at 1900', { market: 'SOL-USDT' })).state).toBe('open');
    await world.place('2', 'sell 0.005 at 1900');
    expect((await world.place('1', 'buy 0.005 at 1900')).state).toBe('open');
  });
});

describe('cancel', () => {
  it('twice: the second one is told that the order is closed', async () => {
    const { id } = await world.place('1', 'buy 1 at 1900');
    const both = await Promise.all([codeOf(world.cancel('1', id)), codeOf(world.cancel('1', id))]);
    expect(both).toEqual(['accepted', 'ORDER_CLOSED']);
    expect(await codeOf(world.cancel('1', id))).toBe('ORDER_CLOSED');
    expect(await world.balances('1')).toEqual({ USDT: '10000 + 0' });
  });

  it("security: knows neither another user's order, nor one of the other mode, nor one that never was", async () => {
    const { id } = await world.place('1', 'buy 1 at 1900');
    await world.fund('1', { USDT: '5000' }, 'demo');
    const demo = await world.place('1', 'buy 1 at 1900', { mode: 'demo' });
    const codes = [
      codeOf(world.cancel('2', id)),
      codeOf(world.cancel('1', demo.id)),
      codeOf(world.cancel('1', id, undefined, 'demo')),
      codeOf(world.cancel('1', '999999999999999')),
    ];
    expect(await Promise.all(codes)).toEqual(Array(4).fill('ORDER_NOT_FOUND'));
    await world.cancel('1', id);
    expect(await codeOf(world.cancel('2', id))).toBe('ORDER_NOT_FOUND');
  });
});
