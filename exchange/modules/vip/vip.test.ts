import { afterEach, beforeEach, expect, it } from 'vitest';
import { createRewardsWorld, DAY_MS, NOON, type RewardsWorld } from '../../../tests/helpers/rewards-world';
import { VIP_TERMS } from '../../../tests/helpers/reward-terms';
import type { OperatorActor } from '../../platform/actor';
import { createActions, createOperatorKey, foundOperator, identifyOperator } from '../operators/operators';
import { fulfilVipClaimAction } from './vip';
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

type Vip = {
  level: number;
  recharged: string;
  next: string | null;
  extra: number | null;
  kept_until: number | null;
  resting: string;
  claims: object[];
  waiting: string;
  waiting_next: string | null;
  waiting_until: string | null;
  leaving_rate: string;
};
const look = (userId: string) => world.call<Vip>('x.vip', userId);
const reachedEvents = async () =>
  (
    await world.db.read.query<{ level: string }>("SELECT payload->>'level' AS level FROM event_log WHERE kind = 'vip.reached' ORDER BY id")
  ).rows.map(({ level }) => Number(level));

it('pays each level once, out of the reward pool, and the extra on the next recharge alone; what leaving would not cost waits', async () => {
  const ada = await world.join('ada');
  await world.deposit(ada, '9999.99999999');
  await world.pass(0);
  expect(await look(ada)).toMatchObject({ level: 0, recharged: '9999.99999999', next: '10000', kept_until: null });
  await world.deposit(ada, '60000.00000001');
  await world.pass(0);
  expect(await look(ada)).toMatchObject({ level: 3, extra: 3, next: '150000', resting: '0' });
  // 177 and 777 USDT; with the 1,777 of level 3 it would be more than 3 % of what was brought.
  expect([await world.balance(ada), await look(ada)]).toMatchObject([
    '954',
    { waiting: '1777', waiting_next: '1777', waiting_until: '91033.34', leaving_rate: '0.03' },
  ]);
  await world.deposit(ada, '1', { asset: 'ETH' });
  await world.pass(0);
  // 1.5 % of 2,500 USDT stand behind them.
  expect([await world.balance(ada), await look(ada)]).toMatchObject(['954', { waiting: '1814.5', waiting_until: '91033.34' }]);
  // What waits is no debt yet.
  expect((await world.audit('rewards')).figures).toContain(
    'VIP_REWARD: 954 USDT paid, 0 USDT owed, 1777 USDT not owed before later recharges cover it',
  );
  await world.deposit(ada, '18533.33');
  await world.pass(0);
  expect(await world.balance(ada)).toBe('954');
  await world.deposit(ada, '0.01');
  await world.pass(0);
  expect([await world.balance(ada), await look(ada)]).toMatchObject(['2731', { waiting: '37.5', waiting_until: '92283.34' }]);
  await world.deposit(ada, '2500');
  await world.pass(DAY_MS);
  expect([await world.balance(ada), await look(ada)]).toMatchObject(['2768.5', { waiting: '0', waiting_next: null, waiting_until: null }]);
  expect(await reachedEvents()).toEqual([1, 2, 3]);
});

it('counts what came in alone: withdrawals and their return change nothing', async () => {
  const ada = await world.join('ada');
  await world.deposit(ada, '10000');
  const id = await world.withdraw(ada, '9000');
  await world.withdraw(ada, '9000', 'refused', id);
  await world.pass(0);
  expect(await look(ada)).toMatchObject({ level: 1, recharged: '10000' });
});

it('rests after 90 days without a recharge of 5,000 USDT, and says until when it is kept', async () => {
  const ada = await world.join('ada');
  await world.deposit(ada, '10000');
  await world.pass(0);
  expect(await look(ada)).toMatchObject({ kept_until: NOON + 90 * DAY_MS, resting: '0' });
  world.time.now = NOON + 90 * DAY_MS + 1;
  expect(await look(ada)).toMatchObject({ level: 1, resting: '1' });
  await world.deposit(ada, '5000');
  await world.pass(0);
  expect(await look(ada)).toMatchObject({ resting: '0' });
});

it('goes by the terms of the day of each recharge: what was reached and promised before a change stays, also when all is read again', async () => {
  const ada = await world.join('ada');
  await world.deposit(ada, '70000');
  await world.pass(DAY_MS);
  const levels = VIP_TERMS.levels.map(({ recharge, reward }) => ({ recharge: `${recharge}0`, reward: reward && '1', extraRate: '0.001' }));
  await world.change('vip', { levels, keepMin: '7000' });
  expect(await look(ada)).toMatchObject({ level: 3, next: '1500000', keep_min: '7000', kept_until: NOON + 90 * DAY_MS });
  await world.deposit(ada, '5000');
  await world.pass(0);
  // 1.5 % of 5,000 USDT, as level 3 promised when it was reached; it no longer keeps the membership.
  expect(await look(ada)).toMatchObject({ level: 3, extra: null, kept_until: NOON + 90 * DAY_MS });
  expect([await world.balance(ada), (await look(ada)).waiting]).toEqual(['954', '1852']);
  await world.deposit(ada, '1425000');
  await world.pass(0);
  expect([await world.balance(ada), (await look(ada)).extra]).toEqual(['2807', 4]);
  const before = [await look(ada), await world.balance(ada), await reachedEvents()];
  await world.replay(['vip_standings']);
  await world.pass(0);
  expect([await look(ada), await world.balance(ada), await reachedEvents()]).toEqual(before);
});

it('leaves levels 7 to 9 to two operators, once each, and pays no money for them', async () => {
  const ada = await world.join('ada');
  await world.deposit(ada, '30000000');
  await world.pass(0);
  const claims = [7, 8, 9].map((level) => ({ level, done: '0' }));
  expect(await look(ada)).toMatchObject({ level: 9, next: null, extra: null, claims });
  expect(await world.balance(ada)).toBe('27173');
  const acts = createActions([fulfilVipClaimAction]);
  const operators: OperatorActor[] = [];
  for (const name of ['eve', 'fay']) {
    const { key, fingerprint } = createOperatorKey();
    await world.db.transaction((tx) => foundOperator(tx, { name, roles: ['admin', 'treasurer'], fingerprint, at: 0 }));
    operators.push(await identifyOperator(world.db.read, key, 0));
  }
  const [eve, fay] = operators as [OperatorActor, OperatorActor];
  const ask = () =>
    world.db.transaction((tx) =>
      acts.performAction(tx, {
        actor: eve,
        act: 'vip.fulfil',
        reason: 'handed over',
        input: { user: ada, level: '7', note: 'tickets handed over' },
        at: world.time.now,
      }),
    );
  const asked = await ask();
  expect((await look(ada)).claims).toEqual(claims);
  const approve = (requestId: string) =>
    world.db.transaction((tx) => acts.approveRequest(tx, { actor: fay, requestId, reason: 'seen', at: world.time.now }));
  await approve(asked.state === 'requested' ? asked.requestId : '');
  expect((await look(ada)).claims[0]).toEqual({ level: 7, done: '1' });
  const again = await ask();
  await expect(approve(again.state === 'requested' ? again.requestId : '')).rejects.toThrow('nothing changed');
});

it('comes to the same when everything is read again from the first event, and pays nothing twice', async () => {
  const ada = await world.join('ada');
  for (const amount of ['70000', '1000', '90000', '500']) await world.deposit(ada, amount);
  await world.pass(0);
  const before = [await look(ada), await world.balance(ada), await reachedEvents()];
  await world.replay(['vip_standings']);
  await world.pass(0);
  expect([await look(ada), await world.balance(ada), await reachedEvents()]).toEqual(before);
});
