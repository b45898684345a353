import fc from 'fast-check';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createStakingWorld, DAY_MS, START, type StakingWorld } from '../../../tests/helpers/staking-world';
import { calculateInterest, calculateRate, toRate } from '../../../lib/rules/staking';

const GIVEN = 100_000n * 10n ** 8n;
const TERM = { amountMin: 100n * 10n ** 8n, amountMax: 10_000n * 10n ** 8n, rateMin: toRate('0.0002'), rateMax: toRate('0.0004') };
/** What somebody who looks for a free day does, each at a moment around the end of a day, in two sessions at once. */
const ACTS = ['enter', 'leave', 'leave twice', 'leave and enter', 'wait'] as const;
const AROUND_MS = [-1, 0, 1, 15_000, DAY_MS / 2];

let world: StakingWorld;
beforeEach(async () => {
  world = await createStakingWorld();
});
afterEach(async () => {
  await world.verify();
  await world.db.close();
});

const earn = (amount: bigint, days: number) =>
  calculateInterest({ principal: amount, rate: calculateRate({ ...TERM, amount }), days }).total;

it('security: an amount in parts never earns more than in one, down to the smallest unit', () => {
  fc.assert(
    fc.property(
      fc.array(fc.bigInt({ min: 1n, max: 4_000n * 10n ** 8n }), { minLength: 2, maxLength: 5 }),
      fc.integer({ min: 1, max: 60 }),
      (parts, days) =>
        parts.reduce((sum, part) => sum + earn(part, days), 0n) <=
        earn(
          parts.reduce((sum, part) => sum + part, 0n),
          days,
        ),
    ),
  );
});

it('security: an amount in parts needs the confirmation that it needs in one', async () => {
  const user = await world.join();
  const part = { term: '1', amount: '5000', sessionId: 'unconfirmed' };
  const first = await world.subscribe(user, part);
  await expect(world.subscribe(user, part)).rejects.toMatchObject({ code: 'STEP_UP_REQUIRED' });
  await world.subscribe(user, { ...part, amount: '4999.99' });
  // What was left again counts no more, nor what was begun more than a day ago.
  await expect(world.subscribe(user, { ...part, amount: '100' })).rejects.toMatchObject({ code: 'STEP_UP_REQUIRED' });
  await world.redeem(user, first.id);
  await world.subscribe(user, part);
  world.time.now += DAY_MS;
  await world.subscribe(user, part);
});

it('security: entering and leaving around the end of a day, twice and in two sessions at once, earns nothing but whole terms', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(fc.constantFrom(...ACTS), fc.constantFrom(...AROUND_MS)), { minLength: 4, maxLength: 9 }),
      async (acts) => {
        const user = await world.join();
        const begun = world.time.now;
        const open = async () =>
          (await world.service.list({ userId: user, mode: 'real' }, { states: ['running'], page: 1 })).map(({ id }) => id);
        const enter = () => world.subscribe(user, { term: '1', amount: '1000.00000001' });
        // Two sessions: one of them finds it over.
        const leave = (id: string) => world.redeem(user, id).catch((error: { code?: string }) => expect(error.code).toBe('STAKING_OVER'));
        for (const [index, [act, around]] of acts.entries()) {
          world.time.now = Math.max(world.time.now, begun + index * DAY_MS + around);
          const [id] = await open();
          const doing: Promise<unknown>[] = [world.accrue(1)];
          if (act === 'enter' || act === 'leave and enter') doing.push(enter());
          if (act !== 'enter' && act !== 'wait' && id !== undefined) doing.push(leave(id));
          if (act === 'leave twice' && id !== undefined) doing.push(leave(id));
          await Promise.all(doing);
        }
        world.time.now += 10 * DAY_MS;
        await world.accrue();
        const over = await world.service.list({ userId: user, mode: 'real' }, { states: ['ended', 'redeemed'], page: 1 });
        for (const { state, paid, forfeited, total } of over) expect(paid - forfeited).toBe(state === 'ended' ? total : 0n);
        const earned = over.reduce((sum, { paid, forfeited }) => sum + paid - forfeited, 0n);
        const { available, held } = await world.balance(user);
        expect([BigInt(Math.round(Number(available) * 1e8)), held]).toEqual([GIVEN + earned, '0']);
      },
    ),
    { numRuns: 8, endOnFailure: true },
  );
  expect(world.time.now).toBeGreaterThan(START);
});
