import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createPerpetualWorld, type PerpetualWorld } from '../../../tests/helpers/perpetual-world';
import { createId } from '../../platform/ids';

/** Units that one command may cost in a transaction. */
const COST_MAX = 30;
let world: PerpetualWorld;
beforeEach(async () => {
  world = await createPerpetualWorld({ costMax: COST_MAX });
});
afterEach(async () => {
  vi.restoreAllMocks();
  await world.verify();
});

const ordersOf = async (user: string, origin: string) => {
  const sql = `SELECT quantity / 100000000 AS quantity FROM perpetual_orders WHERE user_id = $1 AND origin = $2 AND filled > 0 ORDER BY id`;
  return (await world.db.read.query<{ quantity: string }>(sql, [user, origin])).rows.map((row) => Number(row.quantity));
};
/** Code of `exchange_due_refused_total` for one work, or 0. */
const refused = async (work: string, code: string) => {
  const { body } = await world.metrics.render();
  const line = body
    .split('\n')
    .find((text) => text.startsWith('exchange_due_refused_total') && text.includes(`"${work}"`) && text.includes(code));
  return Number(line?.split(' ').at(-1) ?? 0);
};

describe('a position of 4,000 ETH where the largest order is 3,000', () => {
  /** User 1 is long and user 2 short 4,000 at 2000; user 3 has money. */
  const open = async (extra: object = {}) => {
    for (const user of ['1', '2', '3']) await world.fund(user, '20000000');
    for (const quantity of [2_000, 2_000]) {
      await world.place('2', `sell ${quantity} at 2000`, { leverage: 2 });
      await world.place('1', `buy ${quantity} at 2000`, { leverage: 10, ...extra });
    }
  };
  const bid = async (price: string) => {
    for (const quantity of [2_500, 1_500]) await world.place('3', `buy ${quantity} at ${price}`, { leverage: 1 });
  };

  it('is closed by its stop-loss with two orders', async () => {
    await open({ stopLoss: '1950' });
    await bid('1949');
    await world.print('1949.5');
    expect(await world.show('1')).toBe('none');
    expect(await ordersOf('1', 'stop_loss')).toEqual([3_000, 1_000]);
  });

  it('is closed by its owner at once, who is told of both orders', async () => {
    await open();
    await bid('1999');
    const { id } = (await world.position('1')) as { id: string };
    const input = { positionId: id, requestId: createId(), quantity: null };
    const answer = await world.perpetual.closePosition({ userId: '1', mode: 'real' }, input);
    expect(answer).toMatchObject({ message: 'Position closed', open: '0', orders: [{ num: '3000' }, { num: '1000' }] });
    expect(await world.show('1')).toBe('none');
    expect(await world.perpetual.closePosition({ userId: '1', mode: 'real' }, input)).toEqual(answer);
  });

  it('that the insurance fund took over is sold by it', async () => {
    await open();
    await world.print('1805');
    expect(await world.show('1')).toBe('none');
    await bid('1804');
    await world.print('1805');
    const sql = `SELECT 1 FROM perpetual_positions WHERE user_id NOT IN (1, 2, 3) AND closed_at IS NULL`;
    expect((await world.db.read.query(sql)).rows).toEqual([]);
  });
});

describe('deleveraging', () => {
  it('takes from as many owners as are needed, in pieces, the most profitable first, and leaves nothing', async () => {
    const others = Array.from({ length: 450 }, (_, index) => String(100 + index));
    await world.fund('1', '100000');
    for (const user of others) await world.fund(user, '1000');
    await world.setFund('0');
    // Higher leverage means more profit for the margin: it goes first.
    const leverageOf = (index: number) => (index % 2 === 0 ? 10 : 5);
    await Promise.all(others.map((user, index) => world.place(user, 'sell 0.02 at 2000', { leverage: leverageOf(index) })));
    for (let bought = 0; bought < 450; bought += 150) await world.place('1', 'buy 3 at 2000', { leverage: 50 });
    await world.perpetual.settled();
    expect(await world.show('1')).toBe('long 9 for 18000 on 360');
    await world.print('1900');
    const { rows } = await world.db.read.query<{ closed: string; by_others: string; by_fund: string }>(
      'SELECT closed, by_others, by_fund FROM perpetual_liquidations ORDER BY id',
    );
    expect(rows.length).toBe(Math.ceil(450 / COST_MAX));
    expect(rows.reduce((sum, row) => sum + Number(row.by_others), 0)).toBe(9 * 10 ** 8);
    expect(rows.every((row) => row.by_fund === '0')).toBe(true);
    expect(await world.show('1')).toBe('none');
    const order = await world.db.read.query<{ leverage: number }>(
      `SELECT leverage FROM perpetual_orders WHERE origin = 'auto_deleverage' ORDER BY id`,
    );
    expect(order.rows.map(({ leverage }) => leverage)).toEqual([...Array(225).fill(10), ...Array(225).fill(5)]);
  });
});

describe('what is due and refused', () => {
  it('is counted, alarmed when it lasts, tried with every mark, and done as soon as it can be', async () => {
    for (const user of ['1', '2', '3']) await world.fund(user, '100000');
    await world.place('2', 'sell 1 at 2000', { leverage: 2 });
    await world.place('1', 'buy 1 at 2000', { stopLoss: '1950' });
    await world.print('1949');
    expect(await refused('stop_loss', 'ORDER_NO_LIQUIDITY')).toBe(1);
    for (let print = 0; print < 11; print += 1) await world.print('1949', 50);
    expect(await refused('stop_loss', 'ORDER_NO_LIQUIDITY')).toBe(12);
    expect(world.alarms).toEqual([]);
    await world.print('1949', 50);
    expect(world.alarms).toMatchObject([{ alarm: 'due_refused', key: 'stop_loss ETH-USDT real 1', code: 'ORDER_NO_LIQUIDITY' }]);
    await world.place('3', 'buy 1 at 1948');
    await world.print('1949');
    expect(await world.show('1')).toBe('none');
    expect(world.alarms).toHaveLength(1);
  });

  it('is tried again with the next mark when its transaction failed', async () => {
    for (const user of ['1', '2', '3']) await world.fund(user, '100000');
    await world.place('2', 'sell 1 at 2000', { leverage: 2 });
    await world.place('1', 'buy 1 at 2000', { leverage: 50 });
    const { transaction } = world.db;
    world.db.transaction = () => Promise.reject(new Error('the disk is full'));
    await world.print('1960');
    world.db.transaction = transaction;
    expect(await refused('liquidation', 'MARKET_BUSY')).toBe(1);
    world.faults.length = 0;
    // What failed is held back for a moment.
    await vi.waitFor(
      async () => {
        await world.print('1960');
        expect(await world.show('1')).toBe('none');
      },
      { timeout: 180_000, interval: 500 },
    );
  });

  it('is not stopped by an own order in its way', async () => {
    for (const user of ['1', '2', '3']) await world.fund(user, '100000');
    await world.place('2', 'sell 1 at 2000', { leverage: 2 });
    await world.place('1', 'buy 1 at 2000', { stopLoss: '1950' });
    await world.place('1', 'buy 1 at 1948');
    await world.place('3', 'buy 1 at 1947');
    await world.print('1949');
    expect(await world.show('1')).toBe('none');
    expect(await world.bookOf()).toEqual({ bids: [], asks: [] });
  });
});
