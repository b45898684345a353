import { afterEach, beforeEach, expect, it } from 'vitest';
import type { AnswerOf } from '../../../lib/protocol/define-call';
import type { perpetualOrderDetail } from '../../../lib/protocol/perpetual-records';
import { createPerpetualWorld, type PerpetualWorld } from '../../../tests/helpers/perpetual-world';
import { createId } from '../../platform/ids';

/** Meetings of one transaction here. */
const COST_MAX = 20;
let world: PerpetualWorld;
beforeEach(async () => {
  world = await createPerpetualWorld({ costMax: COST_MAX });
  for (const user of ['1', '2', '3', '4', '5']) await world.fund(user, '100000');
});
afterEach(() => world.verify());

/** `count` orders of 0.01 side by side, of user 2. */
const crowd = (count: number, side: 'buy' | 'sell', price: string) =>
  Promise.all(Array.from({ length: count }, () => world.place('2', `${side} 0.01 at ${price}`)));
type Row = Record<'status' | 'reason' | 'taking_limit', string | null> & { filled: string; quantity: string };
/** A user's orders, oldest first; quantities in hundredths. */
const rowsOf = async (user: string) => {
  const sql = `SELECT filled / 1000000 AS filled, quantity / 1000000 AS quantity, status, reason, taking_limit
                 FROM perpetual_orders WHERE user_id = $1 ORDER BY id`;
  const { rows } = await world.db.read.query<Row>(sql, [user]);
  return rows.map((row) => ({ ...row, filled: Number(row.filled), quantity: Number(row.quantity) }));
};
/** From here on every transaction after the first `count` fails, as if the process were gone. Returns what ends that. */
const stopAfter = (count: number) => {
  const { transaction } = world.db;
  let commits = 0;
  world.db.transaction = (run, options) => {
    commits += 1;
    return commits <= count ? transaction(run, options) : Promise.reject(new Error('the process is gone'));
  };
  return () => {
    world.db.transaction = transaction;
    world.faults.length = 0;
  };
};

it('rests in the end behind who came in between, also after a restart', async () => {
  await crowd(COST_MAX + 5, 'sell', '2000');
  const comeBack = stopAfter(1);
  await world.place('1', 'buy 0.5 at 2000');
  await world.perpetual.settled();
  comeBack();
  expect(await rowsOf('1')).toMatchObject([{ filled: COST_MAX, status: 'partially_filled', taking_limit: '2000.000000000000000000' }]);
  // Takes the last five and rests.
  await world.place('3', 'buy 0.1 at 2000');
  await world.perpetual.settled();
  expect(await world.bookOf()).toEqual({ bids: ['0.35 at 2000'], asks: [] });
  await world.restart();
  await world.place('4', 'sell 0.05 at 2000');
  expect(await rowsOf('3')).toMatchObject([{ filled: 10, status: 'filled' }]);
  expect(await rowsOf('1')).toMatchObject([{ filled: 20, status: 'partially_filled' }]);
});

it.each(['at once', 'after a restart'])('rests in the end after it was amended, %s, and again; each hold is told of', async (when) => {
  const amend = (id: string, price: string) =>
    world.perpetual.amendOrder({ userId: '1', mode: 'real' }, { orderId: id, price, quantity: null, requestId: createId() });
  const { id } = await world.place('1', 'sell 1 at 2010');
  for (const price of ['1990', '1989']) {
    await crowd(COST_MAX + 5, 'buy', price);
    const comeBack = when === 'at once' ? null : stopAfter(1);
    await amend(id, price);
    await world.perpetual.settled();
    comeBack?.();
    if (comeBack !== null) {
      await world.restart();
      await world.print('2000');
    }
    await world.perpetual.settled();
    expect((await world.bookOf()).asks).toEqual([`${price === '1990' ? '0.75' : '0.5'} at ${price}`]);
  }
  const { entries } = (await world.call('x.perpetualOrder', { id }, '1')) as AnswerOf<typeof perpetualOrderDetail>;
  expect(entries.filter(({ type, amount }) => type === 'PERPETUAL_HOLD' && !amount.startsWith('-'))).toHaveLength(3);
  await world.perpetual.cancelOrder({ userId: '1', mode: 'real' }, { orderId: id, requestId: createId() });
});

it('goes on after a restart, and a market order ends where the book is empty', async () => {
  await crowd(2 * COST_MAX + 5, 'sell', '2000');
  const comeBack = stopAfter(1);
  await world.place('1', 'buy 1');
  await world.perpetual.settled();
  comeBack();
  await world.restart();
  await world.print('2000');
  expect(await rowsOf('1')).toMatchObject([{ filled: 45, status: 'expired', reason: 'ORDER_NO_LIQUIDITY', taking_limit: null }]);
  expect(await world.show('1')).toBe('long 0.45 for 900 on 90');
});

it('closes a position of many pieces to the end, also when its process is gone in between', async () => {
  await world.place('3', 'sell 1 at 2000');
  await world.place('1', 'buy 1 at 2000');
  await crowd(5 * COST_MAX, 'buy', '1999');
  const { id } = (await world.position('1')) as { id: string };
  const comeBack = stopAfter(1);
  const closing = await world.perpetual.closePosition(
    { userId: '1', mode: 'real' },
    { positionId: id, requestId: createId(), quantity: null },
  );
  expect(closing).toMatchObject({ order: { state: 'partially_filled', num: '1', filled: '0.2' }, open: '0.8' });
  await world.perpetual.settled();
  comeBack();
  await world.restart();
  await world.print('2000');
  expect(await world.show('1')).toBe('none');
  expect((await rowsOf('1'))[1]).toMatchObject({ filled: 100, status: 'filled' });
});

it('ends with its position and with its cancellation', async () => {
  await world.place('3', 'sell 1 at 2000');
  await world.place('1', 'buy 1 at 2000');
  await crowd(2 * COST_MAX, 'buy', '1999');
  const comeBack = stopAfter(1);
  const { id } = await world.place('1', 'sell 1 at 1999', { isReduceOnly: true });
  await world.perpetual.settled();
  comeBack();
  await world.place('4', 'buy 5 at 2000');
  await world.place('1', 'sell 0.8 at 2000', { isReduceOnly: true, timeInForce: 'IOC' });
  await world.perpetual.settled();
  expect(await world.show('1')).toBe('none');
  expect((await rowsOf('1'))[1]).toMatchObject({ filled: 20, status: 'cancelled', reason: 'REDUCE_ONLY_REFUSED' });
  await expect(world.cancel('1', id)).rejects.toMatchObject({ code: 'ORDER_CLOSED' });

  await crowd(2 * COST_MAX, 'sell', '2010');
  const again = stopAfter(1);
  const { id: second } = await world.place('5', 'buy 1 at 2010');
  await world.perpetual.settled();
  again();
  expect((await world.cancel('5', second)).order).toMatchObject({ state: 'cancelled', reason: null, filled: '0.2' });
  await world.perpetual.settled();
  expect((await rowsOf('5'))[0]).toMatchObject({ filled: 20, status: 'cancelled' });
});

it('is liquidated with its position', async () => {
  await world.fund('6', '50');
  await crowd(2 * COST_MAX, 'sell', '2000');
  const comeBack = stopAfter(1);
  await world.place('6', 'buy 0.4 at 2000', { leverage: 40 });
  await world.perpetual.settled();
  comeBack();
  await crowd(COST_MAX, 'buy', '1960');
  await world.print('1955');
  expect(await world.show('6')).toBe('none');
  expect((await rowsOf('6'))[0]).toMatchObject({ taking_limit: null });
});

it('ends where the money is gone, with what it was filled', async () => {
  await world.fund('6', '60');
  await crowd(2 * COST_MAX, 'sell', '2000');
  expect((await world.place('6', 'buy 0.4')).order).toMatchObject({ state: 'partially_filled', filled: '0.2' });
  await world.perpetual.settled();
  expect(await rowsOf('6')).toMatchObject([{ filled: 20, status: 'cancelled', reason: 'INSUFFICIENT_BALANCE' }]);
  await expect(world.place('6', 'buy 0.4 at 2000')).rejects.toMatchObject({ code: 'INSUFFICIENT_BALANCE' });
});
