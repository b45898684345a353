import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { AnswerOf } from '../../../lib/protocol/define-call';
import type { orderDetail } from '../../../lib/protocol/spot';
import { createWorld, type World } from '../../../tests/helpers/spot-world';
import { createId } from '../../platform/ids';
import type { ExitParams } from '../matching/matching';

let world: World;
beforeEach(async () => {
  world = await createWorld();
  await world.fund('1', { USDT: '5000', ETH: '10' });
  await world.fund('2', { ETH: '10', USDT: '50000' });
});
afterEach(() => world.verify());

type Change = { price?: string; quantity?: string; exits?: ExitParams };
const codeOf = (promise: Promise<unknown>) =>
  promise.then(
    () => 'accepted',
    (error: { code?: string }) => error.code,
  );
const amend = (id: string, { price, quantity, exits }: Change, requestId = createId()) =>
  world.spot.amendOrder(
    { userId: '1', mode: 'real' },
    { orderId: id, price: price ?? null, quantity: quantity ?? null, stop: null, exits, requestId },
  );
const show = (id: string) => world.call('/x/order', { id }, '1') as Promise<AnswerOf<typeof orderDetail>>;
const both = { takeProfit: '2200', stopLoss: '1800', stopLossLimit: '1790' };
const buy = async (exits: Partial<typeof both> = both) => (await world.place('1', 'buy 1 at 1950', exits)).id;
const exitsOf = async (id: string) => {
  const { rows } = await world.db.read.query<Record<'kind' | 'status', string> & { price: number; stop: number | null; quantity: string }>(
    'SELECT kind, status, price::float8 AS price, stop_price::float8 AS stop, quantity FROM spot_orders WHERE entry_id = $1 ORDER BY kind',
    [id],
  );
  return rows.map(({ kind, status, price, stop }) => `${kind} ${status} ${stop === null ? '' : `${stop} `}${price}`);
};

describe('amending the exits of a purchase that rests', () => {
  it('keeps its place and its hold, and is said in its history; what isn’t named stays', async () => {
    const id = await buy();
    const before = await world.balances('1');
    const { order, kept } = await amend(id, { exits: { takeProfit: '2300' } });
    expect(order).toMatchObject({ state: 'open', tp: '2300', sl: '1800', sl_limit: '1790', exits: 'pending', price: '1950', num: '1' });
    expect([kept, await world.balances('1')]).toEqual([true, before]);
    await amend(id, { exits: { stopLoss: '1700', stopLossLimit: '1690' } });
    expect((await show(id)).amendments).toMatchObject([
      { tp_before: '2200', tp: '2300', sl_before: '1800', sl: '1800', kept: true, price_before: '1950', price: '1950' },
      { tp_before: '2300', tp: '2300', sl_before: '1800', sl: '1700', sl_limit_before: '1790', sl_limit: '1690' },
    ]);
    expect((await show(id)).entries.map(({ type }) => type)).toEqual(['SPOT_HOLD', 'SPOT_HOLD']);
    await world.place('2', 'sell 1 at 1950');
    await world.spot.settled();
    expect(await exitsOf(id)).toEqual(['limit open 2300', 'stop_limit waiting 1700 1690']);
  });

  it('takes one or all away, and gives them to one that has none', async () => {
    const id = await buy();
    expect((await amend(id, { exits: { takeProfit: null } })).order).toMatchObject({ tp: null, sl: '1800', exits: 'pending' });
    expect((await amend(id, { exits: { stopLoss: null } })).order).toMatchObject({ tp: null, sl: null, sl_limit: null, exits: null });
    const added = await amend(id, { exits: both });
    expect(added.order).toMatchObject({ tp: '2200', sl: '1800', exits: 'pending' });
    await amend(id, { exits: { takeProfit: null, stopLoss: null } });
    await world.place('2', 'sell 1 at 1950');
    await world.spot.settled();
    expect(await exitsOf(id)).toEqual([]);
  });

  it('takes them away without a fresh price, of one that has bought nothing', async () => {
    const id = await buy();
    world.index.age = 60_000;
    expect(await codeOf(amend(id, { exits: { takeProfit: null } }))).toBe('MARKET_STALE');
    expect((await amend(id, { exits: { takeProfit: null, stopLoss: null } })).order).toMatchObject({ tp: null, sl: null, exits: null });
    world.index.age = 0;
    const begun = await buy();
    await world.place('2', 'sell 1.4 at 1950');
    world.index.age = 60_000;
    expect(await codeOf(amend(begun, { exits: { takeProfit: null, stopLoss: null } }))).toBe('MARKET_STALE');
  });

  it('together with price and size is one amendment, and counts for what is filled at once', async () => {
    await world.place('2', 'sell 0.4 at 1990');
    const id = await buy();
    const { order, kept } = await amend(id, { price: '1990', quantity: '0.4', exits: { takeProfit: '2250', stopLoss: null } });
    expect([kept, order.state, order.tp, order.sl]).toEqual([false, 'filled', '2250', null]);
    await world.spot.settled();
    expect([await exitsOf(id), (await show(id)).amendments?.length]).toEqual([['limit open 2250'], 1]);
  });

  it('once a part is bought: the next print counts against the new ones, also after a restart', async () => {
    const id = await buy();
    await world.place('2', 'sell 0.4 at 1950');
    await amend(id, { exits: { takeProfit: '2300' } });
    expect((await show(id)).order).toMatchObject({ state: 'partially_filled', tp: '2300' });
    await world.print('2200');
    expect((await show(id)).order.state).toBe('partially_filled');
    await world.restart();
    await world.print('2250');
    expect((await show(id)).order.state).toBe('partially_filled');
    await world.print('2300');
    expect((await show(id)).order).toMatchObject({ state: 'cancelled', filled: '0.4', exits: 'placed' });
  });

  it('counts only prints that come after it', async () => {
    const id = await buy();
    await world.place('2', 'sell 0.4 at 1950');
    await world.print('2100', false);
    await world.print('2000');
    world.clock.at += 1_000;
    await amend(id, { exits: { takeProfit: '2050' } });
    await world.restart();
    expect((await show(id)).order.state).toBe('partially_filled');
  });

  it('raced by the fill of a part, or by a print that reaches the old ones: one after the other', async () => {
    for (let round = 0; round < 4; round += 1) {
      const id = await buy();
      const fill = () => world.place('2', 'sell 0.4 at 1950');
      const change = () => codeOf(amend(id, { exits: { takeProfit: '2300' } }));
      const codes = await Promise.all(round % 2 === 0 ? [fill(), change()] : [change(), fill()]);
      expect(codes).toContain('accepted');
      const raced = await Promise.all([codeOf(amend(id, { exits: { takeProfit: '2400' } })), world.print('2300')]);
      await world.spot.settled();
      const { order } = await show(id);
      expect([raced[0], order.state, order.tp]).toEqual(
        raced[0] === 'accepted' ? ['accepted', 'partially_filled', '2400'] : [raced[0], 'cancelled', '2300'],
      );
      await world.print('2000');
      await world.cancel('1', id).catch(() => undefined);
      await world.spot.settled();
    }
  });

  it('is done once for a request that comes again', async () => {
    const id = await buy();
    const requestId = createId();
    const change = { exits: { takeProfit: '2300' } };
    const first = await amend(id, change, requestId);
    expect(await amend(id, change, requestId)).toEqual(first);
    expect(await codeOf(amend(id, { exits: { takeProfit: '2310' } }, requestId))).toBe('DUPLICATE_REQUEST');
    expect((await show(id)).amendments).toHaveLength(1);
  });
});

describe('is refused, and everything stays as it was', () => {
  it.each([
    [{ takeProfit: '2200', stopLoss: '1800' }, 'ORDER_UNCHANGED'],
    [{ takeProfit: '1950' }, 'ORDER_EXITS_INVALID'],
    [{ stopLoss: '1960', stopLossLimit: '1950' }, 'ORDER_EXITS_INVALID'],
    [{ takeProfit: '2200.001' }, 'ORDER_PRICE_INVALID'],
    [{ takeProfit: '9000' }, 'ORDER_PRICE_OUT_OF_RANGE'],
    [{ stopLoss: '1700' }, 'REQUEST_INVALID'],
    [{ stopLoss: null, stopLossLimit: '1700' }, 'REQUEST_INVALID'],
  ])('%j: %s', async (exits, code) => {
    const id = await buy();
    expect(await codeOf(amend(id, { exits }))).toBe(code);
    expect((await show(id)).order).toMatchObject({ ...{ tp: '2200', sl: '1800', sl_limit: '1790' }, exits: 'pending' });
    expect((await show(id)).amendments ?? []).toEqual([]);
  });

  it('for a sale, a pair, a stop, and without a fresh price', async () => {
    const exits = { takeProfit: '2300' };
    const sale = await world.place('1', 'sell 1 at 2100');
    expect(await codeOf(amend(sale.id, { exits }))).toBe('ORDER_NOT_AMENDABLE');
    const pair = await world.place('1', 'sell 1 at 2100', { kind: 'oco', stop: '1900', stopLimit: '1890' });
    expect(await codeOf(amend(pair.id, { exits }))).toBe('ORDER_NOT_AMENDABLE');
    expect(await codeOf(amend(pair.partner?.id ?? '', { exits }))).toBe('ORDER_NOT_AMENDABLE');
    const id = await buy();
    world.index.age = 60_000;
    expect(await codeOf(amend(id, { exits }))).toBe('MARKET_STALE');
  });

  it('while a part is bought, where the old or the new ones are reached', async () => {
    const id = await buy({ takeProfit: '1990' });
    await world.place('2', 'sell 0.4 at 1950');
    expect(await codeOf(amend(id, { exits: { takeProfit: '2300' } }))).toBe('ORDER_STOP_AT_MARKET');
    const other = await buy();
    await world.place('2', 'sell 0.8 at 1950');
    expect(await codeOf(amend(other, { exits: { takeProfit: '1980' } }))).toBe('ORDER_EXITS_INVALID');
  });
});

it('the call names what it takes away', async () => {
  const id = await buy();
  const answer = (await world.call('/x/amend-order', { id, tp: 'none', sl: '1700', sl_limit: '1690', request_id: createId() }, '1')) as {
    order: { tp: string | null; sl: string };
  };
  expect(answer.order).toMatchObject({ tp: null, sl: '1700', sl_limit: '1690' });
});
