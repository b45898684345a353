/** An arrow key moves a line by about this share of its price, a page key by ten times as much. */
const STEP_SHARE = 0.0005;

/** Returns `price` on a grid of `decimals`, as a decimal text; never below one step of the grid. */
export function toGrid(price: number, decimals: number): string {
  return Math.max(price, 10 ** -decimals).toFixed(decimals);
}

/** Returns by how much an arrow key moves a line that lies at `price`: a 1, 2 or 5 of the grid or of a power of ten, as rulers have them. */
export function stepOf(price: number, decimals: number): number {
  const wanted = price * STEP_SHARE;
  const power = 10 ** Math.floor(Math.log10(wanted));
  const step = [1, 2, 5, 10].map((one) => one * power).findLast((one) => one <= wanted * 1.000001) ?? power;
  return Math.max(step, 10 ** -decimals);
}

const WAYS: Readonly<Record<string, number>> = { ArrowUp: 1, ArrowDown: -1, PageUp: 10, PageDown: -10 };

/** Returns where a key moves a line from `price`, as a decimal text; null for a key that moves nothing. */
export function moveByKey(key: string, price: string, decimals: number): string | null {
  const way = WAYS[key];
  return way === undefined ? null : toGrid(Number(price) + way * stepOf(Number(price), decimals), decimals);
}
