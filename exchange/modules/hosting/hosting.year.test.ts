import { afterAll, beforeAll, expect, it } from 'vitest';
import { countRounds } from '../../../tests/faults/support/rounds';
import { createHostingWorld, DAY_MS, type HostingWorld, START } from '../../../tests/helpers/hosting-world';
import { fromUnits } from '../../platform/decimal';
import { sumParts } from './hosting.worth';

/** The leap day is among them in either form. */
const DAYS = countRounds({ short: 120, long: 400 });
const USERS = 6;
const CHUNK = 3;
const LEAP_DAY = Date.UTC(2028, 1, 29);

let world: HostingWorld;
beforeAll(async () => {
  world = await createHostingWorld({ piece: CHUNK });
});
afterAll(() => world.db.close());

/** The same numbers in each run: a failure can be looked at. */
function createRandom(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
    return Math.floor((state / 2 ** 31) * below);
  };
}

/** One transaction after another is killed before it is committed, two workers do the rest at the same time. */
async function workThroughDay(random: (below: number) => number): Promise<void> {
  const { id } = await world.book();
  const workThrough = async () => {
    while ((await world.piece(id)).kind === 'worked');
  };
  for (let killed = 0; killed < 2; killed += 1) {
    await world.killChunk(id);
    if (random(2) === 0) await world.piece(id);
  }
  await Promise.all([workThrough(), workThrough()]);
}

/** What the holders and the house have of the book is the book, down to the last unit that rounding leaves to the house. */
async function expectBookIsShared(): Promise<void> {
  const { holders, house, value, count } = await world.shares();
  const rest = value - holders - house;
  expect(rest >= 0n && rest <= BigInt(count + 1)).toBe(true);
  expect(Number(await world.house('hosting-pool'))).toBeGreaterThanOrEqual(0);
}

it(`${DAYS} days, a leap day among them, with workers that are killed and two at a time: each day of each holder is written once, and a fall of a tenth stops the book`, async () => {
  const random = createRandom(11);
  const users = await Promise.all(Array.from({ length: USERS }, () => world.join({ amount: '1000000' })));
  for (let day = 0; day < DAYS; day += 1) {
    const user = users[random(USERS)] ?? '';
    const open = await world.service.list({ userId: user, mode: 'real' }, { isOver: false, page: 1 });
    if (open.length < 2) await world.subscribe(user, { amount: `${100 + random(20_000)}.${10_000_000 + random(89_999_999)}` });
    // Whoever comes after the last day of what they have finds it over.
    else if (random(6) === 0)
      await world.leave(user, open[random(open.length)]?.id ?? '').catch((error) => expect(error.code).toBe('STAKING_OVER'));
    // From half a percent less to a percent more.
    await world.earn(fromUnits(((await world.worth()) * BigInt(random(15_000) - 5_000)) / 1_000_000n || 1n, 8));
    // A day in twenty nobody works: the next one values both as one.
    world.time.now = START - (START % DAY_MS) + (day + 1) * DAY_MS + random(DAY_MS);
    if (random(20) > 0) await workThroughDay(random);
    if (day % 20 === 19) await expectBookIsShared();
    if (day % 50 === 49) await world.verify();
  }
  await workThroughDay(random);

  // Each whole day that somebody worked is valued once, the leap day too; each day of each holder is one line.
  const { rows: valued } = await world.db.read.query<{ days: string; dates: string; leap: string; newest: string }>(
    `SELECT count(*) AS days, count(DISTINCT due_at / ${DAY_MS}) AS dates, count(*) FILTER (WHERE due_at = ${LEAP_DAY}) AS leap, max(v.day)::text AS newest
       FROM hosting_valuations v JOIN hosting_books b ON b.id = v.book WHERE b.plan = 1 AND b.mode = 'real'`,
  );
  expect(Number(valued[0]?.days)).toBeGreaterThan((9 * DAYS) / 10);
  expect(valued[0]).toMatchObject({ dates: valued[0]?.days, newest: valued[0]?.days, leap: '1' });
  const { rows: lines } = await world.db.read.query<{ lines: string; different: string; journals: string; paying: string }>(
    `SELECT count(*) AS lines, count(DISTINCT (position, day)) AS different, count(*) FILTER (WHERE paid > 0) AS paying,
            (SELECT count(*) FROM ledger_journals WHERE code = 'HOSTING_INCOME') AS journals FROM hosting_days`,
  );
  expect(Number(lines[0]?.lines)).toBeGreaterThan((5 * DAYS) / 2);
  expect(lines[0]).toMatchObject({ different: lines[0]?.lines, journals: lines[0]?.paying });
  const newest = await world.newest();
  expect(sumParts(newest.parts)).toBe(newest.value);

  // A tenth below the high, in one night.
  await world.earn(fromUnits(-((await world.worth()) * 11n) / 100n, 8));
  world.time.now += DAY_MS;
  await workThroughDay(random);
  expect(await world.book()).toMatchObject({ state: 'stopped', units: 0n, nextAt: null });
  expect(await world.worth()).toBe(0n);
  expect(Number(await world.house('hosting-pool'))).toBeGreaterThanOrEqual(0);
  const { rows: sums } = await world.db.read.query<{ open: string; put: string; out: string }>(
    `SELECT count(*) FILTER (WHERE ended_at IS NULL) AS open, sum(principal + income) AS put, sum(paid + returned + exit_cost) AS out
       FROM hosting_positions WHERE begun_at IS NOT NULL`,
  );
  expect(sums[0]).toMatchObject({ open: '0', put: sums[0]?.out });
  await world.verify();
}, 1_200_000);
