import { afterEach, beforeEach, expect, it } from 'vitest';
import { createRewardsWorld, DAY_MS, type RewardsWorld } from '../../../tests/helpers/rewards-world';
import { createVipModule } from './vip.module';

let world: RewardsWorld;
beforeEach(async () => {
  world = await createRewardsWorld({
    more: (platform, registry) => [createVipModule(platform, { termsAt: registry.readVipTermsInForce })],
  });
});
afterEach(async () => {
  await world.verifyAll();
  await world.db.close();
});

type Waiting = { waiting: string; waiting_until: string | null; leaving_rate: string };
const look = (userId: string) => world.call<Waiting>('x.vip', userId);

it('security: what is brought after a lower fee of withdrawals was announced is covered by that one: nobody is paid more than leaving costs then', async () => {
  const [ada, bob] = [await world.join('ada'), await world.join('bob')];
  await world.deposit(ada, '10000');
  await world.pass(0);
  await world.change('withdrawal', { feeRate: '0.01' }, world.time.now + 3 * DAY_MS);
  await world.deposit(bob, '10000');
  await world.pass(0);
  // What was promised before stays.
  expect([await world.balance(ada), await world.balance(bob)]).toEqual(['177', '0']);
  expect(await look(bob)).toMatchObject({ waiting: '177', waiting_until: '17700', leaving_rate: '0.01' });
  await world.pass(4 * DAY_MS);
  await world.deposit(bob, '7700');
  await world.pass(0);
  expect([await world.balance(ada), await world.balance(bob)]).toEqual(['177', '177']);
  const before = [await look(ada), await look(bob)];
  await world.replay(['vip_standings']);
  await world.pass(0);
  expect([await look(ada), await look(bob), await world.balance(bob)]).toEqual([...before, '177']);
});

it('goes by the fee in force where a higher one was announced', async () => {
  const ada = await world.join('ada');
  await world.change('withdrawal', { feeRate: '0.05' }, world.time.now + DAY_MS);
  await world.deposit(ada, '5000');
  await world.deposit(ada, '5000');
  await world.pass(0);
  expect([await world.balance(ada), (await look(ada)).leaving_rate]).toEqual(['177', '0.03']);
});
