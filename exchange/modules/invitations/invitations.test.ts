import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createRewardsWorld, DAY_MS, NOON, type RewardsWorld } from '../../../tests/helpers/rewards-world';

let world: RewardsWorld;
beforeEach(async () => {
  world = await createRewardsWorld();
});
afterEach(async () => {
  await world.verifyAll();
  await world.db.close();
});

type Invitation = { invited: number; rewards: string; rewarded: number; by: string | null; open: string; rows: Record<string, unknown>[] };
const look = (userId: string) => world.call<Invitation>('account.invitation', userId);
const standings = async () => (await world.db.read.query('SELECT * FROM invitation_standings ORDER BY user_id')).rows;

/** Ada, who is verified, invites Bob, who is, too, and brings money. */
async function invite(amount = '250', deposit: { from?: string; asset?: string } = {}) {
  const ada = await world.join('ada');
  await world.verify(ada);
  const bob = await world.join('bobby_long_name', ada);
  await world.verify(bob);
  await world.deposit(bob, amount, deposit);
  await world.follow();
  return { ada, bob };
}

describe('the reward', () => {
  it('is a tenth of what stayed for seven days, for both, once, out of the reward pool', async () => {
    const { ada, bob } = await invite();
    expect(await look(ada)).toMatchObject({
      invited: 1,
      rewards: '0',
      rows: [{ name: 'bo***me', state: 'waiting', due: NOON + 7 * DAY_MS }],
    });
    await world.pass(7 * DAY_MS - 1);
    await world.pass(DAY_MS);
    await world.pass(DAY_MS);
    expect([await world.balance(ada), await world.balance(bob)]).toEqual(['25', '25']);
    expect(await look(ada)).toMatchObject({ rewards: '25', rewarded: 1, rows: [{ state: 'rewarded', reward: '25', due: null }] });
    expect(world.heard).toContainEqual({ kind: 'account', userId: ada, mode: 'real', changed: ['balances', 'rewards'], market: null });
  });

  it('is not given before the seven days, nor for money that left again', async () => {
    const { ada, bob } = await invite();
    await world.pass(6 * DAY_MS);
    await world.withdraw(bob, '200');
    await world.pass(7 * DAY_MS);
    expect([await world.balance(ada), await world.balance(bob)]).toEqual(['0', '0']);
    expect((await look(ada)).rows).toMatchObject([{ state: 'verified' }]);
  });

  it('counts a withdrawal once however many steps it has, and not at all when it came back', async () => {
    const { ada, bob } = await invite('300');
    const id = await world.withdraw(bob, '100');
    await world.withdraw(bob, '100', 'done', id);
    await world.follow();
    expect(await standings()).toMatchObject([{ net: '0' }, { net: '20000000000' }]);
    await world.withdraw(bob, '100', 'refused', id);
    await world.pass(8 * DAY_MS);
    expect(await standings()).toMatchObject([{ net: '0' }, { net: '30000000000' }]);
    // The lowest of these days counts.
    expect(await world.balance(ada)).toBe('20');
  });

  it('values coins at the price of their day, and waits for a price that is missing', async () => {
    const { ada } = await invite('0.2', { asset: 'ETH' });
    world.prices.set('ETH', '1');
    await world.pass(8 * DAY_MS);
    expect(await world.balance(ada)).toBe('50');
  });

  it('reaches one level only, and nobody without an inviter', async () => {
    const { ada, bob } = await invite();
    const eve = await world.join('eve', bob);
    await world.verify(eve);
    await world.deposit(eve, '1000');
    await world.deposit(ada, '1000');
    await world.pass(8 * DAY_MS);
    expect([await world.balance(ada), await world.balance(bob), await world.balance(eve)]).toEqual(['25', '75', '50']);
  });

  it('waits for the reward pool where that is empty, with an alarm, and is paid once it is funded', async () => {
    await world.db.close();
    world = await createRewardsWorld({ isGranted: false });
    const { ada } = await invite();
    await world.pass(8 * DAY_MS);
    expect([await world.balance(ada), (await look(ada)).rows[0]?.state]).toEqual(['0', 'rewarded']);
    expect((await world.db.read.query('SELECT 1 FROM rewards WHERE due_at IS NOT NULL')).rowCount).toBe(2);
    await world.fund();
    await world.pass(DAY_MS);
    expect(await world.balance(ada)).toBe('25');
  });
});

describe('the rewards of a day', () => {
  type Waiting = { rewards: string; waiting: string; rule: { day: string } };
  /** Ada invites so many, each of whom brings 500 USDT at once: 50 for each of the two. */
  async function inviteMany(count: number) {
    const ada = await world.join('ada');
    await world.verify(ada);
    const invited: string[] = [];
    for (let n = 0; n < count; n += 1) {
      const id = await world.join(`friend${n}`, ada);
      await world.verify(id);
      await world.deposit(id, '500');
      invited.push(id);
    }
    await world.follow();
    return { ada, invited };
  }
  const balances = (ids: readonly string[]) => Promise.all(ids.map((id) => world.balance(id)));
  const alarms = () => world.platform.metrics.countAlarms().get('invitation_day_reached') ?? 0;

  it('are bounded: what is above waits for the next days, in its order, once, and the page says so', async () => {
    await world.change('invitation', { dayMax: '220' });
    const { ada, invited } = await inviteMany(5);
    await world.pass(7 * DAY_MS);
    await world.pass(60 * 60_000);
    // Four of ten: the fifth would be more than a day's.
    expect([await world.balance(ada), await balances(invited)]).toEqual(['100', ['50', '50', '0', '0', '0']]);
    expect(await world.call<Waiting>('account.invitation', ada)).toMatchObject({ rewards: '100', waiting: '150', rule: { day: '220' } });
    expect(await world.call<Waiting>('account.invitation', invited[2] ?? '')).toMatchObject({ rewards: '0', waiting: '50' });
    expect(alarms()).toBe(1);
    expect(await world.audit('rewards')).toEqual({
      figures: ['INVITATION_REWARD: 200 USDT paid, 300 USDT owed', 'INVITATION_REWARD: 200 USDT paid today (UTC), 220 USDT at most'],
      faults: [],
    });
    await world.pass(DAY_MS);
    await world.pass(60_000);
    expect([await world.balance(ada), await balances(invited), alarms()]).toEqual(['200', ['50', '50', '50', '50', '0'], 2]);
    await world.pass(DAY_MS);
    await world.pass(DAY_MS);
    expect([await world.balance(ada), await balances(invited), alarms()]).toEqual(['250', ['50', '50', '50', '50', '50'], 2]);
    expect(await world.call<Waiting>('account.invitation', ada)).toMatchObject({ rewards: '250', waiting: '0' });
  });

  it('go on in their order when a smaller one would still fit', async () => {
    await world.change('invitation', { dayMax: '120' });
    const { ada, invited } = await inviteMany(2);
    const small = await world.join('small', ada);
    await world.verify(small);
    world.time.now += 60_000;
    await world.deposit(small, '100');
    await world.pass(7 * DAY_MS);
    await world.pass(60_000);
    expect(await balances([ada, ...invited, small])).toEqual(['50', '50', '0', '0']);
    await world.pass(DAY_MS);
    expect(await balances([ada, ...invited, small])).toEqual(['110', '50', '50', '10']);
  });

  it('are not held back by one that is due at the first moment of the next day for another reason', async () => {
    const { ada, invited } = await inviteMany(1);
    const midnight = NOON + 8 * DAY_MS - DAY_MS / 2;
    await world.db.read.query(
      `INSERT INTO rewards (source, user_id, code, amount, made_at, due_at) VALUES ('test:midnight', $1, 'INVITATION_REWARD', 100000000, 1, $2)`,
      [ada, midnight],
    );
    await world.pass(7 * DAY_MS);
    expect(await balances([ada, ...invited])).toEqual(['50', '50']);
    await world.pass(DAY_MS);
    expect(await balances([ada, ...invited])).toEqual(['51', '50']);
  });

  it('are one at least, so that none promised under wider terms waits for ever', async () => {
    const { ada, invited } = await inviteMany(1);
    world.time.now += DAY_MS;
    await world.change('invitation', { eachMax: '10', dayMax: '20' });
    await world.pass(7 * DAY_MS);
    expect(await balances([ada, ...invited])).toEqual(['0', '50']);
    await world.pass(DAY_MS);
    expect(await balances([ada, ...invited])).toEqual(['50', '50']);
  });

  it('bound nothing of memberships, which have a bound of their own', async () => {
    await world.change('invitation', { dayMax: '100' });
    const { invited } = await inviteMany(2);
    await world.db.read.query(
      `INSERT INTO rewards (source, user_id, code, amount, made_at, due_at) VALUES ('vip:test', $1, 'VIP_REWARD', 17700000000, 1, $2)`,
      [invited[1], NOON + 7 * DAY_MS],
    );
    await world.pass(7 * DAY_MS);
    expect(await balances(invited)).toEqual(['50', '177']);
  });
});

describe('another rule', () => {
  it('is for those who sign up from then on: who was here goes by the rule of their day, also when all is read again', async () => {
    const { ada, bob } = await invite();
    world.time.now += DAY_MS;
    await world.change('invitation', { netMin: '200', keptDays: 2, shareRate: '0.2', eachMax: '40' });
    expect(await world.call('account.invitation', ada)).toMatchObject({ rule: { min: '200', kept: 2 * DAY_MS, each: '40', share: '0.2' } });
    const eve = await world.join('eve', ada);
    await world.verify(eve);
    await world.deposit(eve, '150');
    await world.pass(3 * DAY_MS);
    expect([await world.balance(ada), await world.balance(bob), await world.balance(eve)]).toEqual(['0', '0', '0']);
    await world.deposit(eve, '150');
    await world.pass(3 * DAY_MS);
    // A fifth of 300 USDT is above the 40 that each gets at most; Bob's tenth of 250 is what he was invited with.
    expect([await world.balance(ada), await world.balance(bob), await world.balance(eve)]).toEqual(['65', '25', '40']);
    const before = await standings();
    await world.replay(['invitation_standings', 'account_traces']);
    await world.pass(DAY_MS);
    expect([await standings(), await world.balance(ada)]).toEqual([before, '65']);
  });
});

describe('inviting oneself', () => {
  it.each([
    {
      name: 'on the same device',
      reason: 'device',
      make: async (a: string, b: string) => [await world.signIn(a, 'd1'), await world.signIn(b, 'd1')],
    },
    {
      name: 'from the same address',
      reason: 'funding',
      make: async (a: string, b: string) => [await world.deposit(a, '5', { from: '0xAB' }), await world.deposit(b, '5', { from: '0xab' })],
    },
    {
      name: 'with the same document',
      reason: 'document',
      make: async (a: string, b: string) => [await addDocument(a, 'rejected'), await addDocument(b, 'approved')],
    },
  ])('$name brings nobody anything, and says why', async ({ make, reason }) => {
    const { ada, bob } = await invite();
    await make(ada, bob);
    const before = [await world.balance(ada), await world.balance(bob)];
    await world.pass(8 * DAY_MS);
    expect([await world.balance(ada), await world.balance(bob)]).toEqual(before);
    expect((await look(ada)).rows).toMatchObject([{ state: 'refused', reason, reward: null }]);
  });

  it('from an account that nobody verified brings nothing until it is verified, and what was earned by then, once', async () => {
    const ada = await world.join('ada');
    const bob = await world.join('bob', ada);
    await world.verify(bob);
    await world.deposit(bob, '250');
    await world.pass(8 * DAY_MS);
    await world.pass(8 * DAY_MS);
    expect([await world.balance(ada), await world.balance(bob)]).toEqual(['0', '0']);
    expect((await look(ada)).rows).toMatchObject([{ state: 'inviter', due: null, reward: null }]);
    await world.withdraw(bob, '250');
    await world.verify(ada);
    await world.pass(DAY_MS);
    await world.pass(DAY_MS);
    expect([await world.balance(ada), await world.balance(bob)]).toEqual(['25', '25']);
    const before = await standings();
    await world.replay(['invitation_standings', 'account_traces']);
    await world.pass(DAY_MS);
    expect([await standings(), await world.balance(ada)]).toEqual([before, '25']);
  });

  it('is not what people do who use the same exchange', async () => {
    const { ada, bob } = await invite('250', { from: '0xhot' });
    await world.deposit(ada, '5', { from: '0xhot' });
    for (let n = 0; n < 4; n += 1) await world.deposit(await world.join(`other${n}`), '5', { from: '0xhot' });
    await world.pass(8 * DAY_MS);
    expect([await world.balance(ada), await world.balance(bob)]).toEqual(['25', '25']);
  });
});

async function addDocument(userId: string, state: 'approved' | 'rejected'): Promise<void> {
  const { rows } = await world.db.read.query<{ id: string }>(
    `INSERT INTO identity_submissions (user_id, country, first_name, last_name, document, number_key_id, number_sealed, number_hash, front, hold, email, submitted_at, review_until, state)
     SELECT $1, 'CH', 'A', 'B', 'passport', 'k', decode('00', 'hex'), repeat('a', 64), gen_random_uuid(), gen_random_uuid(), 'a@b.c', now(), now() + interval '1 day', 'review' RETURNING id`,
    [userId],
  );
  await world.db.read.query(`UPDATE identity_submissions SET state = $2, decided_at = now(), decided_by = 'x', reason = $3 WHERE id = $1`, [
    rows[0]?.id,
    state,
    state === 'rejected' ? 'unreadable' : null,
  ]);
}

describe('whose code it was', () => {
  it('may be changed until the first deposit, to somebody who was here before', async () => {
    const [ada, bob, eve] = [await world.join('ada'), await world.join('bob'), await world.join('eve')];
    expect(await look(bob)).toMatchObject({ by: null, open: '1' });
    await world.call('x.inviter', bob, { code: 'ADAAAAAA' });
    expect(await look(bob)).toMatchObject({ by: 'a***' });
    for (const code of ['BOBAAAAA', 'EVEAAAAA']) {
      await expect(world.call('x.inviter', bob, { code })).rejects.toMatchObject({ code: 'REFERRAL_OWN' });
    }
    await expect(world.call('x.inviter', bob, { code: 'NOBODYXX' })).rejects.toMatchObject({ code: 'REFERRAL_UNKNOWN' });
    await world.call('x.inviter', eve, { code: 'ADAAAAAA' });
    await world.call('x.inviter', eve, { code: '' });
    expect([(await look(ada)).invited, (await look(eve)).by]).toEqual([1, null]);
    await world.deposit(bob, '1');
    await world.follow();
    await expect(world.call('x.inviter', bob, { code: '' })).rejects.toMatchObject({ code: 'REFERRAL_FIXED' });
    expect(await look(bob)).toMatchObject({ by: 'a***', open: '0' });
  });
});

it('comes to the same when everything that happened is read again from the first event', async () => {
  const { ada, bob } = await invite();
  const eve = await world.join('eve', ada);
  await world.deposit(eve, '500');
  await world.pass(3 * DAY_MS);
  await world.verify(eve);
  await world.pass(8 * DAY_MS);
  await world.withdraw(bob, '250');
  await world.deposit(eve, '10');
  await world.pass(DAY_MS);
  const [before, money] = [await standings(), [await world.balance(ada), await world.balance(bob), await world.balance(eve)]];
  expect(before).toMatchObject([{ state: 'open' }, { state: 'rewarded' }, { state: 'rewarded' }]);
  await world.replay(['invitation_standings', 'account_traces']);
  await world.pass(DAY_MS);
  expect(await standings()).toEqual(before);
  expect([await world.balance(ada), await world.balance(bob), await world.balance(eve)]).toEqual(money);
});
