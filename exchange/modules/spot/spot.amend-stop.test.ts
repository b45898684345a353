import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { AnswerOf } from '../../../lib/protocol/define-call';
import type { orderDetail } from '../../../lib/protocol/spot';
import { createWorld, type World } from '../../../tests/helpers/spot-world';
import { createId } from '../../platform/ids';

let world: World;
beforeEach(async () => {
  world = await createWorld();
  await world.fund('1', { USDT: '3000', ETH: '10' });
  await world.fund('2', { ETH: '10', USDT: '50000' });
});
afterEach(() => world.verify());

type Change = { price?: string; quantity?: string; stop?: string };
const codeOf = (promise: Promise<unknown>) =>
  promise.then(
    () => 'accepted',
    (error: { code?: string }) => error.code,
  );
const amend = (id: string, { price, quantity, stop }: Change, requestId = createId()) => {
  const change = { price: price ?? null, quantity: quantity ?? null, stop: stop ?? null };
  return world.spot.amendOrder({ userId: '1', mode: 'real' }, { orderId: id, ...change, requestId });
};
const show = (id: string) => world.call('/x/order', { id }, '1') as Promise<AnswerOf<typeof orderDetail>>;
const stateOf = async (...ids: string[]) => (await Promise.all(ids.map(show))).map(({ order }) => order.state);
const stop = async () => (await world.place('1', 'sell 2 at 1890', { kind: 'stop_limit', stop: '1900' })).id;
const pair = async (order: string, at: string, limit: string) => {
  const { id, partner } = await world.place('1', order, { kind: 'oco', stop: at, stopLimit: limit });
  return { id, stopId: partner?.id ?? '' };
};

describe('amending a stop that waits', () => {
  it('gives it another stop price, limit and size, adjusts its hold, and says so in its history', async () => {
    const id = await stop();
    const { order, kept } = await amend(id, { stop: '1850', price: '1840', quantity: '3' });
    expect(order).toMatchObject({ state: 'waiting', stop: '1850', stop_side: 'fall', price: '1840', num: '3', held: '3' });
    expect([kept, (await world.balances('1')).ETH]).toEqual([false, '7 + 3']);
    expect((await show(id)).amendments).toMatchObject([
      { stop_before: '1900', stop: '1850', price_before: '1890', price: '1840', num_before: '2', num: '3', kept: false },
    ]);
  });

  it('has it wait for the new price alone, also after a restart', async () => {
    const id = await stop();
    await amend(id, { stop: '1850', price: '1840' });
    await world.print('1899');
    expect(await stateOf(id)).toEqual(['waiting']);
    await world.restart();
    expect(await stateOf(id)).toEqual(['waiting']);
    await world.print('1850');
    expect(await stateOf(id)).toEqual(['open']);
  });

  it('counts only prints that come after it', async () => {
    const id = await stop();
    await world.print('1950', false);
    await world.print('2000');
    world.clock.at += 1_000;
    await amend(id, { stop: '1960', price: '1950' });
    await world.restart();
    expect(await stateOf(id)).toEqual(['waiting']);
  });

  it('raced by a print that reaches the old price: triggered once at one of the two, whichever came first', async () => {
    const id = await stop();
    const [code] = await Promise.all([codeOf(amend(id, { stop: '1850', price: '1840' })), world.print('1899')]);
    const { order, entries } = await show(id);
    expect(code === 'accepted' ? [order.state, order.stop] : [code, order.state]).toEqual(
      code === 'accepted' ? ['waiting', '1850'] : [code === 'ORDER_STOP_AT_MARKET' ? code : 'ORDER_NOT_AMENDABLE', 'open'],
    );
    await world.print('1849');
    await world.print('1848');
    expect((await show(id)).order.state).toBe('open');
    expect(entries.length).toBeLessThanOrEqual(6);
  });

  it('tells of its trigger once, at the new price', async () => {
    const id = await stop();
    await amend(id, { stop: '1950', price: '1940' });
    await world.print('1949');
    await world.print('1899');
    expect(await stateOf(id)).toEqual(['open']);
    const { rows } = await world.db.read.query(`SELECT 1 FROM event_log WHERE kind = 'spot.order-triggered'`);
    expect(rows).toHaveLength(1);
  });

  it('is answered once by its number', async () => {
    const id = await stop();
    const [one, two] = await Promise.all([amend(id, { stop: '1850' }, 'n-1'), amend(id, { stop: '1850' }, 'n-1')]);
    expect(two).toEqual(one);
    expect(await codeOf(amend(id, { stop: '1840' }, 'n-1'))).toBe('DUPLICATE_REQUEST');
    expect((await show(id)).amendments).toHaveLength(1);
  });

  it.each<[string, Change, string]>([
    ['to the other side of the market', { stop: '2100', price: '2090' }, 'ORDER_STOP_AT_MARKET'],
    ['to the market', { stop: '2000', price: '1990' }, 'ORDER_STOP_AT_MARKET'],
    ['off the grid', { stop: '1850.001' }, 'ORDER_STOP_INVALID'],
    ['more than half away', { stop: '900', price: '890' }, 'ORDER_PRICE_OUT_OF_RANGE'],
    ['with a limit far from its stop', { price: '1500' }, 'ORDER_PRICE_OUT_OF_RANGE'],
    ['beyond what its owner has', { quantity: '11' }, 'INSUFFICIENT_BALANCE'],
    ['where nothing changes', { stop: '1900', price: '1890', quantity: '2' }, 'ORDER_UNCHANGED'],
  ])('is refused %s', async (_name, change, code) => {
    const id = await stop();
    expect(await codeOf(amend(id, change))).toBe(code);
    expect([(await show(id)).order.stop, (await world.balances('1')).ETH]).toEqual(['1900', '8 + 2']);
  });

  it('is refused once its price was reached, without a fresh price, and of an order that waits for none', async () => {
    const id = await stop();
    world.index.price = '1900';
    expect(await codeOf(amend(id, { stop: '1850' }))).toBe('ORDER_STOP_AT_MARKET');
    world.index.price = '2000';
    world.index.age = 60_000;
    expect(await codeOf(amend(id, { stop: '1850' }))).toBe('MARKET_STALE');
    expect(await codeOf(amend(id, { quantity: '1' }))).toBe('accepted');
    world.index.age = 0;
    const plain = await world.place('1', 'sell 1 at 2100');
    expect(await codeOf(amend(plain.id, { stop: '1850' }))).toBe('ORDER_NOT_AMENDABLE');
  });
});

describe('amending what was accepted under wider limits', () => {
  const kinds = {
    stop: { order: 'sell 5 at 1890', extra: { kind: 'stop_limit', stop: '1900' }, moved: { stop: '1950', price: '1940' } },
    limit: { order: 'sell 5 at 2100', extra: {}, moved: { price: '2090' } },
    'one of a pair': { order: 'sell 5 at 2100', extra: { kind: 'oco', stop: '1900', stopLimit: '1890' }, moved: { price: '2090' } },
  } as const;
  it.each(Object.keys(kinds) as (keyof typeof kinds)[])('goes by them, unless it becomes larger (%s)', async (kind) => {
    const { order, extra, moved } = kinds[kind];
    const { id } = await world.place('1', order, extra);
    Object.assign(world.limits, { quantityMax: '2', minNotional: '100000' });
    expect(await codeOf(amend(id, moved))).toBe('accepted');
    expect(await codeOf(amend(id, { quantity: '4' }))).toBe('accepted');
    expect(await codeOf(amend(id, { ...(kind === 'stop' ? { stop: '1940', price: '1930' } : { price: '2080' }), quantity: '3' }))).toBe(
      'accepted',
    );
    expect(await codeOf(amend(id, { quantity: '3.5' }))).toBe('ORDER_QUANTITY_OUT_OF_RANGE');
    world.limits.quantityMax = '10';
    expect(await codeOf(amend(id, { quantity: '3.5' }))).toBe('ORDER_NOTIONAL_TOO_SMALL');
    expect((await show(id)).order.num).toBe('3');
  });
});

describe('amending an exit that stands alone', () => {
  it('may take it as far as exits may lie, or to the market as any order', async () => {
    await world.place('2', 'sell 1 at 2001');
    const { order } = await world.place('1', 'buy 0.5', { takeProfit: '2600' });
    await world.spot.settled();
    const { rows } = await world.db.read.query<{ id: string }>('SELECT id FROM spot_orders WHERE entry_id = $1', [order.id]);
    const id = rows[0]?.id ?? '';
    expect((await amend(id, { price: '2500' })).order.price).toBe('2500');
    world.index.age = 60_000;
    expect(await codeOf(amend(id, { quantity: '0.4' }))).toBe('accepted');
    world.index.age = 0;
    expect(await codeOf(amend(id, { quantity: '0.45' }))).toBe('accepted');
    expect(await codeOf(amend(id, { price: '3100' }))).toBe('ORDER_PRICE_OUT_OF_RANGE');
    expect(await codeOf(amend(id, { price: '1700' }))).toBe('ORDER_PRICE_OUT_OF_RANGE');
    expect(await codeOf(amend(id, { price: '1990' }))).toBe('accepted');
    expect(await stateOf(id)).toEqual(['open']);
  });
});

describe('amending one of a pair', () => {
  it('moves its limit order, and the stop goes on beside it with what it needs beyond it', async () => {
    const { id, stopId } = await pair('buy 1 at 1900', '2100', '2110');
    expect((await world.balances('1')).USDT).toBe('890 + 2110');
    await amend(id, { price: '1950' });
    expect([(await world.balances('1')).USDT, (await show(stopId)).order.held]).toEqual(['890 + 2110', '160']);
    await world.place('2', 'sell 1 at 1950');
    expect(await stateOf(id, stopId)).toEqual(['filled', 'cancelled']);
  });

  it('moves its stop, which then ends the other at the new price only', async () => {
    const { id, stopId } = await pair('buy 1 at 1900', '2100', '2110');
    await amend(stopId, { stop: '2150', price: '2160' });
    expect((await world.balances('1')).USDT).toBe('840 + 2160');
    await world.print('2110');
    expect(await stateOf(id, stopId)).toEqual(['open', 'waiting']);
    await world.restart();
    await world.print('2150');
    expect(await stateOf(id, stopId)).toEqual(['cancelled', 'open']);
  });

  it.each(['limit', 'stop'])('gives both another size, whichever is named (%s)', async (named) => {
    const { id, stopId } = await pair('sell 2 at 2100', '1900', '1890');
    await amend(named === 'limit' ? id : stopId, { quantity: '1.5' });
    expect([(await show(id)).order.num, (await show(stopId)).order.num]).toEqual(['1.5', '1.5']);
    await amend(named === 'limit' ? id : stopId, { quantity: '3' });
    expect([(await show(id)).order.num, (await show(stopId)).order.num, (await world.balances('1')).ETH]).toEqual(['3', '3', '7 + 3']);
  });

  it('gives the dearer purchase more than is free, because the hold of both counts', async () => {
    const { id, stopId } = await pair('buy 1.4 at 1900', '2100', '2110');
    await amend(stopId, { price: '2140' });
    expect((await world.balances('1')).USDT).toBe('4 + 2996');
    await amend(id, { price: '1990' });
    expect([(await world.balances('1')).USDT, await codeOf(amend(id, { quantity: '1.41' }))]).toEqual(['4 + 2996', 'INSUFFICIENT_BALANCE']);
  });

  it('to a price that others offer is filled, and the stop ends', async () => {
    await world.place('2', 'buy 0.5 at 2050');
    const { id, stopId } = await pair('sell 2 at 2100', '1900', '1890');
    await amend(id, { price: '2050' });
    expect(await stateOf(id, stopId)).toEqual(['partially_filled', 'cancelled']);
    expect((await world.balances('1')).ETH).toBe('8 + 1.5');
  });

  it('filled, moved and triggered at once: one of the two at most is done, and what it holds is what it needs', async () => {
    const { id, stopId } = await pair('sell 2 at 2050', '1900', '1890');
    await Promise.all([
      codeOf(amend(stopId, { stop: '1850', price: '1840' })),
      codeOf(amend(id, { price: '2060' })),
      codeOf(world.place('2', 'buy 1 at 2060')),
      world.print('1899'),
    ]);
    await world.print('1849');
    const [limit, waiting] = await stateOf(id, stopId);
    expect(['cancelled open', 'cancelled partially_filled', 'partially_filled cancelled', 'cancelled filled']).toContain(
      `${limit} ${waiting}`,
    );
  });

  it.each<[string, 'limit' | 'stop', Change, string]>([
    ['a limit of a sale below the market', 'limit', { price: '1990' }, 'ORDER_PAIR_INVALID'],
    ['a limit far from the market', 'limit', { price: '2300' }, 'ORDER_PRICE_OUT_OF_RANGE'],
    ['a stop price for its limit order', 'limit', { stop: '1850' }, 'ORDER_NOT_AMENDABLE'],
    ['a stop above the market', 'stop', { stop: '2050', price: '2040' }, 'ORDER_STOP_AT_MARKET'],
    ['nothing new', 'stop', { stop: '1900' }, 'ORDER_UNCHANGED'],
  ])('is refused with %s', async (_name, named, change, code) => {
    const { id, stopId } = await pair('sell 2 at 2100', '1900', '1890');
    expect(await codeOf(amend(named === 'limit' ? id : stopId, change))).toBe(code);
    expect([await stateOf(id, stopId), (await world.balances('1')).ETH]).toEqual([['open', 'waiting'], '8 + 2']);
  });

  it('of exits may take the take-profit as far as exits may lie', async () => {
    await world.place('2', 'sell 1 at 2001');
    const { order } = await world.place('1', 'buy 0.5', { takeProfit: '2200', stopLoss: '1900', stopLossLimit: '1880' });
    await world.spot.settled();
    const { rows } = await world.db.read.query<{ id: string }>('SELECT id FROM spot_orders WHERE entry_id = $1 ORDER BY id', [order.id]);
    const [profit = '', loss = ''] = rows.map(({ id }) => id);
    expect((await amend(profit, { price: '2600' })).order.price).toBe('2600');
    expect((await amend(loss, { stop: '1950', price: '1940' })).order.stop).toBe('1950');
    expect(await codeOf(amend(profit, { price: '3100' }))).toBe('ORDER_PRICE_OUT_OF_RANGE');
    expect(await stateOf(profit, loss)).toEqual(['open', 'waiting']);
  });
});
