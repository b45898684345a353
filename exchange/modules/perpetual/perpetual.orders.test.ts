import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createPerpetualWorld, type PerpetualWorld } from '../../../tests/helpers/perpetual-world';
import { createId } from '../../platform/ids';
import { listOwnFills } from '../matching/matching';
import { PERPETUAL_ORDERS } from './perpetual.repository';
import { leaseOf } from './perpetual.leases';

let world: PerpetualWorld;
beforeEach(async () => {
  world = await createPerpetualWorld();
  await world.fund('1', '10000');
  await world.fund('2', '10000');
});
afterEach(() => world.verify());

const codeOf = (promise: Promise<unknown>) =>
  promise.then(
    () => 'accepted',
    (error: { code?: string }) => error.code,
  );

describe('opening', () => {
  it('holds margin and maker fee of what rests, and gives all of it back', async () => {
    const { id, state, position } = await world.place('1', 'buy 2 at 1990');
    expect({ state, position }).toEqual({ state: 'open', position: null });
    expect(await world.money('1')).toBe('9601.204 + 398.796 + 0');
    const { order } = await world.cancel('1', id);
    expect(order).toMatchObject({ state: 'cancelled', filled: '0', held: '0' });
    expect(await world.money('1')).toBe('10000 + 0 + 0');
  });

  it('moves margin and fee of both sides, and nothing between them', async () => {
    await world.place('2', 'sell 2 at 2000');
    const { order, position } = await world.place('1', 'buy 2 at 2000');
    expect(order).toMatchObject({ state: 'filled', filled: '2', filled_value: '4000', fee: '2', fee_coin: 'USDT', profit: '0' });
    expect(position).toMatchObject({ type: 'long', num: '2', cost: '4000', margin: '400', leverage: 10, fee: '2', profit: '0' });
    expect([await world.money('1'), await world.money('2')]).toEqual(['9598 + 0 + 400', '9599.2 + 0 + 400']);
    expect([await world.show('1'), await world.show('2')]).toEqual(['long 2 for 4000 on 400', 'short 2 for 4000 on 400']);
    expect(await world.house('fees')).toBe('2.8');
  });

  it('has the taker put a price worse than the mark into the margin', async () => {
    await world.place('2', 'sell 1 at 2020', { leverage: 5 });
    await world.place('1', 'buy 1');
    expect(await world.show('1')).toBe('long 1 for 2020 on 222');
  });

  it('adds to a position, with the margin of its own leverage', async () => {
    await world.place('2', 'sell 1 at 2000');
    await world.place('2', 'sell 1 at 2000');
    await world.place('1', 'buy 1 at 2000');
    await world.place('1', 'buy 1 at 2000', { leverage: 20 });
    expect(await world.position('1')).toMatchObject({ num: '2', cost: '4000', margin: '300', leverage: 20 });
  });
});

describe('closing', () => {
  beforeEach(async () => {
    await world.fund('3', '10000');
    await world.place('2', 'sell 2 at 2000');
    await world.place('1', 'buy 2 at 2000');
  });

  it('is in the list of fills, newest first, with what it realised', async () => {
    await world.place('3', 'buy 1 at 2010');
    await world.place('1', 'sell 0.5', { isReduceOnly: true });
    const page = { userId: '1', mode: 'real' as const, from: null, to: null, limit: 20, market: null, kind: null, after: null };
    const { rows, next } = await listOwnFills(world.db.read, PERPETUAL_ORDERS, page);
    expect(rows.map(({ side, kind, quantity, realized, liquidity }) => [side, kind, quantity, realized, liquidity])).toEqual([
      ['sell', 'market', 50_000_000n, 500_000_000n, 'taker'],
      ['buy', 'limit', 200_000_000n, 0n, 'taker'],
    ]);
    expect(next).toBeNull();
    expect((await listOwnFills(world.db.read, PERPETUAL_ORDERS, { ...page, userId: '3' })).rows).toMatchObject([
      { side: 'buy', liquidity: 'maker' },
    ]);
    expect((await listOwnFills(world.db.read, PERPETUAL_ORDERS, { ...page, mode: 'demo' })).rows).toEqual([]);
  });

  it('in part realises its share and sets its share of the margin free', async () => {
    await world.place('3', 'buy 1 at 2010');
    const { order } = await world.place('1', 'sell 0.5', { isReduceOnly: true });
    expect(order).toMatchObject({ state: 'filled', profit: '5', fee: '0.5025', reduce: true });
    expect(await world.show('1')).toBe('long 1.5 for 3000 on 300');
    expect(await world.money('1')).toBe('9702.4975 + 0 + 300');
    expect(await world.balanceOf('clearing:real:perpetual-ETH-USDT:USDT')).toBe(-5n * 10n ** 8n);
  });

  it('wholly leaves nothing, and the history tells the whole position', async () => {
    await world.place('3', 'buy 2 at 1980');
    const position = await world.position('1');
    const answer = await world.perpetual.closePosition(
      { userId: '1', mode: 'real' },
      { positionId: position?.id ?? '', quantity: null, requestId: createId() },
    );
    expect(answer.order).toMatchObject({ state: 'filled', profit: '-40', fee: '1.98' });
    expect(await world.show('1')).toBe('none');
    expect(await world.money('1')).toBe('9956.02 + 0 + 0');
    expect(await world.call('option.records', { type: 'perpetual' }, '1')).toMatchObject([
      { type: 'long', num: '2', buy_price: '2000', sell_price: '1980', margin: '400', fee: '3.98', profit: '-40', reason: 'user' },
    ]);
  });

  it('and opening the other way happen in one fill', async () => {
    await world.place('3', 'buy 3 at 2000');
    const { order, position } = await world.place('1', 'sell 3 at 2000');
    expect(order).toMatchObject({ fee: '3', profit: '0' });
    expect(position).toMatchObject({ type: 'short', num: '1', cost: '2000', margin: '200' });
    expect(await world.money('1')).toBe('9795 + 0 + 200');
  });

  it('as maker sets the hold free that was not needed', async () => {
    await world.place('1', 'sell 1 at 2005');
    await world.place('3', 'buy 1');
    expect(await world.show('1')).toBe('long 1 for 2000 on 200');
    expect(await world.money('1')).toBe('9802.599 + 0 + 200');
  });

  it('is all that an order does that only reduces', async () => {
    await world.place('3', 'buy 5 at 2000');
    const { order } = await world.place('1', 'sell 5', { isReduceOnly: true });
    expect(order).toMatchObject({ num: '2', filled: '2', state: 'filled' });
    expect(await world.show('1')).toBe('none');
    expect(await codeOf(world.place('1', 'sell 1', { isReduceOnly: true }))).toBe('REDUCE_ONLY_REFUSED');
  });

  it('ends resting orders that only reduce, without a hold', async () => {
    await world.place('1', 'sell 1 at 2050', { isReduceOnly: true });
    expect(await world.money('1')).toBe('9598 + 0 + 400');
    await world.place('3', 'buy 2 at 2000');
    await world.place('1', 'sell 2 at 2000');
    expect(await world.bookOf()).toEqual({ bids: [], asks: [] });
  });

  it('cuts a resting reduction that is larger than what is left, and the taker goes on', async () => {
    await world.place('1', 'sell 2 at 2050', { isReduceOnly: true });
    await world.place('3', 'buy 1.5 at 2000');
    await world.place('1', 'sell 1.5 at 2000');
    await world.fund('4', '10000');
    await world.place('3', 'sell 1 at 2060');
    const { order } = await world.place('4', 'buy 1 at 2060');
    expect(order).toMatchObject({ filled: '1', filled_value: '2055' });
    expect(await world.show('1')).toBe('none');
    const orders: { state: string; filled: string; reason: string }[] = await world.call('spot.history', { type: 'perpetual' }, '1');
    expect(orders.find(({ reason }) => reason === 'REDUCE_ONLY_REFUSED')).toMatchObject({ state: 'cancelled', filled: '0.5' });
  });
});

describe('refusals change nothing', () => {
  it.each([
    { name: 'leverage beyond the market', order: 'buy 1 at 2000', extra: { leverage: 101 }, code: 'LEVERAGE_INVALID' },
    { name: 'a size beyond the tier of the leverage', order: 'buy 30 at 2000', extra: { leverage: 100 }, code: 'POSITION_TOO_LARGE' },
    { name: 'more margin than there is', order: 'buy 50 at 2000', extra: {}, code: 'INSUFFICIENT_BALANCE' },
    { name: 'a take-profit on the wrong side', order: 'buy 1 at 1990', extra: { takeProfit: '1999' }, code: 'TAKE_PROFIT_INVALID' },
    { name: 'a stop-loss on the wrong side', order: 'sell 1 at 2010', extra: { stopLoss: '1999' }, code: 'STOP_LOSS_INVALID' },
    { name: 'a trigger off the grid', order: 'buy 1 at 1990', extra: { stopLoss: '1900.001' }, code: 'ORDER_PRICE_INVALID' },
    { name: 'a price beyond the band', order: 'buy 1 at 2200.01', extra: {}, code: 'ORDER_PRICE_OUT_OF_RANGE' },
    { name: 'an empty book', order: 'buy 1', extra: {}, code: 'ORDER_NO_LIQUIDITY' },
    { name: 'a reduction of nothing', order: 'sell 1 at 2010', extra: { isReduceOnly: true }, code: 'REDUCE_ONLY_REFUSED' },
  ])('$name', async ({ order, extra, code }) => {
    expect(await codeOf(world.place('1', order, extra))).toBe(code);
    expect(await world.money('1')).toBe('10000 + 0 + 0');
    expect(await world.bookOf()).toEqual({ bids: [], asks: [] });
    expect(world.events).toEqual([]);
  });

  it('after 3 s without prices only reductions are taken, and cancels', async () => {
    await world.place('2', 'sell 1 at 2000');
    await world.place('1', 'buy 1 at 2000');
    const { id } = await world.place('2', 'buy 1 at 1990');
    world.index.age = 3_001;
    expect(await codeOf(world.place('1', 'buy 1 at 1990'))).toBe('MARKET_STALE');
    world.index.age = 10_001;
    world.index.state = 'dead';
    expect(await codeOf(world.place('1', 'buy 1 at 1990'))).toBe('MARKET_REDUCE_ONLY');
    expect((await world.place('1', 'sell 0.5', { isReduceOnly: true })).order.state).toBe('filled');
    expect((await world.cancel('2', id)).order.state).toBe('cancelled');
  });

  it.each([
    ['the venues do not confirm the price', 'jump'],
    ['operators have halted the market', 'maintenance'],
  ])('while %s only reductions are taken, and the refusal says why', async (_, reason) => {
    await world.place('2', 'sell 1 at 2000');
    await world.place('1', 'buy 1 at 2000');
    await world.place('2', 'buy 1 at 1990');
    Object.assign(world.index, { state: 'halted', halt: reason });
    await expect(world.place('1', 'buy 1 at 1990')).rejects.toMatchObject({ code: 'MARKET_HALTED', params: { reason } });
    expect((await world.place('1', 'sell 0.5', { isReduceOnly: true })).order.state).toBe('filled');
  });
});

describe('the same request', () => {
  it('sent 20 times at once makes one position with one answer', async () => {
    await world.place('2', 'sell 5 at 2000');
    const requestId = createId();
    const answers = await Promise.all(Array.from({ length: 20 }, () => world.place('1', 'buy 1 at 2000', { requestId })));
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    expect(await world.show('1')).toBe('long 1 for 2000 on 200');
    expect(await codeOf(world.place('1', 'buy 2 at 2000', { requestId }))).toBe('DUPLICATE_REQUEST');
    await world.restart();
    expect(await world.place('1', 'buy 1 at 2000', { requestId })).toEqual(answers[0]);
  });
});

describe('margin and triggers', () => {
  beforeEach(async () => {
    await world.place('2', 'sell 2 at 2000');
    await world.place('1', 'buy 2 at 2000', { takeProfit: '2100', stopLoss: '1900' });
  });
  const change = async (amount: bigint, requestId = createId()) =>
    world.perpetual.changeMargin({ userId: '1', mode: 'real' }, { positionId: (await world.position('1'))?.id ?? '', amount, requestId });

  it('move between available balance and position, once per request', async () => {
    const requestId = createId();
    const before = await world.position('1');
    const { position } = await change(100n * 10n ** 8n, requestId);
    expect(await change(100n * 10n ** 8n, requestId)).toEqual({ position });
    expect(position.margin).toBe('500');
    expect(Number(position.liquidation)).toBeLessThan(Number(before?.liquidation));
    expect(await world.money('1')).toBe('9498 + 0 + 500');
    expect(await codeOf(change(-100_00000001n))).toBe('MARGIN_TOO_LOW');
    expect((await change(-100n * 10n ** 8n)).position.margin).toBe('400');
    expect(await codeOf(change(9598_00000001n))).toBe('INSUFFICIENT_BALANCE');
  });

  it('are set by the order and changed together', async () => {
    const position = await world.position('1');
    expect(position).toMatchObject({ tp: '2100', sl: '1900' });
    const set = (takeProfit: string | null, stopLoss: string | null) =>
      world.perpetual.changeTriggers(
        { userId: '1', mode: 'real' },
        { positionId: position?.id ?? '', takeProfit, stopLoss, requestId: createId() },
      );
    expect((await set('2200', null)).position).toMatchObject({ tp: '2200', sl: null });
    expect(await codeOf(set('1999', null))).toBe('TAKE_PROFIT_INVALID');
    expect(
      await codeOf(
        world.perpetual.changeTriggers(
          { userId: '2', mode: 'real' },
          { positionId: position?.id ?? '', takeProfit: null, stopLoss: null, requestId: createId() },
        ),
      ),
    ).toBe('POSITION_NOT_FOUND');
  });

  it('of a market that another process writes are not called missing: the market is busy here', async () => {
    const position = await world.position('1');
    const close = (userId: string, positionId: string) =>
      codeOf(world.perpetual.closePosition({ userId, mode: 'real' }, { positionId, quantity: null, requestId: createId() }));
    world.perpetual.state.disown(leaseOf('ETH-USDT'));
    expect(await close('1', position?.id ?? '')).toBe('MARKET_BUSY');
    expect(await close('2', position?.id ?? '')).toBe('POSITION_NOT_FOUND');
    expect(await close('1', '999999')).toBe('POSITION_NOT_FOUND');
    await world.restart();
    expect(await close('1', position?.id ?? '')).not.toBe('MARKET_BUSY');
  });
});
