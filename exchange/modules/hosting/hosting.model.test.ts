import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { countRounds, createRandom, timeoutOf } from '../../../tests/faults/support/rounds';
import { createHostingWorld, DAY_MS, type HostingWorld } from '../../../tests/helpers/hosting-world';
import { fromUnits } from '../../platform/decimal';
import { sumParts } from './hosting.worth';

/** Histories of one book: money goes in, comes out and is earned or lost in amounts to the last digit. One database, one book that lives through all. */
const RUNS = countRounds({ short: 12, long: 300 });
const STEPS_MAX = countRounds({ short: 12, long: 40 });

const step = fc.oneof(
  fc.record({ kind: fc.constant('join' as const), amount: fc.bigInt({ min: 10_000_000_000n, max: 5_000_000_000_000n }) }),
  fc.record({ kind: fc.constant('leave' as const), which: fc.nat(30) }),
  fc.record({ kind: fc.constant('result' as const), millionths: fc.integer({ min: -30_000, max: 40_000 }) }),
  fc.record({ kind: fc.constant('day' as const), days: fc.constantFrom(1, 1, 1, 7) }),
);
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

let world: HostingWorld;
let users: string[] = [];
beforeAll(async () => {
  world = await createHostingWorld({ piece: 2 });
  users = await Promise.all(Array.from({ length: 3 }, () => world.join({ amount: '10000000' })));
});
afterAll(() => world.db.close());

/** A book whose losses came to its line has stopped: whoever left it before had everything that was theirs. */
async function act(action: Step, turn: number): Promise<void> {
  const user = users[turn % users.length] as string;
  if (action.kind === 'join') {
    await world.subscribe(user, { amount: fromUnits(action.amount, 8), sessionId: 'session' }).catch((error: { code?: string }) => {
      expect(['STAKING_OPEN_TOO_MANY', 'HOSTING_STOPPED', 'HOSTING_QUOTA_FULL', 'INSUFFICIENT_BALANCE']).toContain(error.code);
    });
  } else if (action.kind === 'leave') {
    const open = await world.service.list({ userId: user, mode: 'real' }, { isOver: false, page: 1 });
    const position = open[action.which % Math.max(open.length, 1)];
    if (position !== undefined) {
      await world.leave(user, position.id).catch((error: { code?: string }) => expect(error.code).toBe('STAKING_OVER'));
    }
  } else if (action.kind === 'result') {
    const change = ((await world.worth()) * BigInt(action.millionths)) / 1_000_000n;
    if (change !== 0n) await world.earn(fromUnits(change, 8));
  } else {
    world.time.now += (action.days - 1) * DAY_MS;
    await world.pass();
  }
}

async function check(): Promise<void> {
  const { holders, house, value, count } = await world.shares();
  // Every share is rounded down: the rest is less than one unit of money for each of them, and it is the house's.
  expect(value - holders - house >= 0n && value - holders - house <= BigInt(count + 1)).toBe(true);
}

it(
  'gives every holder their share of the book to the last unit, whatever is subscribed, left, earned and lost in whatever order',
  async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: STEPS_MAX, size: 'max' }), async (actions) => {
        for (const [turn, action] of actions.entries()) {
          await act(action, turn);
          await check();
        }
        await world.pass();
        const newest = await world.newest();
        expect(sumParts(newest.parts)).toBe(newest.value);
        if (newest.joined + newest.paid + newest.fees + newest.returned === 0n) expect(await world.worth()).toBe(newest.value);
        await world.verify();
      }),
      { numRuns: RUNS, seed: createRandom('hosting model').seed },
    );
    const { rows } = await world.db.read.query<{ put: string; out: string }>(
      `SELECT sum(principal + income) AS put, sum(paid + returned + exit_cost + worth) AS out FROM hosting_positions WHERE begun_at IS NOT NULL`,
    );
    // What was put in and what it brought is what was paid, came back, was left behind, and is there still.
    expect(rows[0]?.put).toBe(rows[0]?.out);
    expect((await world.db.read.query('SELECT 1 FROM hosting_positions WHERE begun_at IS NOT NULL')).rowCount).toBeGreaterThan(3);
  },
  timeoutOf({ rounds: RUNS, roundMsMax: 10_000 }),
);
