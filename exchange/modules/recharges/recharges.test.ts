import { afterEach, beforeEach, expect, it } from 'vitest';
import { createRewardsWorld, type RewardsWorld } from '../../../tests/helpers/rewards-world';
import { createCreditScoreModule } from '../credit-score/credit-score.module';
import { createVipModule } from '../vip/vip.module';

let world: RewardsWorld;
beforeEach(async () => {
  world = await createRewardsWorld({
    more: (platform, registry) => [createVipModule(platform, { termsAt: registry.readVipTerms }), createCreditScoreModule(platform)],
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
