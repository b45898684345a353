import { afterEach, beforeEach, expect, it } from 'vitest';
import { createRewardsWorld, type RewardsWorld } from '../../../tests/helpers/rewards-world';
import { createCreditScoreModule } from '../credit-score/credit-score.module';
import { createVipModule } from '../vip/vip.module';

let world: RewardsWorld;
beforeEach(async () => {
  world = await createRewardsWorld({
    more: (platform, registry) => [createVipModule(platform, { termsAt: registry.readVipTermsInForce }), createCreditScoreModule(platform)],
  });
});
afterEach(async () => {
  await world.verifyAll();
  await world.db.close();
});

const read = async (sql: string) => (await world.db.read.query(sql)).rows;

/** Everything that follows from what happened; numbers that a database gives anew are left out. */
const readAll = () =>
  Promise.all([
    read('SELECT * FROM recharges ORDER BY id'),
    read("SELECT user_id, at, payload FROM event_log WHERE kind IN ('recharge.booked', 'vip.reached') ORDER BY kind, id"),
    read('SELECT * FROM vip_standings ORDER BY user_id'),
    read('SELECT * FROM invitation_standings ORDER BY user_id'),
    read('SELECT * FROM account_traces ORDER BY user_id, kind, trace'),
    read('SELECT * FROM credit_scores ORDER BY user_id, realm'),
    read('SELECT source, user_id, code, amount FROM rewards ORDER BY source'),
  ]);

it('all that counts recharges comes to the same when everything is read again from the first event, whatever prices are by then', async () => {
  const ada = await world.join('ada');
  const bob = await world.join('bob', ada);
  await world.verify(bob);
  await world.signIn(bob, 'd1');
  await world.deposit(bob, '4.5', { asset: 'ETH', from: '0xab' });
  const id = await world.withdraw(bob, '1000');
  await world.withdraw(bob, '1000', 'refused', id);
  await world.deposit(ada, '70000');
  await world.deposit(ada, '1000');
  await world.pass(0);
  const before = await readAll();
  expect(before[0]).toHaveLength(5);
  expect(before[5]).toMatchObject([{ score: expect.any(Number) }, { score: expect.any(Number) }]);
  world.prices.set('ETH', '9');
  await world.replay(['vip_standings', 'invitation_standings', 'account_traces', 'credit_score_changes', 'credit_scores']);
  expect(await readAll()).toEqual(before);
});

it('what has no price yet is counted when there is one, however long that takes, holds up nothing else, and somebody hears of it', async () => {
  const ada = await world.join('ada');
  const eth = world.prices.get('ETH') ?? '';
  world.prices.delete('ETH');
  await world.deposit(ada, '2', { asset: 'ETH' });
  await world.deposit(ada, '100');
  const left = await world.withdraw(ada, '1', 'sent', undefined, 'ETH');
  const stayed = await world.withdraw(ada, '0.5', 'sent', undefined, 'ETH');
  await world.withdraw(ada, '0.5', 'refused', stayed, 'ETH');
  await world.pass(3 * 60 * 60_000);
  const booked = () => read('SELECT source, kind, value FROM recharges ORDER BY source');
  expect(await booked()).toMatchObject([{ kind: 'in', value: '10000000000' }]);
  expect(await read('SELECT * FROM event_dead_letters')).toEqual([]);
  expect(world.platform.metrics.countAlarms().get('recharge_unvalued')).toBeGreaterThan(0);
  expect((await world.platform.metrics.render()).body).toMatch(/recharges_unvalued\{asset="ETH"\} 3/);
  // Another process may have valued or booked some meanwhile.
  await world.db.read.query("UPDATE recharge_waits SET asset = 'BTC' WHERE source LIKE 'withdrawal:%'");
  expect((await world.platform.metrics.render()).body).toMatch(/recharges_unvalued\{asset="ETH"\} 1/);
  await world.db.read.query("UPDATE recharge_waits SET asset = 'ETH'");

  world.prices.set('ETH', eth);
  await world.pass(60_000);
  expect(await booked()).toEqual(
    expect.arrayContaining([
      { source: expect.stringMatching(/^deposit:/), kind: 'in', value: '500000000000' },
      { source: `withdrawal:${left}`, kind: 'out', value: '250000000000' },
      { source: `withdrawal:${stayed}`, kind: 'out', value: '125000000000' },
      { source: `withdrawal-back:${stayed}`, kind: 'back', value: '125000000000' },
    ]),
  );
  expect(await booked()).toHaveLength(5);
  expect(await read('SELECT * FROM recharge_waits')).toEqual([]);
  await world.replay(['vip_standings', 'invitation_standings']);
  expect(await booked()).toHaveLength(5);
  expect(await read('SELECT * FROM recharge_waits')).toEqual([]);
});
