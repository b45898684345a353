import { describe, expect, it } from 'vitest';
import { VIP_TERMS } from '../../tests/helpers/reward-terms';
import { countCovered, findVipLevel, findWaitEnd, isVipResting, stepVip, VIP_START, type VipTerms, type VipTermsAt } from './vip';

const ONE = 10n ** 8n;
const DAY = 86_400_000;
const IN_FORCE = { ...VIP_TERMS, leavingRate: '0.03' };
const always: VipTermsAt = () => IN_FORCE;
function bring(amounts: readonly (readonly [whole: bigint, day: number])[], termsAt = always): ReturnType<typeof stepVip>[] {
  let standing = VIP_START;
  return amounts.map(([whole, day]) => {
    const step = stepVip(standing, { value: whole * ONE, at: day * DAY }, termsAt);
    standing = step.standing;
    return step;
  });
}

describe('levels', () => {
  it.each([
    [0n, 0],
    [9_999n, 0],
    [10_000n, 1],
    [29_999n, 1],
    [30_000n, 2],
    [70_000n, 3],
    [150_000n, 4],
    [300_000n, 5],
    [800_000n, 6],
    [3_000_000n, 7],
    [8_000_000n, 8],
    [30_000_000n, 9],
    [900_000_000n, 9],
  ])('%s USDT are level %s', (whole, level) => {
    expect(findVipLevel(whole * ONE, VIP_TERMS)).toBe(level);
    expect(findVipLevel(whole * ONE - 1n, VIP_TERMS)).toBe(
      VIP_TERMS.levels.some(({ recharge }) => recharge === String(whole)) ? level - 1 : level,
    );
  });

  it('pays for the first six, and leaves the others to claims', () => {
    const [step] = bring([[30_000_000n, 0]]);
    expect(step?.reached.map(({ reward }) => reward)).toEqual(
      [177n, 777n, 1_777n, 2_777n, 4_777n, 16_888n].map((whole) => whole * ONE).concat([null, null, null] as never[]),
    );
  });
});

describe('a recharge', () => {
  it.each([
    {
      name: 'reaches each level once',
      steps: [
        [10_000n, 0],
        [20_000n, 1],
        [1n, 2],
      ],
      reached: [[1], [2], []],
      extras: [0n, 0n, 0n],
    },
    { name: 'may reach several at once', steps: [[70_000n, 0]], reached: [[1, 2, 3]], extras: [0n] },
    {
      name: 'after level 3 brings 1.5 % once',
      steps: [
        [70_000n, 0],
        [1_000n, 1],
        [1_000n, 2],
      ],
      reached: [[1, 2, 3], [], []],
      extras: [0n, 15n, 0n],
    },
    {
      name: 'that reaches the next level brings the extra of the one before',
      steps: [
        [70_000n, 0],
        [80_000n, 1],
        [1_000n, 2],
      ],
      reached: [[1, 2, 3], [4], []],
      extras: [0n, 1_200n, 20n],
    },
    {
      name: 'at rest brings no extra, but keeps it',
      steps: [
        [70_000n, 0],
        [5_000n, 91],
        [1_000n, 92],
      ],
      reached: [[1, 2, 3], [], []],
      extras: [0n, 0n, 15n],
    },
  ] as const)('$name', ({ steps, reached, extras }) => {
    const found = bring(steps);
    expect(found.map((step) => step.reached.map(({ level }) => level))).toEqual(reached);
    expect(found.map((step) => step.extra)).toEqual(extras.map((whole) => whole * ONE));
  });

  it('of 5,000 USDT keeps the membership for 90 days, of less does not', () => {
    const [, small, large] = bring([
      [10_000n, 0],
      [4_999n, 10],
      [5_000n, 20],
    ]);
    expect([small?.standing.keptUntil, large?.standing.keptUntil]).toEqual([90 * DAY, 110 * DAY]);
    expect([
      isVipResting({ level: 1, keptUntil: 90 * DAY }, 90 * DAY),
      isVipResting({ level: 1, keptUntil: 90 * DAY }, 90 * DAY + 1),
    ]).toEqual([false, true]);
  });
});

describe('other terms', () => {
  const dearer: VipTerms = {
    levels: VIP_TERMS.levels.map(({ recharge, reward }) => ({ recharge: `${recharge}0`, reward: reward && '1', extraRate: '0.001' })),
    keepMin: '9000',
    keepDays: 10,
  };
  const fromDay2: VipTermsAt = (at) => ({ ...(at < 2 * DAY ? VIP_TERMS : dearer), leavingRate: at < 2 * DAY ? '0.03' : '0.01' });

  it('take nothing back: the level stays, and its extra is the one of the day on which it was reached', () => {
    const steps = bring(
      [
        [70_000n, 0],
        [1_000n, 3],
        [1_000n, 4],
      ],
      fromDay2,
    );
    expect(steps.map(({ standing, extra }) => [standing.level, extra])).toEqual([
      [3, 0n],
      [3, 15n * ONE],
      [3, 0n],
    ]);
    expect(steps.at(-1)?.standing.keptUntil).toBe(90 * DAY);
  });

  it('hold for what is booked from then on', () => {
    const [, later] = bring(
      [
        [10_000n, 0],
        [290_000n, 2],
      ],
      fromDay2,
    );
    expect(later).toMatchObject({ reached: [{ level: 2, reward: ONE }], standing: { level: 2, keptUntil: 12 * DAY } });
    // 3 % of the first, 1 % of the second.
    expect(later?.standing.covered).toBe(300n * ONE + 2_900n * ONE);
  });
});

/** Goes through recharges and returns all that was let go of, and what waits. */
function reward(amounts: readonly bigint[]) {
  let standing = VIP_START;
  let released = 0n;
  let waiting: bigint[] = [];
  for (const value of amounts) {
    const step = stepVip(standing, { value, at: DAY }, always);
    standing = step.standing;
    waiting = [...waiting, ...[step.extra, ...step.reached.map((level) => level.reward ?? 0n)].filter((amount) => amount > 0n)];
    const count = countCovered(standing.covered, { released, waiting });
    released += waiting.slice(0, count).reduce((sum, amount) => sum + amount, 0n);
    waiting = waiting.slice(count);
  }
  return { standing, released, waiting };
}

describe('what a membership pays', () => {
  it.each([
    { name: 'level 1 at once', amounts: [10_000n], paid: 177n, waiting: [], until: null },
    { name: 'level 2 from 31,800 on', amounts: [30_000n], paid: 177n, waiting: [777n], until: 31_800n * ONE },
    { name: 'level 2 one unit before that', amounts: [30_000n, 1_799n], paid: 177n, waiting: [777n], until: 31_800n * ONE },
    { name: 'level 2 once it is reached', amounts: [30_000n, 1_800n], paid: 954n, waiting: [], until: null },
    {
      name: 'nothing before what is ahead of it',
      amounts: [70_000n, 1_000n],
      paid: 954n,
      waiting: [1_777n, 15n],
      until: 9_103_333_333_334n,
    },
  ])('$name', ({ amounts, paid, waiting, until }) => {
    const found = reward(amounts.map((whole) => whole * ONE));
    expect([found.released, found.waiting]).toEqual([paid * ONE, waiting.map((whole) => whole * ONE)]);
    expect(findWaitEnd(found.standing, found, '0.03')).toBe(until);
  });

  it('says a sum with which the first that waits is paid, and one unit less is too little', () => {
    const found = reward([70_000n * ONE]);
    const until = findWaitEnd(found.standing, found, '0.03') ?? 0n;
    expect(reward([70_000n * ONE, until - 70_000n * ONE]).released).toBe(2_731n * ONE);
    expect(reward([70_000n * ONE, until - 70_000n * ONE - 1n]).released).toBe(954n * ONE);
  });

  it('has no end to say where leaving is free, and lets nothing go', () => {
    expect(findWaitEnd({ total: ONE, covered: 0n }, { released: 0n, waiting: [ONE] }, '0.0')).toBeNull();
  });

  it.each([
    { name: 'in one piece', amounts: [30_000_000n] },
    { name: 'level by level', amounts: [10_000n, 20_000n, 40_000n, 80_000n, 150_000n, 500_000n, 2_200_000n, 5_000_000n, 22_000_000n] },
    { name: 'the same money again and again', amounts: Array.from({ length: 400 }, () => 10_000n) },
    { name: 'in pieces of odd sizes', amounts: Array.from({ length: 200 }, (_, index) => BigInt(((index * 7_919) % 40_009) + 1)) },
  ])('is less than the fees of taking it all out again: $name', ({ amounts }) => {
    const brought = amounts.map((whole) => whole * ONE);
    const total = brought.reduce((sum, value) => sum + value, 0n);
    const { released } = reward(brought);
    expect(released).toBeGreaterThan(0n);
    expect(released).toBeLessThan(((total + released) * 3n) / 100n);
  });
});
