/** Returns the middle value; the upper one of two. */
export function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}

/** Prints the median of some rounds with their range, and what was wanted of it. */
export function printRow({ name, rates, unit, wanted }: { name: string; rates: readonly number[]; unit: string; wanted?: number }): void {
  const format = (value: number) => Math.round(value).toLocaleString('en');
  const range = rates.length > 1 ? ` (median of ${rates.length}; ${format(Math.min(...rates))} to ${format(Math.max(...rates))})` : '';
  const goal = wanted === undefined ? '' : `; wanted: at least ${format(wanted)}`;
  console.log(`${name}: ${format(median(rates))} ${unit}${range}${goal}`);
}

/** Prints whether a figure reached what was wanted of it. */
export function printVerdict({
  what,
  value,
  wanted,
  isReached,
}: {
  what: string;
  value: string;
  wanted: string;
  isReached: boolean;
}): void {
  console.log(`${isReached ? 'reached' : 'NOT REACHED'}: ${what}: ${value} (wanted: ${wanted})`);
}

/** Returns the value below which this share of sorted values lies. */
export function quantile(sorted: readonly number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}
