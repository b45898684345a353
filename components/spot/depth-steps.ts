import type { Book } from '../../lib/dto/market';

type Level = readonly [price: string, quantity: string];
/** A side as it is drawn: prices and what rests down to each, best first. Floats, for they only choose pixels. */
export type DepthSide = readonly { price: number; sum: number }[];
export type Depth = { bids: DepthSide; asks: DepthSide; mid: number; low: number; high: number; deepest: number };

/**
 * Returns both sides of a book with everything that rests down to each price, as far from the middle on one side as on the other, so that
 * the picture leans to neither; null where a side is empty.
 */
export function toDepth({ bids, asks }: Pick<Book, 'bids' | 'asks'>): Depth | null {
  const [bid, ask] = [Number(bids[0]?.[0]), Number(asks[0]?.[0])];
  if (!(bid > 0) || !(ask > 0)) return null;
  const mid = (bid + ask) / 2;
  const reach = Math.min(mid - Number(bids[bids.length - 1]?.[0]), Number(asks[asks.length - 1]?.[0]) - mid);
  const [low, high] = [mid - reach, mid + reach];
  const own = { bids: sumUp(bids).filter(({ price }) => price >= low), asks: sumUp(asks).filter(({ price }) => price <= high) };
  return { ...own, mid, low, high, deepest: Math.max(own.bids.at(-1)?.sum ?? 0, own.asks.at(-1)?.sum ?? 0) };
}

function sumUp(levels: readonly Level[]): { price: number; sum: number }[] {
  let sum = 0;
  return levels.map(([price, quantity]) => {
    sum += Number(quantity);
    return { price: Number(price), sum };
  });
}

/** Returns the outline of a side as an SVG path in a box of `width` by `height`: steps, for a sum holds from its price on outwards. */
export function depthPath(side: DepthSide, { low, high, deepest }: Depth, { width, height }: { width: number; height: number }): string {
  const x = (price: number) => (((price - low) / (high - low || 1)) * width).toFixed(1);
  const y = (sum: number) => (height - (sum / (deepest || 1)) * height).toFixed(1);
  const first = side[0];
  if (first === undefined) return '';
  const isBid = (side.at(-1)?.price ?? first.price) < first.price;
  const end = isBid ? '0' : String(width);
  return `M${x(first.price)},${height}${side.map(({ price, sum }) => `H${x(price)}V${y(sum)}`).join('')}H${end}V${height}Z`;
}

/** Returns how much of `side` rests at `price` or better; 0 where that is inside the spread. */
export function restingTo(side: DepthSide, price: number): number {
  const isBid = (side.at(-1)?.price ?? 0) <= (side[0]?.price ?? 0);
  return side.findLast((level) => (isBid ? level.price >= price : level.price <= price))?.sum ?? 0;
}
