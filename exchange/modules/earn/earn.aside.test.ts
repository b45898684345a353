import { afterEach, beforeEach, expect, it } from 'vitest';
import { createStakingWorld, DAY_MS, type StakingWorld } from '../../../tests/helpers/staking-world';
import { createAccrualJob } from './earn.accrual';

const HOUR_MS = 3_600_000;
/** Failures in a row after which the runner would put the whole job aside. */
const TRIES = 10;
let world: StakingWorld;
beforeEach(async () => {
  world = await createStakingWorld();
});
afterEach(() => world.db.close());

/** Does the job's chunks as the runner does: a chunk that fails is tried again. Returns how many failed. */
async function runJob(): Promise<number> {
  const job = createAccrualJob(world.platform, world.offer);
  let [failures, attempts] = [0, 0];
  for (let cursor: unknown = null; failures < TRIES; ) {
    const piece = { key: 'periodic', payload: {}, cursor, dueAt: world.time.now, attempts };
    try {
      cursor = await world.db.transaction((tx) => job.run(tx, piece));
      attempts = 0;
      if (cursor === null) break;
    } catch {
      failures += 1;
      attempts += 1;
    }
  }
  return failures;
}

it('puts one position aside that can not be credited, credits all others, and tries it again after an hour', async () => {
  const users = [await world.join(), await world.join(), await world.join()];
  const [first, broken, last] = await Promise.all(users.map((user) => world.subscribe(user, { term: '1', amount: '1000' })));
  const sql = (amount: string) =>
    world.db.read.query(
      `UPDATE staking_positions SET daily = daily + ${amount}::numeric, total = total + 7 * ${amount}::numeric WHERE id = $1`,
      [broken?.id],
    );
  // It would pay more than what is reserved for it.
  await sql('1000000000');
  world.time.now += DAY_MS;
  expect(await runJob()).toBeLessThan(TRIES);
  expect((await world.position(users[0] ?? '', first?.id ?? '')).daysPaid).toBe(1);
  expect((await world.position(users[1] ?? '', broken?.id ?? '')).daysPaid).toBe(0);
  expect((await world.position(users[2] ?? '', last?.id ?? '')).daysPaid).toBe(1);
  // Within the hour it costs nobody anything.
  expect(await runJob()).toBe(0);
  await sql('-1000000000');
  world.time.now += HOUR_MS;
  expect(await runJob()).toBe(0);
  expect((await world.position(users[1] ?? '', broken?.id ?? '')).daysPaid).toBe(1);
  await world.verify();
});
