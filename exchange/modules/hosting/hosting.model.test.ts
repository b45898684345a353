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
  fc.record({ kind: fc.constant('leave between pieces' as const), which: fc.nat(30), pieces: fc.integer({ min: 1, max: 4 }) }),
);
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

/** Somebody leaves while a valuation is settled, whatever chance has of it. */
const LEFT_LATE: Step[] = [
  ...[1, 2, 3].map(() => ({ kind: 'join' as const, amount: 100_000_000_000n })),
  { kind: 'day', days: 1 },
  { kind: 'join', amount: 100_000_000_000n },
  { kind: 'leave between pieces', which: 0, pieces: 1 },
  { kind: 'leave between pieces', which: 1, pieces: 2 },
];

let world: HostingWorld;
let users: string[] = [];
/** Leaves that were asked for while a valuation was settled. */
let leftLate = 0;
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
  } else if (action.kind === 'leave between pieces') {
    await leaveBetweenChunks(user, action);
  } else {
    world.time.now += (action.days - 1) * DAY_MS;
    await world.pass();
  }
}

/**
 * Leaves after so many chunks of a valuation, if it has as many. What is asked for then changes nothing of this one: nobody leaves early, and no more is
 * paid than what was owed when its price was struck.
 */
async function leaveBetweenChunks(user: string, { which, pieces }: { which: number; pieces: number }): Promise<void> {
  const { id: book, nextAt } = await world.book();
  world.time.now = Math.max(world.time.now, nextAt ?? world.time.now);
  for (let piece = 0; piece < pieces; piece += 1) await world.piece(book);
  const { isSettling, state } = await world.book();
  const open = await world.service.list({ userId: user, mode: 'real' }, { isOver: false, page: 1 });
  const position = open[which % Math.max(open.length, 1)];
  const isAsked =
    position !== undefined &&
    (await world.leave(user, position.id).then(
      ({ returned }) => returned === null,
      (error: { code?: string }) => void expect(error.code).toBe('STAKING_OVER'),
    )) === true;
  await world.value();
  if (!isAsked || !isSettling || state !== 'live') return;
  const after = await world.position(user, position.id);
  expect(['leaving', 'ended']).toContain(after.state);
  expect(after.exitCost).toBe(0n);
  leftLate += 1;
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
      { numRuns: RUNS, seed: createRandom('hosting model').seed, examples: [[LEFT_LATE]] },
    );
    const { rows } = await world.db.read.query<{ put: string; out: string }>(
      `SELECT sum(principal + income) AS put, sum(paid + returned + exit_cost + worth) AS out FROM hosting_positions WHERE begun_at IS NOT NULL`,
    );
    // What was put in and what it brought is what was paid, came back, was left behind, and is there still.
    expect(rows[0]?.put).toBe(rows[0]?.out);
    expect((await world.db.read.query('SELECT 1 FROM hosting_positions WHERE begun_at IS NOT NULL')).rowCount).toBeGreaterThan(3);
    expect(leftLate).toBeGreaterThan(0);
  },
  timeoutOf({ rounds: RUNS, roundMsMax: 10_000 }),
);
