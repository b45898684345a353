import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { OrderWire } from '../../../lib/protocol/spot';
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
const pair = (order: string, stop: string, stopLimit: string) => world.place('1', order, { kind: 'oco', stop, stopLimit });
const show = async (id: string) => ((await world.call('/x/order', { id }, '1')) as { order: OrderWire }).order;
const stateOf = async (...ids: string[]) => (await Promise.all(ids.map(show))).map(({ state }) => state);
const partnerOf = (order: OrderWire) => order.partner as string;

describe('a pair of a limit and a stop-limit order', () => {
  it('of sales holds the quantity once, one of purchases what the dearer of the two needs', async () => {
    await pair('sell 2 at 2100', '1900', '1890');
    expect(await world.balances('1')).toEqual({ USDT: '10000 + 0', ETH: '8 + 2' });
    const { order, partner } = await pair('buy 1 at 1900', '2100', '2110');
    expect(await world.balances('1')).toEqual({ USDT: '7890 + 2110', ETH: '8 + 2' });
    expect([order.state, partner?.state, partner?.held, partner?.partner]).toEqual(['open', 'waiting', '210', order.id]);
  });

  it('loses the stop with the first fill of the limit, also a partial one', async () => {
    const { order } = await pair('buy 1 at 1900', '2100', '2110');
    await world.place('2', 'sell 0.3 at 1900');
    expect(await stateOf(order.id, partnerOf(order))).toEqual(['partially_filled', 'cancelled']);
    expect((await show(partnerOf(order))).reason).toBe('ORDER_PARTNER_ENDED');
    expect(await world.balances('1')).toEqual({ USDT: '8100 + 1330', ETH: '10.29976 + 0' });
    await world.print('2150');
    expect(await stateOf(partnerOf(order))).toEqual(['cancelled']);
  });

  it('loses the limit when the stop is triggered, and spends the one hold', async () => {
    const { order } = await pair('buy 1 at 1900', '2100', '2110');
    await world.place('2', 'sell 1 at 2105');
    await world.print('2100');
    expect(await stateOf(order.id, partnerOf(order))).toEqual(['cancelled', 'filled']);
    expect((await show(order.id)).reason).toBe('ORDER_PARTNER_ENDED');
    expect(await world.balances('1')).toEqual({ USDT: '7895 + 0', ETH: '10.999 + 0' });
  });

  it.each([0, 1])('is cancelled wholly by cancelling one of them (%s)', async (which) => {
    const { order } = await pair('sell 2 at 2100', '1900', '1890');
    await world.cancel('1', which === 0 ? order.id : partnerOf(order));
    expect(await stateOf(order.id, partnerOf(order))).toEqual(['cancelled', 'cancelled']);
    expect(await world.balances('1')).toEqual({ USDT: '10000 + 0', ETH: '10 + 0' });
  });

  it('whose limit is filled on its way into the book never waits', async () => {
    await world.place('2', 'buy 1 at 2050');
    const { order, partner } = await pair('sell 2 at 2050', '1900', '1890');
    expect([order.state, partner?.state, partner?.reason]).toEqual(['partially_filled', 'cancelled', 'ORDER_PARTNER_ENDED']);
    await world.print('1800');
    expect(await stateOf(order.id, partnerOf(order))).toEqual(['partially_filled', 'cancelled']);
  });

  it('fills or triggers, never both, when both come at once', async () => {
    const { order } = await pair('sell 2 at 2050', '1900', '1890');
    await Promise.all([world.place('2', 'buy 1 at 2050'), world.print('1899'), world.place('2', 'buy 1 at 2050')]);
    await world.print('1899');
    expect(['partially_filled cancelled', 'filled cancelled', 'cancelled open', 'cancelled filled']).toContain(
      (await stateOf(order.id, partnerOf(order))).join(' '),
    );
  });

  it('goes on after a restart', async () => {
    const { order } = await pair('sell 2 at 2100', '1900', '1890');
    await world.restart();
    await world.place('2', 'buy 0.5 at 2100');
    await world.restart();
    expect(await stateOf(order.id, partnerOf(order))).toEqual(['partially_filled', 'cancelled']);
  });

  it.each([
    ['both above the market', 'sell 1 at 2100', '2050', '2040', 'ORDER_PAIR_INVALID'],
    ['the limit of a sale below the market', 'sell 1 at 1950', '1900', '1890', 'ORDER_PAIR_INVALID'],
    ['the stop of a purchase below the market', 'buy 1 at 1900', '1950', '1960', 'ORDER_PAIR_INVALID'],
    ['more than is available for the dearer one', 'buy 5 at 1900', '2100', '2110', 'INSUFFICIENT_BALANCE'],
  ])('is refused with %s', async (_name, order, stop, stopLimit, code) => {
    expect(await codeOf(pair(order, stop, stopLimit))).toBe(code);
    expect(await world.bookOf()).toEqual({ bids: [], asks: [] });
  });
});

const exits = { takeProfit: '2200', stopLoss: '1900', stopLossLimit: '1880' };
const exitsOf = async (entry: string) => {
  const { rows } = await world.db.read.query<{ id: string; kind: string }>(
    'SELECT id, kind FROM spot_orders WHERE entry_id = $1 ORDER BY id',
    [entry],
  );
  return Promise.all(rows.map(({ id }) => show(id)));
};

describe('a purchase with take-profit and stop-loss', () => {
  it('at the market becomes a pair for what it brought after the fee, rounded down to the step', async () => {
    await world.place('2', 'sell 1 at 2001');
    const { order } = await world.place('1', 'buy 0.12345', exits);
    expect([order.state, order.exits]).toEqual(['filled', 'pending']);
    await world.spot.settled();
    const [profit, loss] = await exitsOf(order.id);
    expect(profit).toMatchObject({ type: 'sell', kind: 'limit', price: '2200', num: '0.12332', state: 'open', partner: loss?.id });
    expect(loss).toMatchObject({ kind: 'stop_limit', stop: '1900', stop_side: 'fall', price: '1880', num: '0.12332', state: 'waiting' });
    expect((await show(order.id)).exits).toBe('placed');
    await world.place('2', 'buy 1 at 1890');
    await world.print('1899');
    expect(await stateOf(profit?.id ?? '', loss?.id ?? '')).toEqual(['cancelled', 'filled']);
  });

  it('with a take-profit alone places that alone, and a fill of it ends nothing', async () => {
    await world.place('2', 'sell 0.5 at 2001');
    const { order } = await world.place('1', 'buy 0.5', { takeProfit: '2200' });
    await world.spot.settled();
    const [profit, ...others] = await exitsOf(order.id);
    expect(others).toEqual([]);
    expect(profit).toMatchObject({ kind: 'limit', price: '2200', num: '0.4995', state: 'open', partner: null });
    expect(await show(order.id)).toMatchObject({ exits: 'placed', tp: '2200', sl: null });
    await world.fund('2', { USDT: '5000' });
    await world.place('2', 'buy 0.4995 at 2200');
    expect((await show(profit?.id ?? '')).state).toBe('filled');
  });

  it('with a stop-loss alone waits with what it bought until the index falls to it, also after a restart', async () => {
    await world.place('2', 'sell 1 at 2001');
    const { order } = await world.place('1', 'buy 0.5', { stopLoss: '1900', stopLossLimit: '1880' });
    await world.spot.settled();
    const [loss, ...others] = await exitsOf(order.id);
    expect(others).toEqual([]);
    expect(loss).toMatchObject({
      kind: 'stop_limit',
      stop: '1900',
      stop_side: 'fall',
      num: '0.4995',
      held: '0.4995',
      state: 'waiting',
      partner: null,
    });
    expect((await world.balances('1')).ETH).toBe('10 + 0.4995');
    await world.restart();
    await world.place('2', 'buy 1 at 1890');
    await world.print('1899');
    expect((await show(loss?.id ?? '')).state).toBe('filled');
  });

  it('that is filled in part ends when the index reaches the one exit that it has, and not at the other side', async () => {
    const { order } = await world.place('1', 'buy 1 at 1950', { takeProfit: '2200' });
    await world.place('2', 'sell 0.4 at 1950');
    await world.restart();
    await world.print('1800');
    expect((await show(order.id)).state).toBe('partially_filled');
    await world.print('2201');
    expect(await show(order.id)).toMatchObject({ state: 'cancelled', filled: '0.4', exits: 'placed' });
    expect((await exitsOf(order.id)).map(({ kind, num }) => `${kind} ${num}`)).toEqual(['limit 0.39968']);
  });

  it('at a limit waits with its exits until it is filled', async () => {
    const { order } = await world.place('1', 'buy 1 at 1950', exits);
    await world.print('1890');
    await world.print('2000');
    expect([await exitsOf(order.id), (await show(order.id)).state]).toEqual([[], 'open']);
    await world.place('2', 'sell 1 at 1950');
    await world.spot.settled();
    expect((await exitsOf(order.id)).map(({ state, num }) => `${state} ${num}`)).toEqual(['open 0.9992', 'waiting 0.9992']);
  });

  it('filled in part ends, and protects what it has, as soon as the stop is reached', async () => {
    const { order } = await world.place('1', 'buy 1 at 1950', exits);
    await world.place('2', 'sell 0.4 at 1950');
    expect(await exitsOf(order.id)).toEqual([]);
    await world.print('1900');
    expect(await show(order.id)).toMatchObject({ state: 'cancelled', filled: '0.4', exits: 'placed' });
    await world.print('1899');
    expect((await exitsOf(order.id)).map(({ state, num }) => `${state} ${num}`)).toEqual(['cancelled 0.39968', 'open 0.39968']);
  });

  it('cancelled after a part places the exits for that part, untouched it drops them', async () => {
    const part = await world.place('1', 'buy 1 at 1950', exits);
    await world.place('2', 'sell 0.4 at 1950');
    const none = await world.place('1', 'buy 1 at 1940', exits);
    await world.cancel('1', part.id);
    await world.cancel('1', none.id);
    await world.spot.settled();
    expect([(await show(part.id)).exits, (await show(none.id)).exits]).toEqual(['placed', 'dropped']);
    expect((await exitsOf(part.id)).map(({ num }) => num)).toEqual(['0.39968', '0.39968']);
  });

  it('places its exits once after a restart that came before them', async () => {
    await world.place('2', 'sell 1 at 2001');
    const placing = world.place('1', 'buy 1', exits);
    const { order } = await placing;
    await world.restart();
    await world.spot.settled();
    await world.restart();
    await world.spot.settled();
    expect(await exitsOf(order.id)).toHaveLength(2);
  });

  it('covers what is left when a part was sold again meanwhile', async () => {
    const { order } = await world.place('1', 'buy 1 at 1950', exits);
    await world.place('2', 'sell 0.4 at 1950');
    await world.place('2', 'buy 20 at 1990');
    await world.place('1', 'sell 10.3 at 1990');
    await world.cancel('1', order.id);
    await world.spot.settled();
    expect((await exitsOf(order.id)).map(({ num }) => num)).toEqual(['0.09968', '0.09968']);
  });

  it.each([
    ['a take-profit below the price', { ...exits, takeProfit: '1990' }, 'ORDER_EXITS_INVALID'],
    ['a stop above the market', { ...exits, stopLoss: '2000', stopLossLimit: '1990' }, 'ORDER_EXITS_INVALID'],
    ['a take-profit more than half away', { ...exits, takeProfit: '3000.01' }, 'ORDER_PRICE_OUT_OF_RANGE'],
    ['a stop limit off the price step', { ...exits, stopLossLimit: '1880.001' }, 'ORDER_PRICE_INVALID'],
    ['a stop-loss without the price that it sells at', { stopLoss: '1900' }, 'REQUEST_INVALID'],
  ])('is refused with %s', async (_name, wrong, code) => {
    expect(await codeOf(world.place('1', 'buy 1 at 2000', wrong))).toBe(code);
  });

  it('is refused for a sale, which leaves nothing to protect', async () => {
    expect(await codeOf(world.place('1', 'sell 1 at 2000', exits))).toBe('REQUEST_INVALID');
  });
});
