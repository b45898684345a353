import type { ChartLine } from './draw-chart';

/** `onLines` gets the user's own prices that belong on the chart, once they are known and whenever they change; keep it the same function. */
export type OwnLinesProps = { symbol: string; onLines(lines: readonly ChartLine[]): void };

/** Returns the line of a price, or nothing where there is no price. */
export function toLine(id: string, price: string | null, title: string, tone: ChartLine['tone'] = 'accent'): ChartLine[] {
  return price === null ? [] : [{ id, price, title, tone }];
}
