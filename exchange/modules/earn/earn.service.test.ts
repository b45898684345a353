import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createStakingWorld, DAY_MS, START, type StakingWorld } from '../../../tests/helpers/staking-world';
import { createTestDatabase } from '../../platform/test-database';
import { passWhileLocking } from '../../../tests/helpers/delayed-locks';
import { houseAddress, outsideAddress, postJournals } from '../ledger/ledger';

let world: StakingWorld;
beforeEach(async () => {
  world = await createStakingWorld();
});
afterEach(async () => {
  await world.verify();
  await world.db.close();
});

/** 7 days at 0.02 % to 0.04 % a day, 100 to 10,000 USDT. */
const SEVEN = { term: '1', amount: '1000' };
const rowsOf = async (sql: string) => (await world.db.read.query<Record<string, string>>(sql)).rows;

describe('subscribing', () => {
  it('holds the principal, reserves the whole interest, and counts once for one request number', async () => {
    const user = await world.join();
    const first = await world.subscribe(user, { ...SEVEN, requestId: 'request-number-1' });
    expect(await world.subscribe(user, { ...SEVEN, requestId: 'request-number-1' })).toEqual(first);
    expect(first.endsAt).toBe(START + 7 * DAY_MS);
    expect(await world.balance(user)).toEqual({ available: '99000', held: '1000' });
    // 0.02 % + 0.02 % × 900 / 9900 = 0.0218181818 % a day: 1.52727272 USDT in 7 days.
    expect((await world.position(user, first.id)).rate).toBe(218_181_818n);
    expect(await world.cover()).toEqual({ free: 999_999_847_272_728n, reserved: 152_727_272n, until: START + 7 * DAY_MS });
    await expect(world.subscribe(user, { ...SEVEN, amount: '1001', requestId: 'request-number-1' })).rejects.toMatchObject({
      code: 'DUPLICATE_REQUEST',
    });
  });

  it('says of each term until when its pool has promised, in each account by itself', async () => {
    const covered = async (mode: 'real' | 'demo') =>
      new Set((await world.service.listOffered(mode)).filter(({ coin }) => coin === 'USDT').map(({ until }) => until));
    const user = await world.join();
    expect(await covered('real')).toEqual(new Set([null]));
    await world.subscribe(user, SEVEN);
    const { id, endsAt } = await world.subscribe(user, { term: '4', amount: '1000' });
    expect(await covered('real')).toEqual(new Set([endsAt]));
    expect(await covered('demo')).toEqual(new Set([null]));
    await world.redeem(user, id);
    expect(await covered('real')).toEqual(new Set([START + 7 * DAY_MS]));
  });

  it('counts once when one request arrives ten times at once', async () => {
    const user = await world.join();
    const answers = await Promise.all(Array.from({ length: 10 }, () => world.subscribe(user, { ...SEVEN, requestId: 'request-number-2' })));
    expect(new Set(answers.map(({ id }) => id)).size).toBe(1);
    expect(await world.balance(user)).toEqual({ available: '99000', held: '1000' });
  });

  it.each([
    { input: { term: '1', amount: '99.99999999' }, code: 'STAKING_AMOUNT_TOO_SMALL', params: { min: '100', asset: 'USDT' } },
    { input: { term: '1', amount: '10000.00000001' }, code: 'STAKING_AMOUNT_TOO_LARGE', params: { max: '10000', asset: 'USDT' } },
    { input: { term: '1', amount: '1000.000000001' }, code: 'AMOUNT_PRECISION', params: { decimals: '8' } },
    { input: { term: '1', amount: '1000', coin: 'USDC' }, code: 'STAKING_TERM_UNKNOWN' },
    { input: { term: '99', amount: '1000' }, code: 'STAKING_TERM_UNKNOWN' },
    { input: { term: '1', amount: '1000', rate: '0.03' }, code: 'STAKING_TERMS_CHANGED' },
    { input: { term: '4', amount: '100000.1' }, code: 'INSUFFICIENT_BALANCE', params: { asset: 'USDT' } },
    { input: { term: '12', amount: '33', coin: 'ETH' }, code: 'STAKING_PLACES', params: { place: '32', asset: 'ETH' } },
  ])('error: $input is refused with $code and changes nothing', async ({ input, code, params }) => {
    const user = await world.join();
    await expect(world.subscribe(user, input)).rejects.toMatchObject({ code, ...(params && { params }) });
    expect(await world.balance(user)).toEqual({ available: '100000', held: '0' });
  });

  it('error: refuses what the pool can not cover at the worst, says how much it can, and takes exactly that', async () => {
    const user = await world.join();
    // 1 USDT is left in the pool: 0.04 % a day for 7 days of 357.14 USDT.
    const amount = 999_999_900_000_000n;
    const postings = [
      { address: houseAddress({ mode: 'real', name: 'staking-pool', asset: 'USDT' }), amount: -amount },
      { address: outsideAddress({ mode: 'real', name: 'operator', asset: 'USDT' }), amount },
    ];
    await world.db.transaction((tx) => postJournals(tx, [{ code: 'POOL_DEFUNDING', reference: 'all', at: START, postings }]));
    await expect(world.subscribe(user, { term: '1', amount: '10000' })).rejects.toMatchObject({
      code: 'STAKING_POOL_EXHAUSTED',
      params: { left: '357.14285714', asset: 'USDT' },
    });
    await world.subscribe(user, { term: '1', amount: '357.14285714' });
    expect((await world.service.listOffered('real'))[0]?.left).toBeLessThan(35_714_285_714n);
  });

  it('error: refuses the twenty-first open position', async () => {
    const user = await world.join();
    for (let n = 0; n < 20; n += 1) await world.subscribe(user, { term: '1', amount: '100' });
    await expect(world.subscribe(user, { term: '1', amount: '100' })).rejects.toMatchObject({
      code: 'STAKING_OPEN_TOO_MANY',
      params: { max: '20' },
    });
  });

  it('asks for a confirmation from 10,000 USDT of real money on, and stakes nothing without it', async () => {
    const user = await world.join();
    const large = { term: '1', amount: '10000' };
    await expect(world.subscribe(user, { ...large, sessionId: 'unconfirmed' })).rejects.toMatchObject({ code: 'STEP_UP_REQUIRED' });
    await world.subscribe(user, { term: '1', amount: '9999.99', sessionId: 'unconfirmed' });
    await world.subscribe(user, large);
    expect(world.confirmed).toEqual(['10000 USDT']);
    expect(await world.balance(user)).toEqual({ available: '80000.01', held: '19999.99' });
  });

  it('keeps real and demo apart, and offers nothing outside a sandbox before an operator publishes a term', async () => {
    const user = await world.join({ mode: 'demo' });
    await expect(world.subscribe(user, SEVEN)).rejects.toMatchObject({ code: 'INSUFFICIENT_BALANCE' });
    await world.subscribe(user, { ...SEVEN, mode: 'demo' });
    expect((await world.cover('USDT', 'demo')).reserved).toBe(152_727_272n);
    expect((await world.cover()).reserved).toBe(0n);
    const strict = await createStakingWorld({ db: world.db, sandbox: false });
    expect(await strict.service.listOffered('real')).toEqual([]);
    await expect(strict.subscribe(user, SEVEN)).rejects.toMatchObject({ code: 'STAKING_TERM_UNKNOWN' });
  });
});

describe('accruing', () => {
  it('credits each full day once, the remainder with the last, and gives the principal back at the minute', async () => {
    const user = await world.join({ amount: '1000' });
    const { id } = await world.subscribe(user, SEVEN);
    world.time.now = START + DAY_MS - 1;
    expect(await world.accrue()).toBe(0);
    for (let day = 1; day <= 6; day += 1) {
      world.time.now = START + day * DAY_MS;
      expect([await world.accrue(), await world.accrue()]).toEqual([1, 0]);
    }
    expect(await world.balance(user)).toEqual({ available: '1.30909086', held: '1000' });
    world.time.now = START + 7 * DAY_MS;
    // The moment before the job looks is nobody's fault.
    expect(await world.listOverdue()).toEqual([]);
    await world.accrue();
    // 7 × 0.21818181 is 1.52727267; the remainder of 5 units comes with the last day.
    expect(await world.balance(user)).toEqual({ available: '1001.52727272', held: '0' });
    expect(await world.position(user, id)).toMatchObject({ state: 'ended', daysPaid: 7, nextAt: null });
    expect(await world.cover()).toEqual({ free: 999_999_847_272_728n, reserved: 0n, until: null });
  });

  it('says what happened: each day, two days before the end, and the end', async () => {
    const user = await world.join();
    await world.subscribe(user, SEVEN);
    world.time.now = START + 7 * DAY_MS;
    await world.accrue();
    const kinds = (await rowsOf('SELECT kind FROM event_log ORDER BY id')).map(({ kind }) => kind);
    const credited = (count: number) => Array.from({ length: count }, () => 'staking.credited');
    expect(kinds).toEqual(['staking.begun', ...credited(5), 'staking.ends-soon', ...credited(2), 'staking.ended']);
  });
});

describe('leaving early', () => {
  it('gives the principal back less the interest that was paid, and the rest of the promise to the pool', async () => {
    const user = await world.join({ amount: '1000' });
    const { id } = await world.subscribe(user, SEVEN);
    world.time.now = START + 3 * DAY_MS;
    await world.accrue();
    const left = await world.redeem(user, id, 'request-number-3');
    expect(left).toMatchObject({ returned: '999.34545457', forfeited: '0.65454543', at: null });
    expect(await world.redeem(user, id, 'request-number-3')).toEqual(left);
    expect(await world.balance(user)).toEqual({ available: '1000', held: '0' });
    expect(await world.cover()).toEqual({ free: 10n ** 15n, reserved: 0n, until: null });
    world.time.now += 30 * DAY_MS;
    expect(await world.accrue()).toBe(0);
  });

  it('error: refuses a second time, somebody else, the other mode, and a position whose term is over', async () => {
    const [user, other] = [await world.join(), await world.join()];
    const { id } = await world.subscribe(user, SEVEN);
    await expect(world.redeem(other, id)).rejects.toMatchObject({ code: 'STAKING_NOT_FOUND' });
    await expect(world.service.redeem({ userId: user, mode: 'demo' }, { id, requestId: 'request-number-4' })).rejects.toMatchObject({
      code: 'STAKING_NOT_FOUND',
    });
    world.time.now = START + 7 * DAY_MS;
    await expect(world.redeem(user, id)).rejects.toMatchObject({ code: 'STAKING_OVER' });
    await world.accrue();
    await expect(world.redeem(user, id)).rejects.toMatchObject({ code: 'STAKING_OVER' });
    const second = await world.subscribe(user, SEVEN);
    await world.redeem(user, second.id);
    await expect(world.redeem(user, second.id)).rejects.toMatchObject({ code: 'STAKING_OVER' });
  });
});

it('a position that ended while the lock was waited for is over: nothing is given up', async () => {
  let pass: (() => void) | null = null;
  const waited = await createStakingWorld({ db: passWhileLocking(await createTestDatabase(), 'staking_positions', () => pass?.()) });
  const user = await waited.join({ amount: '1000' });
  const { id } = await waited.subscribe(user, SEVEN);
  waited.time.now = START + 7 * DAY_MS - 1;
  pass = () => {
    waited.time.now = START + 7 * DAY_MS;
  };
  await expect(waited.redeem(user, id)).rejects.toMatchObject({ code: 'STAKING_OVER' });
  await waited.db.close();
});

describe('ether', () => {
  it('waits before it earns, longer behind others, and is back after its exit', async () => {
    const user = await world.join({ amount: '1000', asset: 'ETH' });
    const first = await world.subscribe(user, { term: '12', amount: '320', coin: 'ETH' });
    expect((await world.position(user, first.id)).startsAt).toBe(START + DAY_MS);
    const second = await world.subscribe(user, { term: '12', amount: '32', coin: 'ETH' });
    expect((await world.position(user, second.id)).startsAt).toBe(START + 2 * DAY_MS);
    world.time.now = START + 61 * DAY_MS;
    await world.accrue();
    expect(await world.position(user, first.id)).toMatchObject({ state: 'leaving', daysPaid: 60 });
    expect((await world.balance(user, 'ETH')).held).toBe('352');
    world.time.now += 2 * DAY_MS;
    await world.accrue();
    expect(await world.position(user, first.id)).toMatchObject({ state: 'ended', nextAt: null });
    expect((await world.balance(user, 'ETH')).held).toBe('32');
  });

  it('keeps what it earned when it leaves early, and waits for its exit', async () => {
    const user = await world.join({ amount: '10', asset: 'ETH' });
    const { id } = await world.subscribe(user, { term: '11', amount: '10', coin: 'ETH' });
    world.time.now = START + 11 * DAY_MS;
    await world.accrue();
    expect(await world.redeem(user, id)).toMatchObject({ returned: '10', forfeited: '0', at: world.time.now + 2 * DAY_MS });
    world.time.now += 2 * DAY_MS;
    await world.accrue();
    expect(await world.position(user, id)).toMatchObject({ state: 'redeemed', daysPaid: 10 });
    expect(await world.balance(user, 'ETH')).toEqual({ available: '10.008', held: '0' });
  });

  it('keeps every day that is over when it leaves, also those that the job has not credited yet', async () => {
    const user = await world.join({ amount: '10', asset: 'ETH' });
    const { id } = await world.subscribe(user, { term: '11', amount: '10', coin: 'ETH' });
    world.time.now = START + 4 * DAY_MS;
    await world.accrue();
    world.time.now = START + 11 * DAY_MS;
    await world.redeem(user, id);
    expect(await world.position(user, id)).toMatchObject({ state: 'leaving', daysPaid: 10 });
    expect(await world.balance(user, 'ETH')).toEqual({ available: '0.008', held: '10' });
    await world.accrue();
    expect(await world.position(user, id)).toMatchObject({ state: 'leaving', daysPaid: 10 });
    await world.verify();
  });
});
