import { afterEach, beforeEach, expect, it } from 'vitest';
import type { AnswerOf } from '../../../lib/protocol/define-call';
import type { perpetualOrderDetail } from '../../../lib/protocol/perpetual-records';
import { createPerpetualWorld, type PerpetualWorld } from '../../../tests/helpers/perpetual-world';
import { createId } from '../../platform/ids';

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
const both = { takeProfit: '2200', stopLoss: '1800' };
const buy = async () => (await world.place('1', 'buy 1 at 1900', both)).id;
const show = (id: string) => world.call('x.perpetualOrder', { id }, '1') as Promise<AnswerOf<typeof perpetualOrderDetail>>;
const triggersOf = async () => {
  const position = await world.position('1');
  return [position?.num, position?.tp, position?.sl];
};

it('triggers of a resting order change in its place, without a journal, and count for what is filled from then on', async () => {
  const id = await buy();
  await world.place('3', 'buy 1 at 1900');
  const before = await world.money('1');
  const { order, kept } = await world.amend('1', id, { exits: { takeProfit: '2300' } });
  expect([kept, order.tp, order.sl, order.price, await world.money('1')]).toEqual([true, '2300', '1800', '1900', before]);
  await world.amend('1', id, { exits: { stopLoss: '1700' } });
  expect((await show(id)).amendments).toMatchObject([
    { tp_before: '2200', tp: '2300', sl_before: '1800', sl: '1800', kept: true },
    { tp_before: '2300', tp: '2300', sl_before: '1800', sl: '1700' },
  ]);
  await world.place('2', 'sell 1 at 1900');
  expect(await triggersOf()).toEqual(['1', '2300', '1700']);
});

it('survive a restart, can be taken away and given', async () => {
  const id = await buy();
  await world.amend('1', id, { exits: { takeProfit: null, stopLoss: '1750' } });
  await world.restart();
  await world.place('2', 'sell 0.5 at 1900');
  expect(await triggersOf()).toEqual(['0.5', null, '1750']);
  const plain = await world.place('1', 'buy 1 at 1850');
  expect((await world.amend('1', plain.id, { exits: both })).order).toMatchObject({ tp: '2200', sl: '1800' });
  expect((await world.amend('1', plain.id, { exits: { takeProfit: null, stopLoss: null } })).order).toMatchObject({ tp: null, sl: null });
});

it('once a part is filled: its position keeps those of the part until the next fill gives it the new ones', async () => {
  const id = await buy();
  await world.place('2', 'sell 0.4 at 1900');
  expect(await triggersOf()).toEqual(['0.4', '2200', '1800']);
  await world.amend('1', id, { exits: { takeProfit: '2300' } });
  expect(await triggersOf()).toEqual(['0.4', '2200', '1800']);
  await world.place('2', 'sell 0.4 at 1900');
  expect(await triggersOf()).toEqual(['0.8', '2300', '1800']);
});

it('with another price are those of what is filled at once', async () => {
  await world.place('2', 'sell 1 at 2000');
  const id = await buy();
  await world.amend('1', id, { price: '2010', exits: { takeProfit: '2500', stopLoss: null } });
  expect(await triggersOf()).toEqual(['1', '2500', null]);
});

it('raced by a fill of a part: before or after it, with the triggers of that time', async () => {
  for (let round = 0; round < 4; round += 1) {
    const id = await buy();
    const fill = () => world.place('2', 'sell 0.5 at 1900', { timeInForce: 'IOC' });
    const change = () => world.amend('1', id, { exits: { takeProfit: '2300' } });
    const sent = round % 2 === 0 ? [fill(), change()] : [change(), fill()];
    await Promise.all(sent as Promise<unknown>[]);
    expect(['2200', '2300']).toContain((await world.position('1'))?.tp);
    expect((await show(id)).order).toMatchObject({ state: 'partially_filled', tp: '2300' });
    await world.cancel('1', id);
  }
});

it('a trigger that stays is not judged anew where the mark has passed it meanwhile', async () => {
  const id = await buy();
  await world.print('2210');
  expect((await world.amend('1', id, { exits: { stopLoss: '1700' } })).order).toMatchObject({ tp: '2200', sl: '1700' });
  expect((await world.amend('1', id, { exits: { takeProfit: '2200', stopLoss: null } })).order).toMatchObject({ tp: '2200', sl: null });
  expect(await codeOf(world.amend('1', id, { exits: { takeProfit: '2205' } }))).toBe('TAKE_PROFIT_INVALID');
});

it('one request is done once; a refused amendment leaves the triggers as they were', async () => {
  const id = await buy();
  const requestId = createId();
  const change = { exits: { takeProfit: '2300' } };
  expect(await world.amend('1', id, change, requestId)).toEqual(await world.amend('1', id, change, requestId));
  expect(await codeOf(world.amend('1', id, { exits: { takeProfit: '1950' } }))).toBe('TAKE_PROFIT_INVALID');
  expect(await codeOf(world.amend('1', id, { exits: { stopLoss: '2050' } }))).toBe('STOP_LOSS_INVALID');
  expect(await codeOf(world.amend('1', id, change))).toBe('ORDER_UNCHANGED');
  expect(await codeOf(world.amend('1', id, { quantity: '900', exits: { takeProfit: '2900' }, price: '1901' }))).toBe(
    'INSUFFICIENT_BALANCE',
  );
  await world.place('2', 'sell 1 at 1900');
  expect(await triggersOf()).toEqual(['1', '2300', '1800']);
  const reduction = await world.place('1', 'sell 1 at 2100', { isReduceOnly: true });
  expect(await codeOf(world.amend('1', reduction.id, change))).toBe('ORDER_NOT_AMENDABLE');
});
