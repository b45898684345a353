import type { IChartApi, ISeriesApi } from 'lightweight-charts';
import type { ChartColours } from './chart-colours';
import type { ChartLine, ChartOptions } from './chart-options';
import type { EdgeLabel, EdgeLabels } from './edge-labels';

type Needs = {
  host: HTMLElement;
  chart: IChartApi;
  bars: ISeriesApi<'Candlestick'>;
  options: Pick<ChartOptions, 'formatPrice'>;
  priceOf(line: ChartLine): number;
  colours(): ChartColours;
  lines(): readonly ChartLine[];
};

/** Names at the edge of the chart the lines that are too far away to be drawn. */
export function createEdgeMarks({ host, chart, bars, options, priceOf, colours, lines }: Needs) {
  let labels: Promise<EdgeLabels> | null = null;
  let asked = 0;

  function mark() {
    asked = 0;
    const { height } = chart.paneSize();
    const shown = lines().flatMap((line): EdgeLabel[] => {
      const y = bars.priceToCoordinate(priceOf(line));
      if (y === null || (y >= 0 && y <= height)) return [];
      const text = `${line.title} ${options.formatPrice(priceOf(line))}`;
      return [{ id: line.id, text, price: priceOf(line), colour: colours()[line.tone], edge: y < 0 ? 'top' : 'bottom' }];
    });
    // Most charts never need them.
    if (shown.length === 0 && labels === null) return;
    // Below the candles lie the panes of indicators and the axis.
    const inset = { right: bars.priceScale().width(), bottom: host.clientHeight - height };
    labels ??= import('./edge-labels').then(({ createEdgeLabels }) => createEdgeLabels(host));
    labels.then(
      (known) => known.show(shown, inset),
      () => (labels = null),
    );
  }

  return {
    /** The library lays its scales out with the next frame; the one after it knows them. */
    markSoon(): void {
      if (asked === 0) asked = requestAnimationFrame(() => (asked = requestAnimationFrame(mark)));
    },
    remove(): void {
      cancelAnimationFrame(asked);
      labels?.then(
        (known) => known.remove(),
        () => undefined,
      );
    },
  };
}
