import { afterAll, beforeAll, expect, it } from 'vitest';
import { countRounds } from '../../../tests/faults/support/rounds';
import { createStakingWorld, DAY_MS, START, type StakingWorld } from '../../../tests/helpers/staking-world';
import { accrueChunk } from './earn.accrual';

/** The leap day is among them in either form. */
const DAYS = countRounds({ short: 120, long: 400 });
/** Tens of thousands of statements, minutes on a busy machine. */
const YEAR_MS = 1_200_000;
const USERS = 6;
const MONEY = 10n ** 13n;
const POOL = 10n ** 15n;

let world: StakingWorld;
beforeAll(async () => {
  world = await createStakingWorld();
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

it(`${DAYS} days, a leap day among them, with workers that are killed and two at a time: each day of each position is credited once`, {
  timeout: YEAR_MS,
}, async () => {
  const random = createRandom(7);
  const users = await Promise.all(Array.from({ length: USERS }, () => world.join()));
  const open = new Map<string, string>();
  const doSomething = async (user: string) => {
    const running = open.get(user);
    if (running === undefined) {
      const amount = `${1_000 + random(8_000)}.${random(99_999_999)}`;
      open.set(user, (await world.subscribe(user, { term: String(1 + random(4)), amount })).id);
    } else if (random(12) === 0) {
      await world.redeem(user, running).catch((error: { code?: string }) => expect(error.code).toBe('STAKING_OVER'));
      open.delete(user);
    } else if ((await world.position(user, running)).nextAt === null) open.delete(user);
  };

  for (let day = 0; day < DAYS; day += 1) {
    world.time.now = START + day * DAY_MS + random(DAY_MS);
    // A day in ten nobody works: what was missed is made up by the next.
    if (random(10) > 0) {
      const killed = world.db.transaction(async (tx) => {
        await accrueChunk(tx, { at: world.time.now, limit: 1 + random(4), offer: world.offer() });
        throw new Error('killed');
      });
      await expect(killed).rejects.toThrow('killed');
      await Promise.all([world.accrue(1 + random(3)), world.accrue(2)]);
    }
    await doSomething(users[random(USERS)] ?? '');
    if (day % 50 === 49) {
      await world.accrue();
      await world.verify();
    }
  }
  world.time.now += 100 * DAY_MS;
  await world.accrue();
  await world.verify();

  const { rows } = await world.db.read.query<{ positions: string; days: string; paid: string; kept: string; open: string }>(
    `SELECT count(*) AS positions, sum(days_paid) AS days, sum(paid) AS paid, sum(paid - forfeited) AS kept, count(next_at) AS open FROM staking_positions`,
  );
  const [sums] = rows;
  const { rows: journals } = await world.db.read.query<{ count: string; earned: string }>(
    `SELECT count(*) AS count, sum(p.amount) AS earned FROM ledger_journals j JOIN ledger_postings p ON p.journal_id = j.id AND p.amount > 0
      WHERE j.code = 'STAKING_INTEREST'`,
  );
  expect(Number(sums?.positions)).toBeGreaterThan(DAYS / 10);
  expect(Number(sums?.open)).toBe(0);
  expect({ days: journals[0]?.count, paid: journals[0]?.earned }).toEqual({ days: sums?.days, paid: sums?.paid });
  // What the users have is what they came with and what they kept; the pool has what is missing.
  const { rows: balances } = await world.db.read.query<{ users: string; pool: string }>(
    `SELECT sum(balance) FILTER (WHERE owner = 'user') AS users, sum(balance) FILTER (WHERE address = 'house:real:staking-pool:USDT') AS pool
       FROM ledger_accounts WHERE realm = 'real' AND asset = 'USDT'`,
  );
  expect(BigInt(balances[0]?.users ?? 0)).toBe(BigInt(USERS) * MONEY + BigInt(sums?.kept ?? 0));
  expect(BigInt(balances[0]?.pool ?? 0)).toBe(POOL - BigInt(sums?.kept ?? 0));
});
