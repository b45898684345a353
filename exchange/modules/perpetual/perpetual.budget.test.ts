import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createPerpetualWorld, type PerpetualWorld } from '../../../tests/helpers/perpetual-world';
import { PerpetualBook } from './perpetual.book';

/** Work of one command in a transaction here. */
const COST_MAX = 200;
let world: PerpetualWorld;
beforeEach(async () => {
  world = await createPerpetualWorld({ costMax: COST_MAX });
});
afterEach(async () => {
  vi.restoreAllMocks();
  await world.verify();
});

const count = async (sql: string) => Number((await world.db.read.query<{ n: string }>(`SELECT count(*) AS n FROM ${sql}`)).rows[0]?.n);
/** How often the engine asked for somebody's position: once or twice for each resting order that is met. */
const countLooks = () => vi.spyOn(PerpetualBook.prototype, 'position');
type Row = Record<'status' | 'reason' | 'taking_limit' | 'quantity', string | null> & { filled: string };
/** A user's orders, oldest first; `filled` in hundredths. */
const rowsOf = async (user: string) => {
  const sql =
    'SELECT filled / 1000000 AS filled, quantity, status, reason, taking_limit FROM perpetual_orders WHERE user_id = $1 ORDER BY id';
  return (await world.db.read.query<Row>(sql, [user])).rows.map((row) => ({ ...row, filled: Number(row.filled) }));
};
const TINY = 490;
const REDUCTIONS = 199;
/** Of the 888 orders that are met; some reductions are swept up in between. */
const CHUNKS_MAX = Math.ceil(888 / COST_MAX);

/** 490 tiny orders, and behind them two accounts with a position of 0.01 and 199 reductions of it each, of which the first alone can be filled. */
async function buildWall(side: 'sell' | 'buy', [tiny, reducing]: [string, string]): Promise<void> {
  const opposite = side === 'sell' ? 'buy' : 'sell';
  for (const user of ['1', '2', '3', '4', '5', '6']) await world.fund(user, '100000');
  await world.place('3', `${side} 0.02 at 2000`);
  for (const user of ['1', '2']) await world.place(user, `${opposite} 0.01 at 2000`);
  for (const user of ['1', '2']) {
    await Promise.all(Array.from({ length: REDUCTIONS }, () => world.place(user, `${side} 0.01 at ${reducing}`, { isReduceOnly: true })));
  }
  const rest = (owner: string, orders: number) => Array.from({ length: orders }, () => world.place(owner, `${side} 0.01 at ${tiny}`));
  await Promise.all([...rest('3', 190), ...rest('4', 190), ...rest('5', TINY - 380)]);
}

describe('a taker that meets makers who can not trade', () => {
  it('meets each of 888 resting orders once with one order, each transaction going on where the one before ended', async () => {
    await buildWall('sell', ['2000', '2001']);
    const looks = countLooks();
    const batches = vi.spyOn(world.db, 'transaction');
    const { order } = await world.place('6', 'buy 4.92 at 2010', { timeInForce: 'IOC', leverage: 2 });
    expect(order).toMatchObject({ state: 'partially_filled', reason: null, filled: '2' });
    await world.perpetual.settled();
    // 2 fills of the reductions, 396 of them taken out, 490 tiny fills; and some are swept up in between.
    expect(batches.mock.calls.length).toBeLessThanOrEqual(CHUNKS_MAX + 3);
    expect(await rowsOf('6')).toMatchObject([{ filled: 492, status: 'filled', reason: null, taking_limit: null }]);
    expect(looks.mock.calls.length).toBeLessThan(10 * 888);
    expect(await count(`perpetual_orders WHERE reason = 'REDUCE_ONLY_REFUSED' AND status = 'cancelled'`)).toBe(396);
    expect(await world.bookOf()).toEqual({ bids: [], asks: [] });
    expect(await world.show('6')).toBe('long 4.92 for 9840.02 on 4920.03');
  });

  it('is all or nothing when it asks for that', async () => {
    await buildWall('sell', ['2000', '2001']);
    const before = await world.bookOf();
    await expect(world.place('6', 'buy 4.92 at 2010', { timeInForce: 'FOK' })).rejects.toMatchObject({ code: 'ORDER_FOK_FILLS_TOO_MANY' });
    expect(await world.bookOf()).toEqual(before);
    expect(await count(`perpetual_fills WHERE taker_order_id IN (SELECT id FROM perpetual_orders WHERE user_id = 6)`)).toBe(0);
  });

  it('ends its piece after so much process time too, and goes on', async () => {
    await world.perpetual.stop();
    await world.db.close();
    world = await createPerpetualWorld({ costMax: COST_MAX, processMs: 0 });
    for (const user of ['1', '2']) await world.fund(user, '100000');
    await Promise.all(Array.from({ length: 30 }, () => world.place('1', 'sell 0.01 at 2000')));
    const { order } = await world.place('2', 'buy 0.3 at 2000');
    expect(order.state).toBe('partially_filled');
    await world.perpetual.settled();
    expect(await rowsOf('2')).toMatchObject([{ filled: 30, status: 'filled' }]);
  });

  it('is liquidated through them in one go, transaction after transaction, while others are answered in between', async () => {
    for (const user of ['7', '8']) await world.fund(user, '100000');
    await world.place('8', 'sell 4.92 at 2000', { leverage: 2 });
    await world.place('7', 'buy 4.92 at 2000', { leverage: 50 });
    await buildWall('buy', ['1966', '1965']);
    const { id } = await world.place('8', 'sell 1 at 2050', { leverage: 2 });
    const looks = countLooks();
    const during: number[] = [];
    // Turns of the event loop, in which the process hears of requests: the embedded database leaves it none by itself.
    let turns = 0;
    let ticking = setImmediate(function tick() {
      turns += 1;
      ticking = setImmediate(tick);
    });
    const printing = world.print('1963');
    const asking = world.cancel('8', id).then(async () => during.push(await count('perpetual_liquidations')));
    await printing;
    await asking;
    clearImmediate(ticking);
    // All in the time of one print: 888 orders met, no chunk larger than the budget.
    const pieces = await count('perpetual_liquidations');
    expect(pieces).toBeGreaterThan(2);
    expect(pieces).toBeLessThanOrEqual(CHUNKS_MAX);
    expect(during[0]).toBeLessThan(pieces);
    expect(turns).toBeGreaterThanOrEqual(pieces);
    expect(looks.mock.calls.length).toBeLessThan(10 * 888);
    expect(await world.show('7')).toBe('none');
    const [{ by_book }] = (await world.db.read.query('SELECT sum(by_book) AS by_book FROM perpetual_liquidations')).rows as [
      { by_book: string },
    ];
    expect(by_book).toBe('492000000');
  });
});

describe('reductions of a position that is no more', () => {
  it('are taken out by further transactions where one may not, and none is left', async () => {
    const owners = Array.from({ length: 4 }, (_, index) => String(index + 1));
    for (const user of [...owners, '9']) await world.fund(user, '100000');
    await world.place('9', 'sell 0.04 at 2000');
    for (const user of owners) await world.place(user, 'buy 0.01 at 2000');
    for (const user of owners) {
      await world.place(user, 'sell 0.01 at 2001', { isReduceOnly: true });
      await Promise.all(Array.from({ length: 150 }, () => world.place(user, 'sell 0.01 at 2050', { isReduceOnly: true })));
    }
    await world.place('9', 'buy 0.04 at 2001');
    await world.perpetual.settled();
    expect(await world.bookOf()).toEqual({ bids: [], asks: [] });
    expect(await count(`perpetual_orders WHERE reason = 'REDUCE_ONLY_REFUSED'`)).toBe(600);
  });
});
