import fc from 'fast-check';
import { expect, it } from 'vitest';
import { countRounds, createRandom, timeoutOf } from '../../../tests/faults/support/rounds';
import { calculateUnrealizedPnl } from '../../../lib/rules/perpetual';
import { Ranking } from './perpetual.ranking';

const RUNS = countRounds({ short: 200, long: 3_000 });
const PRICE = 10n ** 8n;
type Plain = { owner: number; side: 'long' | 'short'; quantity: bigint; cost: bigint; margin: bigint };

/** The same in the plainest form: every position is looked at for each question, and fractions are compared by exact products. */
function rankAll(positions: readonly Plain[], markPrice: bigint): number[] {
  return positions
    .map((position) => ({ ...position, pnl: calculateUnrealizedPnl({ ...position, markPrice }) }))
    .filter(({ pnl }) => pnl > 0n)
    .sort((a, b) => {
      const difference = b.pnl * a.margin - a.pnl * b.margin;
      return difference === 0n ? a.owner - b.owner : difference > 0n ? 1 : -1;
    })
    .map(({ owner }) => owner);
}

const change = fc.record({
  owner: fc.integer({ min: 1, max: 150 }),
  isGone: fc.boolean(),
  /** Whole and halved amounts, so that equal ratios occur. */
  quantity: fc.integer({ min: 1, max: 8 }),
  entry: fc.integer({ min: 80, max: 120 }),
  leverage: fc.constantFrom(1, 2, 4, 5, 10),
});
const step = fc.oneof({ weight: 6, arbitrary: change }, { weight: 1, arbitrary: fc.record({ mark: fc.integer({ min: 70, max: 130 }) }) });

it(
  'ranks as looking at every position does, whatever changes and however the mark leaps',
  () => {
    const { seed } = createRandom('perpetual ranking');
    const play = (side: 'long' | 'short', steps: (typeof step extends fc.Arbitrary<infer S> ? S : never)[]) => {
      const ranking = new Ranking();
      const positions = new Map<number, Plain>();
      for (const action of steps) {
        if ('mark' in action) {
          const mark = BigInt(action.mark) * PRICE;
          expect([...ranking.ranked(mark)]).toEqual(rankAll([...positions.values()], mark));
          continue;
        }
        const { owner, isGone } = action;
        if (isGone) {
          positions.delete(owner);
          ranking.delete(owner);
        } else {
          const quantity = BigInt(action.quantity) * PRICE;
          const cost = quantity * BigInt(action.entry);
          const position = { owner, side, quantity, cost, margin: cost / BigInt(action.leverage) };
          positions.set(owner, position);
          ranking.set(owner, position);
        }
        expect(ranking.size).toBe(positions.size);
      }
    };
    const history = fc.array(step, { minLength: 1, maxLength: 400, size: 'max' });
    fc.assert(fc.property(fc.constantFrom('long' as const, 'short' as const), history, play), { numRuns: RUNS, seed });
  },
  timeoutOf({ rounds: RUNS, roundMsMax: 500 }),
);

it('decides a tie exactly where two lines meet, also when both came at a mark far from it', () => {
  const ranking = new Ranking();
  const short = (entry: bigint, leverage: bigint) => {
    const cost = entry * PRICE;
    return { side: 'short' as const, quantity: PRICE, cost, margin: cost / leverage };
  };
  ranking.set(1, short(120n, 2n));
  ranking.set(2, short(84n, 5n));
  expect([...ranking.ranked(70n * PRICE)]).toEqual([1, 2]);
});

it('finds the first of 100,000 without looking at the others, and moves them with the mark at a bounded cost', () => {
  const ranking = new Ranking();
  const count = 100_000;
  for (let owner = 1; owner <= count; owner += 1) {
    const cost = (1_900n + BigInt((owner * 7_919) % 200)) * PRICE;
    ranking.set(owner, { side: 'short', quantity: PRICE, cost, margin: cost / BigInt(1 + (owner % 50)) });
  }
  const first = (mark: bigint) => ranking.ranked(mark * PRICE).next().value as number;
  const cost = (work: () => unknown) => {
    const before = ranking.steps;
    work();
    return ranking.steps - before;
  };
  // A leap re-decides every node at most once, the same mark none, one position one path of 17.
  expect(cost(() => first(1_900n))).toBeLessThan(2 ** 17);
  expect(cost(() => first(1_900n))).toBe(0);
  expect(cost(() => ranking.delete(first(1_900n)))).toBe(17);
  expect(cost(() => first(1_899n))).toBeLessThan(count / 10);
});
