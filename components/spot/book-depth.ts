import { addDecimals, compareDecimals, roundToStep } from '../../lib/rules/decimal';

type Level = readonly [price: string, quantity: string];

/** Returns for each level how deep the book is down to it, 0 to 100 of the deeper side; for bars only, so floats do. */
export function depthShares(bids: readonly Level[], asks: readonly Level[]): { bids: number[]; asks: number[] } {
  const bidSums = runningSums(bids);
  const askSums = runningSums(asks);
  const deepest = Math.max(bidSums.at(-1) ?? 0, askSums.at(-1) ?? 0);
  const share = (sum: number) => (deepest === 0 ? 0 : Math.round((sum / deepest) * 100));
  return { bids: bidSums.map(share), asks: askSums.map(share) };
}

function runningSums(levels: readonly Level[]): number[] {
  let sum = 0;
  return levels.map(([, quantity]) => {
    sum += Number(quantity);
    return sum;
  });
}

/** Steps of a group as parts of the price; each is rounded down to 1, 2 or 5 times a power of ten. */
const GROUP_BPS = [5, 12, 30];

/** Returns the steps by which prices can be grouped, finest first: the price grid itself, then rounder ones. */
export function groupingsOf(price: string, tickSize: string): string[] {
  const steps = GROUP_BPS.map((bps) => {
    const most = (Number(price) * bps) / 10_000;
    const exponent = Math.floor(Math.log10(most));
    const times = [5, 2, 1].find((one) => one * 10 ** exponent <= most) ?? 1;
    return exponent >= 0 ? `${times}${'0'.repeat(exponent)}` : `0.${'0'.repeat(-exponent - 1)}${times}`;
  });
  return [tickSize, ...steps.filter((step, index) => compareDecimals(step, tickSize) > 0 && step !== steps[index - 1])];
}

/** Joins levels to whole steps, away from the spread, so that no group promises a better price than it holds. Keeps the order. */
export function groupLevels(levels: readonly Level[], step: string, mode: 'up' | 'down'): Level[] {
  const groups: [string, string][] = [];
  for (const [price, quantity] of levels) {
    const rounded = roundToStep(price, step, mode);
    const last = groups.at(-1);
    if (last !== undefined && compareDecimals(last[0], rounded) === 0) last[1] = addDecimals(last[1], quantity);
    else groups.push([rounded, quantity]);
  }
  return groups;
}

/** Returns the levels with everything that rests down to each one in place of what rests at it. */
export function cumulate(levels: readonly Level[]): Level[] {
  let sum = '0';
  return levels.map(([price, quantity]) => {
    sum = addDecimals(sum, quantity);
    return [price, sum];
  });
}
