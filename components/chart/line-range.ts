import type { AutoscaleInfo } from 'lightweight-charts';

/** A price line may stretch the picture by this share of its height on either side; one further away would flatten the candles, and is named at the edge. */
const STRETCH_MAX = 0.5;

/** Returns the price range with the own lines that lie near enough. */
export function withLines(info: AutoscaleInfo | null, lines: readonly { price: string }[]): AutoscaleInfo | null {
  if (info?.priceRange == null) return info;
  const { minValue, maxValue } = info.priceRange;
  const room = (maxValue - minValue) * STRETCH_MAX;
  const near = lines.map((line) => Number(line.price)).filter((price) => price > minValue - room && price < maxValue + room);
  return { ...info, priceRange: { minValue: Math.min(minValue, ...near), maxValue: Math.max(maxValue, ...near) } };
}
