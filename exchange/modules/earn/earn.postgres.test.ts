import { afterAll, beforeAll, expect, it } from 'vitest';
import { openPatiently, type SharedPostgres, sharePostgres } from '../../../tests/helpers/postgres';
import { createStakingWorld, DAY_MS, START, type StakingWorld } from '../../../tests/helpers/staking-world';
import { createLogger } from '../../platform/logger';
import { accrueChunk } from './earn.accrual';

const log = createLogger('silent');
const POSITIONS = 24;
const RACES = 8;
let server: SharedPostgres;
let worlds: StakingWorld[] = [];

beforeAll(async () => {
  server = await sharePostgres();
  const url = await server.createDatabase('staking');
  worlds = [await createStakingWorld({ db: openPatiently(url, log) }), await createStakingWorld({ db: openPatiently(url, log) })];
});
afterAll(async () => {
  for (const { db } of worlds) await db.close();
  await server.stop();
});

it('two processes credit and end the same positions at once while members leave theirs: each day and each end counts once', async () => {
  const [first, second] = worlds as [StakingWorld, StakingWorld];
  const users = [];
  for (let n = 0; n < POSITIONS; n += 1) {
    const user = await first.join({ amount: '1000' });
    users.push({ user, id: (await first.subscribe(user, { term: '1', amount: '1000' })).id });
  }
  for (const world of worlds) world.time.now = START + 3 * DAY_MS;
  const leaving = users.slice(0, 4);
  await Promise.all([
    first.accrue(5),
    second.accrue(5),
    ...leaving.map(({ user, id }, index) => (index % 2 === 0 ? first : second).redeem(user, id)),
  ]);
  // A process that dies with a chunk in its hands leaves nothing of it.
  for (const world of worlds) world.time.now = START + 8 * DAY_MS;
  let other: Promise<number> | null = null;
  const killed = first.db.transaction(async (tx) => {
    await accrueChunk(tx, { at: first.time.now, limit: 10, offer: first.offer() });
    // It passes by what the first one holds, and waits for the account of the reserve.
    other = second.accrue(7);
    throw new Error('killed');
  });
  await expect(killed).rejects.toThrow('killed');
  await other;
  await Promise.all([first.accrue(3), second.accrue(4)]);
  await first.verify();
  for (const { user } of users.slice(4)) expect(await first.balance(user)).toEqual({ available: '1001.52727272', held: '0' });
  for (const { user } of leaving) expect(await first.balance(user)).toEqual({ available: '1000', held: '0' });
  expect((await first.cover()).reserved).toBe(0n);
});

it('security: requests at once in two coins, or for two renewals, count together: one of them needs a confirmation', async () => {
  const [first, second] = worlds as [StakingWorld, StakingWorld];
  const sessionId = 'unconfirmed';
  const succeeded = async (all: readonly Promise<unknown>[]) =>
    (await Promise.allSettled(all)).filter(({ status }) => status === 'fulfilled').length;
  for (let n = 0; n < RACES; n += 1) {
    for (const world of worlds) world.time.now = START + 9 * DAY_MS;
    const user = await first.join({ amount: '20000' });
    await first.give(user, { amount: '10', asset: 'ETH' });
    const begun = [
      first.subscribe(user, { term: '1', amount: '6000', sessionId }),
      second.subscribe(user, { term: '11', amount: '3', coin: 'ETH', sessionId }),
    ];
    expect(await succeeded(begun)).toBe(1);
    const other = await first.join({ amount: '20000' });
    const ids = [await first.subscribe(other, { term: '1', amount: '6000' }), await first.subscribe(other, { term: '1', amount: '6000' })];
    const switched = ids.map(({ id }, index) => (index === 0 ? first : second).switchRenewal(other, id, true, { sessionId }));
    expect(await succeeded(switched)).toBe(1);
  }
});
