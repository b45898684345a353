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
