import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { AnswerOf } from '../../../lib/protocol/define-call';
import type { orderDetail } from '../../../lib/protocol/spot';
import { createId } from '../../platform/ids';
import { createWorld, type World } from '../../../tests/helpers/spot-world';

/** Meetings of one transaction here. */
const COST_MAX = 200;
let world: World;
beforeEach(async () => {
  world = await createWorld(undefined, { costMax: COST_MAX });
});
afterEach(() => world.verify());

const MAKERS = ['2', '3', '4'];
/** `count` buys of 0.01 ETH, side by side. */
const crowd = async (count: number, price = '1990') => {
  for (const user of MAKERS) await world.fund(user, { USDT: '100000' });
  await Promise.all(
    Array.from({ length: count }, (_, index) => world.place(MAKERS[index % MAKERS.length] as string, `buy 0.01 at ${price}`)),
  );
};

type Row = Record<'kind' | 'fee' | 'filled_value' | 'status' | 'reason' | 'taking_limit', string | null> & { filled: string };
/** A user's orders, oldest first; `filled` in hundredths. */
const rowsOf = async (user: string) => {
  const sql = `SELECT kind, filled / 1000000 AS filled, fee, filled_value, status, reason, taking_limit FROM spot_orders WHERE user_id = $1 ORDER BY id`;
  return (await world.db.read.query<Row>(sql, [user])).rows.map((row) => ({
    ...row,
    filled: Number(row.filled),
  }));
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
  };
};

describe('an order that meets more orders than one transaction settles', () => {
  it('is acknowledged as it stands and goes on by itself until all of it is filled, fees as of one', async () => {
    await crowd(2 * COST_MAX + 50);
    await world.fund('1', { ETH: '10' });
    const { id, order } = await world.place('1', 'sell 4.5 at 1990');
    expect(order).toMatchObject({ state: 'partially_filled', reason: null, filled: String(COST_MAX / 100), held: '0' });
    await world.spot.settled();
    expect(await world.bookOf()).toEqual({ bids: [], asks: [] });
    // 4.5 x 1990 x 0.1 %, rounded once.
    expect(await rowsOf('1')).toMatchObject([{ filled: 450, status: 'filled', taking_limit: null, fee: '895500000' }]);
    await expect(world.cancel('1', id)).rejects.toMatchObject({ code: 'ORDER_CLOSED' });
  });

  it('rests behind who came in between, also after a restart', async () => {
    await crowd(COST_MAX + 50);
    await world.fund('1', { ETH: '10' });
    await world.fund('5', { ETH: '10' });
    const comeBack = stopAfter(1);
    await world.place('1', 'sell 3 at 1990');
    await world.spot.settled();
    comeBack();
    // Takes the last 50 bids and rests.
    await world.place('5', 'sell 0.7 at 1990');
    await world.spot.settled();
    expect(await world.bookOf()).toEqual({ bids: [], asks: ['1.2 at 1990'] });
    await world.restart();
    await world.place('2', 'buy 0.2 at 1990');
    expect(await rowsOf('5')).toMatchObject([{ filled: 70, status: 'filled' }]);
    expect(await rowsOf('1')).toMatchObject([{ filled: 200, status: 'partially_filled' }]);
  });

  it.each(['at once', 'after a restart'])('rests in the end after it was amended, %s, and again; each hold is told of', async (when) => {
    await world.fund('1', { ETH: '10' });
    const { id } = await world.place('1', 'sell 6 at 2010');
    for (const price of ['1990', '1989']) {
      await crowd(COST_MAX + 50, price);
      const comeBack = when === 'at once' ? null : stopAfter(1);
      await world.spot.amendOrder({ userId: '1', mode: 'real' }, { orderId: id, price, quantity: null, requestId: createId() });
      await world.spot.settled();
      comeBack?.();
      if (comeBack !== null) {
        await world.restart();
        await world.print('2000');
      }
      await world.spot.settled();
      expect(await world.bookOf()).toEqual({ bids: [], asks: [`${price === '1990' ? '3.5' : '1'} at ${price}`] });
    }
    const { entries } = (await world.call('/x/order', { id }, '1')) as AnswerOf<typeof orderDetail>;
    expect(entries.filter(({ type, amount }) => type === 'SPOT_HOLD' && !amount.startsWith('-'))).toHaveLength(3);
    await world.cancel('1', id);
    expect(await world.balances('1')).toMatchObject({ ETH: '5 + 0' });
  });

  it('ends with a market order only where the book is empty or the next price lies beyond its bound', async () => {
    await crowd(COST_MAX + 50);
    await world.fund('1', { ETH: '10' });
    await world.place('1', 'sell 3');
    await world.spot.settled();
    expect(await rowsOf('1')).toMatchObject([{ kind: 'market', filled: 250, status: 'expired', reason: 'ORDER_NO_LIQUIDITY' }]);
    await crowd(COST_MAX + 50);
    await world.place('2', 'buy 1 at 1850');
    await world.place('1', 'sell 3');
    await world.spot.settled();
    expect((await rowsOf('1'))[1]).toMatchObject({ filled: 250, status: 'expired', reason: 'ORDER_PRICE_OUT_OF_RANGE' });
  });

  it('is cancelled between the pieces like any other, keeps what it was filled, and nobody is shown it in the book', async () => {
    await crowd(COST_MAX + 50);
    await world.fund('1', { ETH: '10' });
    const { id } = await world.place('1', 'sell 3 at 1990');
    const cancelling = world.cancel('1', id);
    expect((await cancelling).order).toMatchObject({ state: 'cancelled', reason: null });
    await world.spot.settled();
    const [row] = await rowsOf('1');
    expect(row).toMatchObject({ status: 'cancelled', taking_limit: null });
    expect(await world.balances('1')).toMatchObject({ ETH: `${10 - (row?.filled ?? 0) / 100} + 0` });
  });

  it('is found by a restart when its process was gone between the pieces, and goes on with the next price', async () => {
    await crowd(2 * COST_MAX + 50);
    await world.fund('1', { ETH: '10' });
    const comeBack = stopAfter(1);
    await world.place('1', 'sell 4.5 at 1990');
    await world.spot.settled();
    comeBack();
    expect(await rowsOf('1')).toMatchObject([{ filled: COST_MAX, status: 'partially_filled', taking_limit: '1990.000000000000000000' }]);
    await world.restart();
    await world.spot.settled();
    await world.print('2000');
    expect(await rowsOf('1')).toMatchObject([{ filled: 450, status: 'filled' }]);
    const { body } = await world.metrics.render();
    expect(body).toContain('exchange_due_refused_total{product="spot",work="take-on",code="MARKET_BUSY"} 1');
  });

  it('has to be covered: a limit order for all of it, a market purchase for what it meets', async () => {
    await world.fund('2', { ETH: '10' });
    await world.fund('3', { ETH: '10' });
    for (const user of ['2', '3']) await Promise.all(Array.from({ length: 150 }, () => world.place(user, 'sell 0.01 at 2000')));
    await world.fund('1', { USDT: '5000' });
    await expect(world.place('1', 'buy 3 at 2010')).rejects.toMatchObject({ code: 'INSUFFICIENT_BALANCE' });
    expect((await world.bookOf()).asks).toEqual(['3 at 2000']);
    // 200 meetings cost 4,000 of the 5,000; the other 100 would cost 2,000.
    expect((await world.place('1', 'buy 3')).order).toMatchObject({ filled: '2', state: 'partially_filled' });
    await world.spot.settled();
    expect(await rowsOf('1')).toMatchObject([{ filled: 200, status: 'cancelled', reason: 'INSUFFICIENT_BALANCE' }]);
    expect((await world.bookOf()).asks).toEqual(['1 at 2000']);
  });

  it('is refused with a reason of its own when it is all or nothing, changes nothing, and counts for its transaction', async () => {
    await crowd(COST_MAX + 50);
    await world.fund('1', { ETH: '10' });
    const before = await world.bookOf();
    const { transaction } = world.db;
    let transactions = 0;
    world.db.transaction = (run, options) => {
      transactions += 1;
      return transaction(run, options);
    };
    const fills = Array.from({ length: 6 }, () => world.place('1', 'sell 2.5 at 1990', { timeInForce: 'FOK' }));
    for (const fill of fills) await expect(fill).rejects.toMatchObject({ code: 'ORDER_FOK_FILLS_TOO_MANY' });
    world.db.transaction = transaction;
    expect(transactions).toBe(3);
    expect(await world.bookOf()).toEqual(before);
  });
});

describe('a stop that meets more orders than one transaction settles', () => {
  it('goes on as the one order that it is until all of it is sold', async () => {
    await crowd(2 * COST_MAX + 50);
    await world.fund('1', { ETH: '10' });
    await world.place('1', 'sell 5 at 1980', { kind: 'stop_limit', stop: '1995', timeInForce: 'GTC' });
    await world.print('1994');
    // 4.5 ETH find a buyer; the rest is the limit order that a stop becomes.
    expect(await world.bookOf()).toEqual({ bids: [], asks: ['0.5 at 1980'] });
    expect(await world.balances('1')).toMatchObject({ ETH: '5 + 0.5' });
    expect(await rowsOf('1')).toMatchObject([{ filled: 450, status: 'partially_filled', taking_limit: null }]);
  });

  it('protects what a purchase with exits brought, wherever it is stopped', async () => {
    await world.fund('1', { USDT: '100000' });
    await world.fund('9', { ETH: '10' });
    await world.place('9', 'sell 4.5 at 2000');
    await world.place('1', 'buy 4.5 at 2000', { takeProfit: '2050', stopLoss: '1995', stopLossLimit: '1960' });
    await world.spot.settled();
    await crowd(2 * COST_MAX + 50);
    const comeBack = stopAfter(1);
    await world.print('1994');
    comeBack();
    await world.restart();
    await world.spot.settled();
    await world.print('1994');
    // What it brought after its fee.
    expect((await rowsOf('1')).find(({ kind }) => kind === 'stop_limit')).toMatchObject({ status: 'filled' });
  });
});
