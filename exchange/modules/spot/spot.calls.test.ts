import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createId } from '../../platform/ids';
import { createWorld, type World } from '../../../tests/helpers/spot-world';

let world: World;
beforeEach(async () => {
  world = await createWorld();
  await world.fund('1', { USDT: '10000' });
  await world.fund('2', { ETH: '10' });
});
afterEach(() => world.verify());

const PLACE = '/Mobile/Trade/upTrade2';
const codeOf = (run: () => Promise<unknown>) =>
  run().then(
    () => 'accepted',
    (error: { code?: string }) => error.code,
  );
const order = (fields: Record<string, string>) => ({
  market: 'ETH-USDT',
  type: 'buy',
  kind: 'limit',
  price: '1900',
  num: '1',
  request_id: createId(),
  ...fields,
});

describe('calls', () => {
  it('tell the rules of a market, and that other products come later', async () => {
    expect(await world.call('/trade/tradeinfo', { market: 'ETH-USDT', type: 'spot' }, null)).toEqual({
      market: 'ETH-USDT',
      base: 'ETH',
      quote: 'USDT',
      tick: '0.01',
      step: '0.00001',
      min: '0.00001',
      max: '3000',
      min_value: '5',
      maker: '0.0008',
      taker: '0.001',
      price_band: '0.1',
      open_max: 200,
    });
    expect(await codeOf(() => world.call('/trade/tradeinfo', { market: 'ETH-USDT', type: 'perpetual' }, null))).toBe('FEATURE_NOT_OFFERED');
    expect(await codeOf(() => world.call('/trade/tradeinfo', { market: 'ABC-USDT', type: 'spot' }, null))).toBe('MARKET_UNKNOWN');
    expect(await codeOf(() => world.call('/user/getorder', { type: 'option' }, '1'))).toBe('FEATURE_NOT_OFFERED');
    expect(await codeOf(() => world.call('/Mobile/Ajax/getEntrustAndUsercoin1', { market: 'ETH-USDT', type: 'perpetual' }, '1'))).toBe(
      'FEATURE_NOT_OFFERED',
    );
  });

  it('cancel all open orders of a market, or of every market, and those of the first request alone when it is repeated', async () => {
    const all = '/x/cancel-all';
    await world.call(PLACE, order({ num: '0.01' }), '1');
    await world.call(PLACE, order({ num: '0.02' }), '1');
    await world.call(PLACE, order({ market: 'BTC-USDT', price: '1950', num: '0.01' }), '1');
    await world.call(PLACE, order({ type: 'sell', price: '2100', num: '0.01' }), '2');
    const request = { type: 'spot', market: 'ETH-USDT', request_id: createId() };
    expect(await world.call(all, request, '1')).toEqual({ cancelled: 2, left: 0 });
    await world.call(PLACE, order({ num: '0.03' }), '1');
    expect(await world.call(all, request, '1')).toEqual({ cancelled: 2, left: 0 });
    const listed = async (userId: string, market: string) =>
      (await world.spot.listOpenOrders({ userId, mode: 'real' }, market)).map(({ num }) => num);
    expect([await listed('1', 'ETH-USDT'), await listed('1', 'BTC-USDT'), await listed('2', 'ETH-USDT')]).toEqual([
      ['0.03'],
      ['0.01'],
      ['0.01'],
    ]);
    expect(await codeOf(() => world.call(all, { ...request, market: 'BTC-USDT' }, '1'))).toBe('DUPLICATE_REQUEST');
    expect(await world.call(all, { type: 'spot', request_id: createId() }, '1')).toEqual({ cancelled: 2, left: 0 });
    expect(await world.balances('1')).toEqual({ USDT: '10000 + 0' });
    expect(await listed('2', 'ETH-USDT')).toEqual(['0.01']);
  });

  it('place, list and cancel an order with the balances beside it', async () => {
    const placed: { id: string } = await world.call(PLACE, order({}), '1');
    const open: { entrust: { id: string; price: string }[]; usercoin: unknown } = await world.call(
      '/Mobile/Ajax/getEntrustAndUsercoin1',
      { market: 'ETH-USDT' },
      '1',
    );
    expect(open.entrust).toMatchObject([{ id: placed.id, price: '1900', state: 'open', tif: 'GTC' }]);
    expect(open.usercoin).toEqual({
      base: 'ETH',
      base_available: '0',
      base_held: '0',
      quote: 'USDT',
      quote_available: '8100',
      quote_held: '1900',
    });
    const cancelled: { order: unknown } = await world.call('/home/order/upOrder2', { id: placed.id, request_id: createId() }, '1');
    expect(cancelled.order).toMatchObject({ id: placed.id, state: 'cancelled' });
  });

  it('list history by state and market, newest first, 20 on a page', async () => {
    const ids: string[] = [];
    for (let count = 0; count < 22; count += 1) ids.push((await world.place('1', 'buy 0.01 at 1900')).id);
    await world.cancel('1', ids[21] as string);
    const list = async (fields: Record<string, string>) =>
      ((await world.call('/user/getorder', { type: 'spot', ...fields }, '1')) as { id: string }[]).map(({ id }) => id);
    expect(await list({})).toEqual(ids.slice(2).reverse());
    expect(await list({ page: '2' })).toEqual(ids.slice(0, 2).reverse());
    expect(await list({ state: 'closed' })).toEqual([ids[21]]);
    expect(await list({ state: 'open' })).toEqual(ids.slice(1, 21).reverse());
    expect(await list({ market: 'BTC-USDT' })).toEqual([]);
  });

  it('show one order with its fills and every ledger line that it caused', async () => {
    const { id } = await world.place('1', 'buy 2 at 1999');
    await world.place('2', 'sell 0.5 at 1999');
    await world.cancel('1', id);
    const detail: { fills: unknown[]; entries: Record<string, string>[] } = await world.call('/x/order', { id }, '1');
    expect(detail.fills).toMatchObject([{ price: '1999', num: '0.5', value: '999.5', fee: '0.0004', fee_coin: 'ETH', liquidity: 'maker' }]);
    expect(detail.entries.map(({ type, coin, part, amount, balance }) => `${type} ${coin} ${part} ${amount} -> ${balance}`)).toEqual([
      'SPOT_HOLD USDT available -3998 -> 6002',
      'SPOT_HOLD USDT held 3998 -> 3998',
      'SPOT_FILL USDT held -999.5 -> 2998.5',
      'SPOT_FILL ETH available 0.4996 -> 0.4996',
      'SPOT_RELEASE USDT available 2998.5 -> 9000.5',
      'SPOT_RELEASE USDT held -2998.5 -> 0',
    ]);
  });

  it('list the fills of an account page by page, newest order first, from both sides of the book', async () => {
    await world.place('2', 'sell 1 at 2000');
    await world.place('1', 'buy 0.25 at 2000');
    await world.place('1', 'buy 0.5 at 2000');
    type Row = { id: string; order: string; num: string; fee: string; fee_coin: string; liquidity: string };
    const list = (fields: Record<string, string>, userId = '1', mode: 'real' | 'demo' = 'real'): Promise<{ rows: Row[]; next: unknown }> =>
      world.call('/x/fills', fields, userId, mode);
    const { rows: all } = await list({});
    expect(all.map(({ num, fee, fee_coin, liquidity }) => `${num} ${fee} ${fee_coin} ${liquidity}`)).toEqual([
      '0.5 0.0005 ETH taker',
      '0.25 0.00025 ETH taker',
    ]);
    const [last] = all;
    expect(await list({ order: last?.order ?? '', fill: last?.id ?? '' })).toEqual({ rows: all.slice(1), next: null });
    expect((await list({}, '2')).rows).toMatchObject([{ type: 'sell', num: '0.5', liquidity: 'maker' }, { num: '0.25' }]);
    expect(await list({}, '1', 'demo')).toEqual({ rows: [], next: null });
    expect(await codeOf(() => world.call('/x/fills', { order: '1' }, '1'))).toBe('REQUEST_INVALID');
  });

  it('security: an order of someone else or of the other account is not found', async () => {
    const { id } = await world.place('1', 'buy 1 at 1900');
    expect(await codeOf(() => world.call('/x/order', { id }, '2'))).toBe('ORDER_NOT_FOUND');
    expect(await codeOf(() => world.call('/x/order', { id }, '1', 'demo'))).toBe('ORDER_NOT_FOUND');
    expect(await codeOf(() => world.call('/home/order/upOrder2', { id, request_id: createId() }, '2'))).toBe('ORDER_NOT_FOUND');
    expect(await world.call('/user/getorder', { type: 'spot' }, '1', 'demo')).toEqual([]);
  });

  it('show book and trades of the account asked for', async () => {
    await world.place('2', 'sell 1 at 2000');
    await world.place('1', 'buy 0.25 at 2000');
    expect(await world.call('/x/book', { market: 'ETH-USDT', is_cs: '0' }, null)).toMatchObject({ bids: [], asks: [['2000', '0.75']] });
    expect(await world.call('/x/book', { market: 'ETH-USDT', is_cs: '1' }, null)).toMatchObject({ bids: [], asks: [] });
    expect(await world.call('/x/trades', { market: 'ETH-USDT', is_cs: '0' }, null)).toMatchObject([
      { price: '2000', num: '0.25', side: 'buy' },
    ]);
    expect(world.spot.bestQuotes('ETH-USDT', 'real')).toEqual({ bid: null, ask: '2000' });
    expect(await codeOf(() => world.call('/x/book', { market: 'ABC-USDT', is_cs: '0' }, null))).toBe('MARKET_UNKNOWN');
  });

  it('tell listeners which book was looked at, and publish what changed', async () => {
    const looks: string[] = [];
    const end = world.spot.onTouch((market, mode) => {
      looks.push(`${market} ${mode}`);
    });
    await world.call('/x/book', { market: 'ETH-USDT', is_cs: '1' }, null);
    await world.call('/trade/tradeinfo', { market: 'BTC-USDT', type: 'spot' }, null);
    end();
    world.spot.touch('ETH-USDT', 'real');
    expect(looks).toEqual(['ETH-USDT demo', 'BTC-USDT real']);
    await world.place('2', 'sell 1 at 2000');
    world.events.length = 0;
    await world.place('1', 'buy 1 at 2000');
    expect(world.events.map((event) => `${event.kind} ${'userId' in event ? event.userId : ''}`)).toEqual([
      'book ',
      'trades ',
      'account 1',
      'account 2',
    ]);
  });

  it.each([
    { name: 'a limit order without a price', fields: { price: undefined }, code: 'ORDER_PRICE_INVALID' },
    { name: 'a market order with a price', fields: { kind: 'market' }, code: 'REQUEST_INVALID' },
    { name: 'an unknown market', fields: { market: 'ABC-USDT' }, code: 'MARKET_UNKNOWN' },
    { name: 'a price of 20 digits', fields: { price: '99999999999999999999' }, code: 'ORDER_PRICE_OUT_OF_RANGE' },
    { name: 'a quantity of 20 digits', fields: { num: '99999999999999999999' }, code: 'ORDER_QUANTITY_OUT_OF_RANGE' },
  ])('refuse $name', async ({ fields, code }) => {
    const input = Object.fromEntries(Object.entries({ ...order({}), ...fields }).filter(([, value]) => value !== undefined)) as Record<
      string,
      string
    >;
    expect(await codeOf(() => world.call(PLACE, input, '1'))).toBe(code);
  });

  it('refuse every order while the exchange stops', async () => {
    await world.spot.stop();
    expect(await codeOf(() => world.call(PLACE, order({}), '1'))).toBe('MARKET_BUSY');
  });
});
