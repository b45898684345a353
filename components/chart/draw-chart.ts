import { type IChartApi, type IPriceLine, type ISeriesApi, LineStyle, type UTCTimestamp } from 'lightweight-charts';
import { cutDecimals } from '../money/format';
import type { DrawnCandle } from './candle-series';
import { readChartColours, type ChartColours } from './chart-colours';
import { createCandleSeries } from './chart-series';
import type { ChartLine, ChartOptions } from './chart-options';
import type { ChartStyle } from './chart-settings';
import { createEdgeMarks } from './edge-marks';

/** When fewer bars than this are left of the view, older candles are asked for. */
const BARS_BEFORE_MIN = 20;
const BARS_SHOWN = 60;

/** What an addition to the chart works with: series on the same time axis, in the theme's colours as they are now. */
export type ChartParts = {
  chart: IChartApi;
  bars: ISeriesApi<'Candlestick'>;
  /** Where a candle's opening lies on the chart's axis. */
  timeOf(seconds: number): UTCTimestamp;
  colours(): ChartColours;
};
/** Something that is drawn over the candles; `isLastAlone` after a tick. */
export type Extension = { draw(candles: readonly DrawnCandle[], isLastAlone: boolean): void; recolour(): void; remove(): void };
export type DrawnChart = {
  /** Puts an addition on the chart; the answer takes it away. */
  extend(make: (parts: ChartParts) => Extension): () => void;
  setStyle(style: ChartStyle): void;
  setCandles(candles: readonly DrawnCandle[], isFirst: boolean): void;
  updateLast(candles: readonly DrawnCandle[]): void;
  setLines(lines: readonly ChartLine[]): void;
  /** Brings a candle into the middle of the view, under the crosshair. */
  showCandle(candle: DrawnCandle): void;
  recolour(): void;
  destroy(): void;
};

/** Draws a candle chart into `host`. Import this file only when a chart is shown: the chart library comes with it. */
export function drawChart(host: HTMLElement, options: ChartOptions): DrawnChart {
  let colours = readChartColours();
  let shown: readonly DrawnCandle[] = [];
  let drawnLines: IPriceLine[] = [];
  let ownLines: readonly ChartLine[] = [];
  let style: ChartStyle = 'candles';
  const extensions = new Set<Extension>();
  const { timeShift } = options;
  /** Cut as everywhere else: the library would round, and one price would be written in two ways. */
  const priceOf = ({ price }: ChartLine) => Number(cutDecimals(price, options.decimals));
  const timeOf = (seconds: number) => (seconds + timeShift) as UTCTimestamp;
  const series = createCandleSeries({ host, options, timeOf, colours: () => colours, lines: () => ownLines });
  const { chart, bars } = series;
  let crossFrame = 0;
  const edges = createEdgeMarks({ host, chart, bars, options, priceOf, colours: () => colours, lines: () => ownLines });

  function setLines(lines: readonly ChartLine[]) {
    for (const line of drawnLines) bars.removePriceLine(line);
    ownLines = lines;
    const look = { lineWidth: 1, lineStyle: LineStyle.Dashed, axisLabelVisible: true } as const;
    drawnLines = lines.map((line) => bars.createPriceLine({ ...look, price: priceOf(line), title: line.title, color: colours[line.tone] }));
    edges.markSoon();
  }
  function setCandles(candles: readonly DrawnCandle[], isFirst: boolean) {
    shown = candles;
    series.setAll(candles);
    for (const extension of extensions) extension.draw(candles, false);
    edges.markSoon();
    if (isFirst) chart.timeScale().setVisibleLogicalRange({ from: candles.length - BARS_SHOWN, to: candles.length + 4 });
  }

  series.paint(style);
  chart.subscribeCrosshairMove((event) => options.onCrosshair(event.time === undefined ? null : Number(event.time) - timeShift));
  chart.timeScale().subscribeSizeChange(edges.markSoon);
  chart.timeScale().subscribeVisibleLogicalRangeChange((range) => {
    edges.markSoon();
    if (range !== null && shown.length > 0 && range.from < BARS_BEFORE_MIN) options.onNeedOlder();
  });
  return {
    setCandles,
    setLines,
    extend(make) {
      const extension = make({ chart, bars, timeOf, colours: () => colours });
      extensions.add(extension);
      extension.draw(shown, false);
      return () => {
        if (extensions.delete(extension)) extension.remove();
      };
    },
    setStyle(next) {
      style = next;
      series.paint(style);
    },
    updateLast(candles) {
      if (candles.length === 0) return;
      shown = candles;
      series.updateLast(candles);
      for (const extension of extensions) extension.draw(candles, true);
      edges.markSoon();
    },
    showCandle(candle) {
      const index = shown.findIndex(({ time }) => time === candle.time);
      if (index < 0) return;
      chart.timeScale().setVisibleLogicalRange({ from: index - BARS_SHOWN / 2, to: index + BARS_SHOWN / 2 });
      // The cross is placed by the range that is laid out, and the new one is with the library's next frame.
      cancelAnimationFrame(crossFrame);
      crossFrame = requestAnimationFrame(() => chart.setCrosshairPosition(candle.close, timeOf(candle.time), bars));
    },
    recolour() {
      colours = readChartColours();
      series.paint(style);
      for (const extension of extensions) extension.recolour();
      setCandles(shown, false);
      setLines(ownLines);
    },
    destroy() {
      cancelAnimationFrame(crossFrame);
      extensions.clear();
      edges.remove();
      chart.remove();
    },
  };
}
