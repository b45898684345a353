import { afterEach, beforeEach, expect, it } from 'vitest';
import { createPresaleWorld, DAY_MS, NOON, type PresaleWorld } from '../../../tests/helpers/presale-world';
import { listAside, retryRowAction } from '../../operator/put-aside';
import { JobRunner } from '../../platform/job-runner';

const HOUR_MS = 3_600_000;
let world: PresaleWorld;
let runner: JobRunner;
beforeEach(async () => {
  world = await createPresaleWorld();
  runner = new JobRunner({ ...world.platform, kinds: world.module.jobs ?? [] });
});
afterEach(() => world.db.close());

/** Looks of the jobs for two minutes. */
async function look(): Promise<void> {
  for (let turn = 0; turn < 24; turn += 1) {
    world.time.now += 5_000;
    await runner.round();
  }
}
const alarms = () => world.platform.metrics.countAlarms().get('presale_aside') ?? 0;
const sql = (text: string, values: unknown[] = []) => world.db.read.query(text, values);

it('a purchase that can not be settled holds up neither its sale nor others, which end later', async () => {
  const [sale, other] = [await world.open(), await world.open({ endsAt: NOON + DAY_MS + 1 })];
  const [ada = '', bob = '', eve = ''] = await world.join(3);
  await world.buy(ada, sale, 10n);
  await world.buy(bob, sale, 20n);
  await world.buy(eve, sale, 30n);
  await world.buy(eve, other, 5n);
  // Its payment isn't what its tokens cost: more would be taken than is held.
  await sql('UPDATE presale_purchases SET tokens = tokens * 2 WHERE user_id = $1', [bob]);
  await runner.round();
  world.time.now = NOON + DAY_MS;
  await look();
  expect((await world.balance(ada)).tokens).toBe('10');
  expect((await world.balance(bob)).tokens).toBe('0');
  expect((await world.balance(eve)).tokens).toBe('35');
  expect(await world.read(sale)).toMatchObject({ state: 'settling' });
  expect(await world.read(other)).toMatchObject({ state: 'over' });
  expect(alarms()).toBe(1);
  expect((await sql("SELECT 1 FROM jobs WHERE state = 'dead'")).rowCount).toBe(0);
  // Mended, it goes on as soon as operators ask for it, and the sale ends with it.
  await sql('UPDATE presale_purchases SET tokens = tokens / 2 WHERE user_id = $1', [bob]);
  await look();
  expect((await world.balance(bob)).tokens).toBe('0');
  const [waits] = await listAside(world.db.read, { kind: null, limit: 10, offset: 0 });
  expect(waits).toMatchObject({ kind: 'purchase', error: expect.stringMatching(/.{10}/) });
  world.time.now += 1;
  await world.db.transaction((tx) => retryRowAction.run(tx, { input: { row: waits?.id ?? '' }, at: world.time.now } as never));
  await look();
  expect((await world.balance(bob)).tokens).toBe('20');
  expect(await world.read(sale)).toMatchObject({ state: 'over', allotted: '60' });
  await world.verify();
});

it('a part that can not be delivered holds up no other', async () => {
  const sale = await world.open({ vesting: { first: 50, parts: 1, days: 1 } });
  const [ada = '', bob = ''] = await world.join(2);
  await world.buy(ada, sale, 10n);
  await world.buy(bob, sale, 20n);
  await runner.round();
  world.time.now = NOON + DAY_MS;
  await look();
  // More than the whole supply.
  await sql('UPDATE presale_purchases SET tokens = 1000000, allotted = 1000000 WHERE user_id = $1', [ada]);
  world.time.now = NOON + 2 * DAY_MS;
  await look();
  expect([(await world.balance(ada)).tokens, (await world.balance(bob)).tokens]).toEqual(['5', '20']);
  expect(alarms()).toBe(1);
  await sql('UPDATE presale_purchases SET tokens = 10, allotted = 10 WHERE user_id = $1', [ada]);
  world.time.now += HOUR_MS;
  await look();
  expect((await world.balance(ada)).tokens).toBe('10');
  await world.verify();
});
