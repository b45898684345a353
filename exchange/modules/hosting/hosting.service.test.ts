import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createTestDatabase } from '../../platform/test-database';
import { passWhileLocking } from '../../../tests/helpers/delayed-locks';
import { createHostingWorld, DAY_MS, type HostingWorld, START } from '../../../tests/helpers/hosting-world';

/** Plan 1: 30 days, 100 to 50,000 USDT, the house begins with 50,000, a fifth of new highs, leaving early costs 0.2 %. */
let world: HostingWorld;
beforeEach(async () => {
  world = await createHostingWorld();
});
afterEach(async () => {
  await world.verify();
  await world.db.close();
});

/** A position of 10,000 that has begun. */
async function host(amount = '10000') {
  const user = await world.join();
  const { id } = await world.subscribe(user, { amount });
  await world.pass();
  return { user, id };
}

describe('subscribing', () => {
  it('holds the amount until the next valuation, then buys units at its value, once for one request number', async () => {
    const user = await world.join();
    const first = await world.subscribe(user, { amount: '10000', requestId: 'request-number-1' });
    expect(await world.subscribe(user, { amount: '10000', requestId: 'request-number-1' })).toEqual(first);
    expect(await world.balance(user)).toEqual({ available: '90000', held: '10000' });
    expect((await world.position(user, first.id)).state).toBe('pending');
    await world.value();
    expect((await world.position(user, first.id)).state).toBe('pending');
    await world.pass();
    expect(await world.balance(user)).toEqual({ available: '90000', held: '0' });
    const begun = await world.position(user, first.id);
    expect(begun).toMatchObject({ state: 'running', worth: 1_000_000_000_000n, units: 10_000_000_000_000_000n });
    // The next midnight, and thirty days.
    expect([begun.begunAt, begun.endsAt]).toEqual([START + 15 * 3_600_000, START + 15 * 3_600_000 + 30 * DAY_MS]);
    await expect(world.subscribe(user, { amount: '10001', requestId: 'request-number-1' })).rejects.toMatchObject({
      code: 'DUPLICATE_REQUEST',
    });
  });

  it.each([
    { input: { amount: '99.99999999' }, code: 'STAKING_AMOUNT_TOO_SMALL', params: { min: '100', asset: 'USDT' } },
    { input: { amount: '50000.00000001' }, code: 'STAKING_AMOUNT_TOO_LARGE', params: { max: '50000', asset: 'USDT' } },
    { input: { amount: '1000.000000001' }, code: 'AMOUNT_PRECISION' },
    { input: { amount: '1000', plan: '99' }, code: 'STAKING_TERM_UNKNOWN' },
    { input: { amount: '10000', sessionId: 'unconfirmed' }, code: 'STEP_UP_REQUIRED' },
  ])('error: $input is refused with $code and changes nothing', async ({ input, code, params }) => {
    const user = await world.join();
    await expect(world.subscribe(user, input)).rejects.toMatchObject({ code, ...(params && { params }) });
    expect(await world.balance(user)).toEqual({ available: '100000', held: '0' });
  });

  it('security: an amount in parts needs the confirmation that it needs in one', async () => {
    const user = await world.join();
    const part = { amount: '5000', sessionId: 'unconfirmed' };
    const { id } = await world.subscribe(user, part);
    await expect(world.subscribe(user, part)).rejects.toMatchObject({ code: 'STEP_UP_REQUIRED' });
    await world.leave(user, id);
    await world.subscribe(user, part);
    await world.pass();
    await world.pass();
    await world.subscribe(user, part);
  });

  it('error: refuses what is above the quota of the plan and says how much is left', async () => {
    for (let n = 0; n < 10; n += 1) {
      const user = await world.join({ amount: '500000' });
      for (let m = 0; m < 4; m += 1) await world.subscribe(user, { amount: n === 9 && m === 3 ? '49900' : '50000' });
    }
    const user = await world.join();
    await expect(world.subscribe(user, { amount: '100.00000001' })).rejects.toMatchObject({
      code: 'HOSTING_QUOTA_FULL',
      params: { left: '100', asset: 'USDT' },
    });
    await world.subscribe(user, { amount: '100' });
  });

  it('keeps the books of real and demo accounts apart', async () => {
    const user = await world.join({ mode: 'demo' });
    const { id } = await world.subscribe(user, { amount: '1000', mode: 'demo' });
    await world.pass();
    expect((await world.position(user, id, 'demo')).state).toBe('pending');
    await world.value(1, 'demo');
    expect((await world.position(user, id, 'demo')).state).toBe('running');
    expect((await world.book(1, 'real')).units).toBe(50_000_000_000_000_000n);
    expect((await world.book(1, 'demo')).units).toBe(51_000_000_000_000_000n);
  });
});

describe('days', () => {
  it('pays what is above the amount less a fifth, carries a loss and makes it good first', async () => {
    const { user, id } = await host();
    // The book has 60,000: a sixth of 600 is 100, of which 20 are the fee.
    await world.earn('600');
    await world.pass();
    expect(await world.position(user, id)).toMatchObject({ dayIncome: 8_000_000_000n, paid: 8_000_000_000n, fees: 2_000_000_000n });
    expect(await world.balance(user)).toEqual({ available: '90080', held: '0' });
    expect(await world.house('hosting-fees')).toBe('20');
    // 60,500 are in the book, of which 10,000 are the holder's, less one unit of rounding: a loss of 1,210 takes 200 of it.
    await world.earn('-1210');
    await world.pass();
    expect(await world.position(user, id)).toMatchObject({ dayIncome: -20_000_000_001n, paid: 8_000_000_000n, worth: 979_999_999_999n });
    // Half of it comes back: nothing is paid and there is no fee.
    await world.earn('605');
    await world.pass();
    expect(await world.position(user, id)).toMatchObject({ dayIncome: 10_000_000_000n, paid: 8_000_000_000n, worth: 989_999_999_999n });
    // All of it and 100 more: only that is new.
    await world.earn('1210');
    await world.pass();
    expect(await world.position(user, id)).toMatchObject({ dayIncome: 18_000_000_001n, paid: 16_000_000_000n, fees: 3_999_999_999n });
    expect(await world.balance(user)).toEqual({ available: '90160', held: '0' });
  });

  it('tells its owner of every valuation: of the one that it began with, and of days that pay nothing, too', async () => {
    const { user } = await host();
    await world.earn('-600');
    await world.pass();
    await world.earn('6000');
    await world.pass();
    const { rows } = await world.db.read.query<{ kind: string }>(
      "SELECT kind FROM event_log WHERE kind LIKE 'hosting.%' AND user_id = $1 ORDER BY id",
      [user],
    );
    expect(rows.map(({ kind }) => kind)).toEqual(['hosting.valued', 'hosting.valued', 'hosting.credited']);
  });

  it('buys the units back at their value on the last day', async () => {
    const { user, id } = await host();
    await world.pass(29);
    expect((await world.position(user, id)).state).toBe('running');
    await world.earn('-600');
    await world.pass();
    expect(await world.position(user, id)).toMatchObject({
      state: 'ended',
      returned: 990_000_000_000n,
      income: -10_000_000_000n,
      exitCost: 0n,
    });
    expect(await world.balance(user)).toEqual({ available: '99900', held: '0' });
    expect((await world.book()).units).toBe((await world.book()).houseUnits);
  });

  it('does the days of a standstill as one, and ends what is over by then', async () => {
    const { user, id } = await host();
    world.time.now += 40 * DAY_MS;
    await world.value();
    expect((await world.position(user, id)).state).toBe('ended');
    expect((await world.book()).nextAt).toBeGreaterThan(world.time.now);
    expect((await world.newest()).day).toBe(2);
  });
});

it('an amount whose time ended while the lock was waited for is over: it doesn’t leave early', async () => {
  let pass: (() => void) | null = null;
  const waited = await createHostingWorld({ db: passWhileLocking(await createTestDatabase(), 'hosting_positions', () => pass?.()) });
  const user = await waited.join();
  const { id } = await waited.subscribe(user, { amount: '10000' });
  await waited.pass();
  const endsAt = (await waited.position(user, id)).endsAt ?? 0;
  waited.time.now = endsAt - 1;
  pass = () => {
    waited.time.now = endsAt;
  };
  await expect(waited.leave(user, id)).rejects.toMatchObject({ code: 'STAKING_OVER' });
  await waited.db.close();
});

describe('leaving', () => {
  it('gives back at once what has not begun, whole', async () => {
    const user = await world.join();
    const { id } = await world.subscribe(user, { amount: '10000' });
    expect(await world.leave(user, id)).toEqual({ returned: '10000' });
    expect(await world.balance(user)).toEqual({ available: '100000', held: '0' });
    await expect(world.leave(user, id)).rejects.toMatchObject({ code: 'STAKING_OVER' });
  });

  it('happens at the next valuation for the published cost, which stays in the book', async () => {
    const { user, id } = await host();
    expect(await world.leave(user, id, 'request-number-3')).toEqual({ returned: null });
    expect(await world.leave(user, id, 'request-number-3')).toEqual({ returned: null });
    expect(await world.balance(user)).toEqual({ available: '90000', held: '0' });
    await world.pass();
    expect(await world.position(user, id)).toMatchObject({ state: 'redeemed', returned: 998_000_000_000n, exitCost: 2_000_000_000n });
    expect(await world.worth()).toBe(5_002_000_000_000n);
  });

  it('counts for the next valuation when it is asked for while this one is settled: at this one’s price nobody decides afterwards', async () => {
    const { user, id } = await host();
    const { userId, id: book } = await world.book();
    // 60,000 of which 59,000 are coins.
    await world.give(userId, '-59000');
    await world.give(userId, '1.18', 'real', 'BTC');
    world.time.now += DAY_MS;
    expect(await world.piece(book)).toEqual({ kind: 'worked' });
    expect(await world.leave(user, id)).toEqual({ returned: null });
    expect(await world.value()).toEqual({ kind: 'idle' });
    expect(await world.position(user, id)).toMatchObject({ state: 'leaving', settledDay: 2, worth: 1_000_000_000_000n, endedAt: null });
    // The coins lost: the next valuation's price is what is paid, once there is cash for it.
    world.marks.set('BTC-USDT', { index: '49000', mark: '49000', isFresh: true });
    world.time.now += DAY_MS;
    expect(await world.value()).toMatchObject({ kind: 'waits', why: 'cash' });
    await world.give(userId, '-0.2', 'real', 'BTC');
    await world.give(userId, '9800');
    await world.value();
    // 10,000 less a sixth of 1,180, less 0.2 %.
    expect(await world.position(user, id)).toMatchObject({ state: 'redeemed', income: -19_666_666_667n, returned: 978_372_666_667n });
  });

  it('gets a book going again that an earlier version stopped: whoever left while it was settled leaves at the next valuation', async () => {
    const { user, id } = await host();
    const other = await host('500');
    const { userId, id: book } = await world.book();
    await world.give(userId, '-59000');
    await world.give(userId, '1.18', 'real', 'BTC');
    world.time.now += DAY_MS;
    await world.piece(book);
    await world.db.read.query(`UPDATE hosting_positions SET state = 'leaving' WHERE id IN ($1, $2)`, [id, other.id]);
    expect(await world.value()).toEqual({ kind: 'idle' });
    expect(await world.book()).toMatchObject({ isSettling: false });
    expect((await world.position(user, id)).state).toBe('leaving');
  });

  it('costs nothing at the valuation with which the time is over anyway', async () => {
    const { user, id } = await host();
    await world.pass(29);
    await world.leave(user, id);
    await world.pass();
    expect(await world.position(user, id)).toMatchObject({ state: 'ended', returned: 1_000_000_000_000n, exitCost: 0n });
  });

  it('error: nobody leaves with what is another one’s', async () => {
    const { id } = await host();
    const other = await world.join();
    await expect(world.leave(other, id)).rejects.toMatchObject({ code: 'STAKING_NOT_FOUND' });
  });
});

describe('a valuation', () => {
  it('waits for a fresh price of every coin that the book has', async () => {
    const { userId } = await world.book();
    await world.give(userId, '0.1', 'real', 'BTC');
    world.time.now += DAY_MS;
    world.marks.set('BTC-USDT', { index: '50000', mark: '50000', isFresh: false });
    expect(await world.value()).toMatchObject({ kind: 'waits', why: 'prices' });
    world.marks.set('BTC-USDT', { index: '50000', mark: '50000', isFresh: true });
    await world.value();
    expect((await world.newest()).value).toBe(5_500_000_000_000n);
    expect((await world.newest()).parts.coins).toEqual([{ asset: 'BTC', quantity: '0.1', index: '50000', value: '5000' }]);
  });

  it('waits for cash before it pays, and says how much', async () => {
    const { user, id } = await host();
    const { userId } = await world.book();
    await world.give(userId, '-59000');
    await world.give(userId, '1.18', 'real', 'BTC');
    await world.leave(user, id);
    world.time.now += DAY_MS;
    expect(await world.value()).toMatchObject({ kind: 'waits', why: 'cash' });
    expect((await world.book()).cashNeeded).toBe(1_000_000_000_000n);
    await world.give(userId, '-0.2', 'real', 'BTC');
    await world.give(userId, '10000');
    await world.value();
    expect((await world.position(user, id)).state).toBe('redeemed');
  });

  it('waits for cash again when funding took some of it after the price was struck, and pays what was struck', async () => {
    const { user, id } = await host();
    const { userId, id: book } = await world.book();
    await world.give(userId, '-50000');
    await world.give(userId, '1', 'real', 'BTC');
    await world.leave(user, id);
    world.time.now += DAY_MS;
    expect(await world.piece(book)).toEqual({ kind: 'worked' });
    await world.give(userId, '-25');
    expect(await world.value()).toMatchObject({ kind: 'waits', why: 'cash' });
    expect(await world.book()).toMatchObject({ isSettling: true, cashNeeded: 998_000_000_000n });
    await world.give(userId, '-0.0001', 'real', 'BTC');
    await world.give(userId, '5');
    expect(await world.value()).toEqual({ kind: 'idle' });
    expect(await world.book()).toMatchObject({ isSettling: false, cashNeeded: 0n });
    expect(await world.position(user, id)).toMatchObject({ state: 'redeemed', returned: 998_000_000_000n });
  });

  it('stops a book that lost a tenth of its high, gives everybody what is left and the house its own', async () => {
    const { user, id } = await host();
    const waiting = await world.join();
    const late = await world.subscribe(waiting, { amount: '500' });
    await world.earn('-6000');
    await world.pass();
    expect(await world.position(user, id)).toMatchObject({ state: 'stopped', returned: 900_000_000_000n, income: -100_000_000_000n });
    expect((await world.position(waiting, late.id)).state).toBe('cancelled');
    expect(await world.balance(waiting)).toEqual({ available: '100000', held: '0' });
    expect(await world.book()).toMatchObject({ state: 'stopped', units: 0n, nextAt: null });
    expect(await world.worth()).toBe(0n);
    // 5,000,000 less what it put into the second book, and what it lost here.
    expect(await world.house('hosting-pool')).toBe('4975000');
    await expect(world.subscribe(user, { amount: '500' })).rejects.toMatchObject({ code: 'HOSTING_STOPPED' });
  });
});
