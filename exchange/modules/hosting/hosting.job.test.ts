import { afterEach, expect, it } from 'vitest';
import { createHostingWorld, type HostingWorld } from '../../../tests/helpers/hosting-world';
import { JobRunner } from '../../platform/job-runner';
import { createValuationJob } from './hosting.job';
import { toBookWire } from './hosting.record';

const LOOK_MS = 5_000;
/** At most so long after a failure a chunk is tried again. */
const AGAIN_MS = 1_000;
let world: HostingWorld;
afterEach(() => world.db.close());

/** Returns the runner of the job that values the books of a world, with one look done. */
async function createRunner(): Promise<JobRunner> {
  const job = createValuationJob(world.platform, {
    listPlans: world.service.listPlans,
    readMarks: () => world.marks,
    sumTakerFees: world.sumTakerFees,
    readOpenPositions: () => Promise.resolve([]),
  });
  const runner = new JobRunner({ ...world.platform, kinds: [job] });
  await runner.round();
  return runner;
}

it('a book is compared with bitcoin from its opening on, an older one from its first valuation', async () => {
  world = await createHostingWorld();
  world.marks.set('BTC-USDT', { index: '40000', mark: '40000', isFresh: false });
  const runner = await createRunner();
  world.marks.set('BTC-USDT', { index: '50000', mark: '50000', isFresh: true });
  world.time.now += LOOK_MS;
  await runner.round();
  world.marks.set('BTC-USDT', { index: '55000', mark: '55000', isFresh: true });
  world.time.now = (await world.book()).nextAt ?? 0;
  await runner.round();
  const read = async () => toBookWire(await world.service.readBook(1, 'real'));
  expect(await read()).toMatchObject({ record: { days: 1, btc: '0.1' }, line: [{ btc: '1.1' }] });
  await world.db.read.query("UPDATE hosting_books SET beside = '{}'");
  expect(await read()).toMatchObject({ record: { btc: '0' }, line: [{ btc: '1' }] });
  // A book that was valued already keeps what it has.
  world.time.now += LOOK_MS;
  await runner.round();
  expect(await read()).toMatchObject({ record: { btc: '0' } });
});

it('a book that its valuation stops has an alarm, once', async () => {
  world = await createHostingWorld();
  const runner = await createRunner();
  await world.earn('-6000');
  world.time.now = (await world.book()).nextAt ?? 0;
  for (let turn = 0; turn < 3; turn += 1) {
    await runner.round();
    world.time.now += LOOK_MS;
  }
  expect((await world.book()).state).toBe('stopped');
  expect(world.platform.metrics.countAlarms().get('hosting_stopped')).toBe(1);
});

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
