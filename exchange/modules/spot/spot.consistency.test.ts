import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Database, ScriptTx } from '../../platform/db';
import { createId } from '../../platform/ids';
import { createWorld, type World } from '../../../tests/helpers/spot-world';

let world: World;
/** Statements that a test lets fail: a part of their text, and how often. */
const fault = { part: '', times: 0, error: new Error('the database said no') as Error };

function withFaults(db: Database): Database {
  return {
    ...db,
    transaction: (run, options) =>
      db.transaction((tx) => {
        const query: ScriptTx['query'] = (text, params) => {
          if (fault.times > 0 && text.includes(fault.part)) {
            fault.times -= 1;
            throw fault.error;
          }
          return tx.query(text, params);
        };
        return run({ ...tx, query });
      }, options),
  };
}

beforeEach(async () => {
  fault.times = 0;
  world = await createWorld(withFaults);
  await world.fund('1', { USDT: '10000' });
  await world.fund('2', { ETH: '10' });
});
afterEach(() => world.verify());

const codeOf = (promise: Promise<unknown>) =>
  promise.then(
    () => 'accepted',
    (error: { code?: string }) => error.code,
  );
const countOrders = async () => (await world.db.read.query('SELECT id FROM spot_orders')).rows.length;

describe('the same request', () => {
  it('sent 50 times at once makes one order with one answer', async () => {
    const requestId = createId();
    const answers = await Promise.all(Array.from({ length: 50 }, () => world.place('1', 'buy 1 at 1900', { requestId })));
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    expect(await world.place('1', 'buy 1 at 1900', { requestId })).toEqual(answers[0]);
    expect(await countOrders()).toBe(1);
    expect(await world.balances('1')).toEqual({ USDT: '8100 + 1900' });
  });

  it('answers as the first time even when the order is no longer possible', async () => {
    const requestId = createId();
    const first = await world.place('1', 'buy 5 at 1999', { requestId });
    world.index.state = 'stale';
    await world.restart();
    expect(await world.place('1', 'buy 5 at 1999', { requestId })).toEqual(first);
  });

  it('is refused with other input, at once or later, and counts for each user and mode alone', async () => {
    const requestId = createId();
    const both = [codeOf(world.place('1', 'buy 1 at 1900', { requestId })), codeOf(world.place('1', 'buy 2 at 1900', { requestId }))];
    expect(await Promise.all(both)).toEqual(['accepted', 'DUPLICATE_REQUEST']);
    expect(await codeOf(world.place('1', 'buy 1 at 1901', { requestId }))).toBe('DUPLICATE_REQUEST');
    expect(await codeOf(world.place('2', 'sell 1 at 2001', { requestId }))).toBe('accepted');
  });

  it('cancels once and gets the same answer twice', async () => {
    const { id } = await world.place('1', 'buy 1 at 1900');
    const requestId = createId();
    const atOnce = await Promise.all([world.cancel('1', id, requestId), world.cancel('1', id, requestId)]);
    const answers = [...atOnce, await world.cancel('1', id, requestId)];
    expect(answers.map(({ order }) => order.state)).toEqual(Array(3).fill('cancelled'));
    expect(answers[2]).toEqual(answers[0]);
  });
});

describe('the last cent', () => {
  it('pays one of 100 orders that come at once', async () => {
    const codes = await Promise.all(Array.from({ length: 100 }, () => codeOf(world.place('1', 'buy 5 at 2000'))));
    expect(codes.filter((code) => code === 'accepted')).toHaveLength(1);
    expect(codes.filter((code) => code === 'INSUFFICIENT_BALANCE')).toHaveLength(99);
    expect(await world.balances('1')).toEqual({ USDT: '0 + 10000' });
  });

  it('pays one order of two markets', async () => {
    const codes = await Promise.all([
      codeOf(world.place('1', 'buy 5 at 2000')),
      codeOf(world.place('1', 'buy 5 at 2000', { market: 'SOL-USDT' })),
    ]);
    expect(codes).toEqual(['accepted', 'INSUFFICIENT_BALANCE']);
  });

  it('can be spent again in the same batch as soon as a cancel or a fill has freed it', async () => {
    const { id } = await world.place('1', 'buy 5 at 2000');
    expect(await codeOf(world.place('1', 'buy 5 at 1999'))).toBe('INSUFFICIENT_BALANCE');
    // One member has two commands in a batch.
    const cancelled = [codeOf(world.cancel('1', id)), codeOf(world.place('1', 'buy 5 at 1998'))];
    expect(await Promise.all(cancelled)).toEqual(['accepted', 'accepted']);
    const filled = [codeOf(world.place('2', 'sell 5 at 1998')), codeOf(world.place('1', 'sell 4.996 at 2010'))];
    expect(await Promise.all(filled)).toEqual(['accepted', 'accepted']);
    expect(await world.balances('1')).toEqual({ USDT: '10 + 0', ETH: '0 + 4.996' });
  });
});

describe('a transaction that fails', () => {
  it.each(['INSERT INTO spot_orders', 'UPDATE spot_orders', 'INSERT INTO spot_fills', 'INSERT INTO idempotency_keys'])(
    'at "%s" leaves book and database as they were, and the same request goes through afterwards',
    async (part) => {
      const maker = await world.place('2', 'sell 1 at 2000');
      await world.place('2', 'sell 1 at 2001');
      const before = { book: await world.bookOf(), one: await world.balances('1'), two: await world.balances('2') };
      Object.assign(fault, { part, times: 1 });
      const requestId = createId();
      expect(await codeOf(world.place('1', 'buy 1.5 at 2002', { requestId }))).toBe('MARKET_BUSY');
      expect(fault.times).toBe(0);
      expect({ book: await world.bookOf(), one: await world.balances('1'), two: await world.balances('2') }).toEqual(before);
      expect((await world.place('1', 'buy 1.5 at 2002', { requestId })).state).toBe('filled');
      expect(await codeOf(world.cancel('2', maker.id))).toBe('ORDER_CLOSED');
    },
  );

  it('does not take the other commands of its batch along', async () => {
    Object.assign(fault, { part: 'INSERT INTO spot_orders', times: 1 });
    const codes = await Promise.all(['buy 1 at 1900', 'buy 1 at 1901', 'buy 1 at 1902'].map((order) => codeOf(world.place('1', order))));
    expect(codes).toEqual(['accepted', 'accepted', 'accepted']);
    expect((await world.bookOf()).bids).toEqual(['1 at 1902', '1 at 1901', '1 at 1900']);
  });

  it('is run again by itself after a conflict, to one effect', async () => {
    await world.place('2', 'sell 1 at 2000');
    Object.assign(fault, { part: 'INSERT INTO spot_fills', times: 2, error: Object.assign(new Error('deadlock'), { code: '40P01' }) });
    expect((await world.place('1', 'buy 2 at 2000')).order).toMatchObject({ state: 'partially_filled', filled: '1' });
    expect(await world.bookOf()).toEqual({ bids: ['1 at 2000'], asks: [] });
    fault.error = new Error('the database said no');
  });
});

describe('restart', () => {
  it('rebuilds the same book with the same queue and the same fees', async () => {
    await world.fund('3', { ETH: '10' });
    await world.place('2', 'sell 1 at 2000');
    await world.place('3', 'sell 1 at 2000');
    const taker = await world.place('1', 'buy 0.4 at 2000');
    expect(taker.state).toBe('filled');
    const before = await world.bookOf();
    await world.restart();
    expect(await world.bookOf()).toEqual(before);
    await world.place('1', 'buy 1 at 2000');
    expect(await world.balances('2')).toEqual({ ETH: '9 + 0', USDT: '1998.4 + 0' });
    expect(await world.balances('3')).toEqual({ ETH: '9 + 0.6', USDT: '799.36 + 0' });
  });

  it('a process that lost its markets writes nothing, and takes none while another one is alive', async () => {
    await world.place('1', 'buy 1 at 1900');
    const second = world.createSecond();
    await second.start();
    expect(await codeOf(world.place('1', 'buy 1 at 1901'))).toBe('MARKET_BUSY');
    expect(await countOrders()).toBe(1);
    const input = {
      market: 'ETH-USDT',
      side: 'buy',
      kind: 'limit',
      price: '1902',
      quantity: '1',
      timeInForce: 'GTC',
      requestId: createId(),
    } as const;
    await second.stop();
    expect(await codeOf(second.placeOrder({ userId: '1', mode: 'real' }, input))).toBe('MARKET_BUSY');
    await world.restart();
    expect((await world.bookOf()).bids).toEqual(['1 at 1900']);
  });
});
