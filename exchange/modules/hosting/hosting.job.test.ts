import { afterEach, expect, it } from 'vitest';
import { createHostingWorld, type HostingWorld } from '../../../tests/helpers/hosting-world';
import { JobRunner } from '../../platform/job-runner';
import { createValuationJob } from './hosting.job';

const LOOK_MS = 5_000;
/** At most so long after a failure a chunk is tried again. */
const AGAIN_MS = 1_000;
let world: HostingWorld;
afterEach(() => world.db.close());

it('a book whose valuation fails holds up no other: it is gone past with an alarm, and tried again at each look', async () => {
  world = await createHostingWorld();
  const [broken, sound] = [await world.book(1), await world.book(2)];
  let isBroken = true;
  const job = createValuationJob(world.platform, {
    listPlans: world.service.listPlans,
    readMarks: () => world.marks,
    sumTakerFees: world.sumTakerFees,
    readOpenPositions: (_tx, { userId }) =>
      isBroken && userId === broken.userId ? Promise.reject(new Error('its positions are not what they should be')) : Promise.resolve([]),
  });
  const runner = new JobRunner({ ...world.platform, kinds: [job] });
  const look = async () => {
    world.time.now += LOOK_MS;
    await runner.round();
    world.time.now += AGAIN_MS;
    await runner.round();
  };
  await runner.round();
  world.time.now = Math.max(broken.nextAt ?? 0, sound.nextAt ?? 0);
  for (let turn = 0; turn < 12; turn += 1) await look();
  expect((await world.book(2)).day).toBeGreaterThan(0);
  expect((await world.book(1)).day).toBe(0);
  expect(world.platform.metrics.countAlarms().get('hosting_failed')).toBeGreaterThan(10);
  // It is never put aside, and goes on by itself.
  expect((await world.db.read.query("SELECT 1 FROM jobs WHERE state = 'dead'")).rowCount).toBe(0);
  isBroken = false;
  await look();
  expect((await world.book(1)).day).toBe(1);
});
