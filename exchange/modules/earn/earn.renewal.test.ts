import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createStakingWorld, DAY_MS, START, type StakingWorld } from '../../../tests/helpers/staking-world';
import { houseAddress, outsideAddress, postJournals } from '../ledger/ledger';
import type { StakingTerm } from '../registry/registry';
import { accrueChunk } from './earn.accrual';

let world: StakingWorld;
beforeEach(async () => {
  world = await createStakingWorld();
});
afterEach(async () => {
  await world.verify();
  await world.db.close();
});

/** 7 days at 0.02 % to 0.04 % a day, 100 to 10,000 USDT: 1,000 earn 1.52727272 in a term. */
const SEVEN = { term: '1', amount: '1000' };
const END = START + 7 * DAY_MS;
const eventsOf = async (kind: string) =>
  (
    await world.db.read.query<{ payload: Record<string, unknown> }>('SELECT payload FROM event_log WHERE kind = $1 ORDER BY id', [kind])
  ).rows.map(({ payload }) => payload);
async function stake(change: { renews?: boolean } = {}) {
  const user = await world.join();
  const { id } = await world.subscribe(user, SEVEN);
  if (change.renews ?? true) await world.switchRenewal(user, id, true);
  return { user, id };
}
/** Does what is due at the end of each day up to `day`, by terms that a test may change. */
async function passTo(day: number, terms?: (term: StakingTerm) => StakingTerm | null): Promise<void> {
  const { terms: listed, version } = world.offer();
  const offer = { terms: listed.flatMap((term) => (terms === undefined ? term : (terms(term) ?? []))), version };
  world.time.now = START + day * DAY_MS;
  while ((await world.db.transaction((tx) => accrueChunk(tx, { at: world.time.now, limit: 500, offer }))) > 0);
}

describe('a renewal of ether', () => {
  const TERM = { term: '11', amount: '10', coin: 'ETH' };
  /** A day of waiting and thirty of earning. */
  const ETHER_END = START + 31 * DAY_MS;

  async function stakeEther() {
    const user = await world.join({ asset: 'ETH', amount: '10' });
    const { id } = await world.subscribe(user, TERM);
    await world.switchRenewal(user, id, true);
    return { user, id };
  }

  it('goes on at the end: it neither leaves nor waits again', async () => {
    const { user, id } = await stakeEther();
    await passTo(31);
    const ended = await world.position(user, id);
    expect(ended).toMatchObject({ state: 'ended', daysPaid: 30, notRenewed: null });
    const next = await world.position(user, ended.renewedAs ?? '');
    expect(next).toMatchObject({ kind: 'eth-joint', state: 'running', startsAt: ETHER_END, endsAt: ETHER_END + 30 * DAY_MS, renews: true });
    // 30 days of 0.008 % of 10 are credited; all of the 10 are held without a gap.
    expect(await world.balance(user, 'ETH')).toEqual({ available: '0.024', held: '10' });
  });

  it('says two days before its end when the principal is back: after its exit, unless it goes on', async () => {
    const { user } = await stakeEther();
    await world.give(user, { asset: 'ETH', amount: '10' });
    await world.subscribe(user, TERM);
    await passTo(29);
    const backAt = ETHER_END + 2 * DAY_MS;
    expect(await eventsOf('staking.ends-soon')).toMatchObject([
      { endsAt: ETHER_END, backAt: ETHER_END, renews: true },
      { endsAt: ETHER_END, backAt, renews: false },
    ]);
  });

  it('leaves like any other where it can’t be renewed, says why, and is back after its exit', async () => {
    const { user, id } = await stakeEther();
    const withdrawn = (term: StakingTerm) => (term.id === 11 ? null : term);
    await passTo(31, withdrawn);
    expect(await world.position(user, id)).toMatchObject({ state: 'leaving', notRenewed: 'term', nextAt: ETHER_END + 2 * DAY_MS });
    expect((await world.balance(user, 'ETH')).held).toBe('10');
    // Even where the term is offered again by then.
    await passTo(33);
    expect(await world.position(user, id)).toMatchObject({ state: 'ended', renewedAs: null, nextAt: null });
    expect(await world.balance(user, 'ETH')).toEqual({ available: '10.024', held: '0' });
  });

  it('is off where it leaves early', async () => {
    const { user, id } = await stakeEther();
    await passTo(11);
    await world.redeem(user, id);
    await passTo(13);
    expect(await world.position(user, id)).toMatchObject({ state: 'redeemed', renewedAs: null });
  });
});

describe('a renewal', () => {
  it('security: parts of a large sum need the confirmation of the whole, within a day', async () => {
    const user = await world.join();
    const parts: string[] = [];
    for (let day = 0; day < 3; day += 1) {
      parts.push((await world.subscribe(user, { term: '1', amount: '4000', sessionId: 'unconfirmed' })).id);
      parts.push((await world.subscribe(user, { term: '1', amount: '4000', sessionId: 'unconfirmed' })).id);
      world.time.now += DAY_MS;
      await world.accrue();
    }
    const on = (index: number, sessionId = 'unconfirmed') => world.switchRenewal(user, parts[index] ?? '', true, { sessionId });
    await on(0);
    await on(1);
    await on(1);
    await expect(on(2)).rejects.toMatchObject({ code: 'STEP_UP_REQUIRED' });
    // What is switched off again counts no more, and counts anew when it is switched on.
    await world.switchRenewal(user, parts[1] ?? '', false, { sessionId: 'unconfirmed' });
    await on(2);
    await expect(on(1)).rejects.toMatchObject({ code: 'STEP_UP_REQUIRED' });
    await on(1, 'session');
    expect(world.confirmed).toEqual(['4000 USDT']);
    world.time.now += DAY_MS + 1;
    await world.accrue();
    await on(3);
  });

  it('is off from the beginning: the principal is back at the end', async () => {
    const { user, id } = await stake({ renews: false });
    await passTo(7);
    expect(await world.position(user, id)).toMatchObject({ state: 'ended', renews: false, renewedAs: null });
    expect(await world.balance(user)).toEqual({ available: '100001.52727272', held: '0' });
  });

  it('begins the next term when the last one ends, with the same amount; interest stays available', async () => {
    const { user, id } = await stake();
    await passTo(7);
    const ended = await world.position(user, id);
    expect(ended).toMatchObject({ state: 'ended', renews: true, notRenewed: null });
    const next = await world.position(user, ended.renewedAs ?? '');
    expect(next).toMatchObject({ state: 'running', principal: 100_000_000_000n, startsAt: END, endsAt: END + 7 * DAY_MS, renews: true });
    expect(await world.balance(user)).toEqual({ available: '99001.52727272', held: '1000' });
    await passTo(14);
    expect(await world.position(user, next.id)).toMatchObject({ state: 'ended', paid: 152_727_272n });
    expect(await world.balance(user)).toEqual({ available: '99003.05454544', held: '1000' });
  });

  it('takes the rate of that day, and says it beforehand and afterwards', async () => {
    const { user, id } = await stake();
    const doubled = (term: StakingTerm) => (term.id === 1 ? { ...term, rateMin: '0.0004', rateMax: '0.0008' } : term);
    await passTo(5, doubled);
    expect(await eventsOf('staking.ends-soon')).toMatchObject([{ position: id, renews: true, endsAt: END }]);
    await passTo(7, doubled);
    const { renewedAs } = await world.position(user, id);
    expect((await world.position(user, renewedAs ?? '')).rate).toBe(436_363_636n);
    expect(await eventsOf('staking.renewed')).toMatchObject([
      { position: id, next: renewedAs, principal: '1000', rate: '0.0436363636', paid: '1.52727272', endsAt: END + 7 * DAY_MS },
    ]);
    expect(await eventsOf('staking.ended')).toEqual([]);
  });

  it.each([1, 2, 3])('says of a term of %i days that it ends soon, once, two days before or at its beginning', async (days) => {
    const terms = (term: StakingTerm) => ({ ...term, days });
    const { read } = world.published;
    world.published.read = () => ({ ...read(), terms: read().terms.map(terms) });
    const { id } = await stake();
    await passTo(Math.max(0, days - 2), terms);
    expect(await eventsOf('staking.ends-soon')).toMatchObject([{ position: id, renews: days === 3, endsAt: START + days * DAY_MS }]);
    await passTo(days, terms);
    // One notice of a renewal: it says until when, also where the next term is a short one.
    expect(await eventsOf('staking.renewed')).toMatchObject([{ position: id, endsAt: START + 2 * days * DAY_MS }]);
    expect(await eventsOf('staking.ends-soon')).toHaveLength(1);
  });

  it.each<[string, (term: StakingTerm) => StakingTerm | null]>([
    ['term', (term) => (term.id === 1 ? null : term)],
    ['amount', (term) => ({ ...term, amountMin: '1000.00000001' })],
    ['amount', (term) => ({ ...term, amountMax: '999.99999999' })],
  ])('error: what the terms of that day do not take ends and says why: %s', async (why, terms) => {
    const { user, id } = await stake();
    await passTo(7, terms);
    expect(await world.position(user, id)).toMatchObject({ state: 'ended', renewedAs: null, notRenewed: why });
    expect(await world.balance(user)).toEqual({ available: '100001.52727272', held: '0' });
    expect(await eventsOf('staking.ended')).toMatchObject([{ position: id, returned: '1000', notRenewed: why }]);
  });

  it('error: a pool that covers one of two renews one, and ends the other whole', async () => {
    const [first, second] = [await stake(), await stake()];
    const { free } = await world.cover();
    const amount = free - 200_000_000n;
    const postings = [
      { address: houseAddress({ mode: 'real', name: 'staking-pool', asset: 'USDT' }), amount: -amount },
      { address: outsideAddress({ mode: 'real', name: 'operator', asset: 'USDT' }), amount },
    ];
    await world.db.transaction((tx) => postJournals(tx, [{ code: 'POOL_DEFUNDING', reference: 'all', at: START, postings }]));
    await passTo(7);
    const ended = [await world.position(first.user, first.id), await world.position(second.user, second.id)];
    expect(ended.map(({ notRenewed }) => notRenewed)).toEqual([null, 'pool']);
    expect(await world.balance(second.user)).toEqual({ available: '100001.52727272', held: '0' });
    expect((await world.cover()).reserved).toBe(152_727_272n);
  });

  it('counts once however often and wherever workers are killed, and after a standstill of days', async () => {
    const { user, id } = await stake();
    world.time.now = END + 3 * DAY_MS;
    for (let n = 0; n < 10; n += 1) {
      const killed = world.db.transaction(async (tx) => {
        await accrueChunk(tx, { at: world.time.now, limit: 500, offer: world.offer() });
        throw new Error('killed');
      });
      await expect(killed).rejects.toThrow('killed');
      if (n % 2 === 1) await world.db.transaction((tx) => accrueChunk(tx, { at: world.time.now, limit: 1, offer: world.offer() }));
    }
    await Promise.all([world.accrue(1), world.accrue(1)]);
    const { renewedAs } = await world.position(user, id);
    // Nobody was there for more than a day: the next term begins when somebody is.
    expect(await world.position(user, renewedAs ?? '')).toMatchObject({ startsAt: world.time.now, daysPaid: 0 });
    const { rows } = await world.db.read.query<{ count: string }>('SELECT count(*) AS count FROM staking_positions');
    expect(rows[0]?.count).toBe('2');
    expect(await world.balance(user)).toEqual({ available: '99001.52727272', held: '1000' });
  });
});

describe('switching it', () => {
  it('goes on and off until the end, once for one request', async () => {
    const { user, id } = await stake();
    await world.switchRenewal(user, id, false, { requestId: 'request-number-1' });
    await world.switchRenewal(user, id, false, { requestId: 'request-number-1' });
    await expect(world.switchRenewal(user, id, true, { requestId: 'request-number-1' })).rejects.toMatchObject({
      code: 'DUPLICATE_REQUEST',
    });
    expect((await world.position(user, id)).renews).toBe(false);
    world.time.now = END;
    await expect(world.switchRenewal(user, id, true)).rejects.toMatchObject({ code: 'STAKING_OVER' });
    await passTo(7);
    expect((await world.position(user, id)).renewedAs).toBeNull();
  });

  it('security: is nobody else’s', async () => {
    const { id } = await stake();
    const other = await world.join({ asset: 'ETH', amount: '5' });
    await expect(world.switchRenewal(other, id, false)).rejects.toMatchObject({ code: 'STAKING_NOT_FOUND' });
  });

  it('security: asks for a confirmation where staking as much would, and not to switch it off', async () => {
    const user = await world.join();
    const { id } = await world.subscribe(user, { term: '1', amount: '10000' });
    await expect(world.switchRenewal(user, id, true, { sessionId: 'unconfirmed' })).rejects.toMatchObject({ code: 'STEP_UP_REQUIRED' });
    expect((await world.position(user, id)).renews).toBe(false);
    await world.switchRenewal(user, id, true);
    await world.switchRenewal(user, id, false, { sessionId: 'unconfirmed' });
  });
});
