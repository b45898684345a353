import {
  CandlestickSeries,
  CrosshairMode,
  createChart,
  HistogramSeries,
  LineSeries,
  LineStyle,
  type AutoscaleInfo,
  type CandlestickData,
  type HistogramData,
  type IChartApi,
  type IPriceLine,
  type ISeriesApi,
  type LineData,
  type Time,
  type UTCTimestamp,
} from 'lightweight-charts';
import { cutDecimals } from '../money/format';
import { AVERAGE_FAST, AVERAGE_SLOW, movingAverage, type DrawnCandle } from './candle-series';
import { readChartColours, type ChartColours } from './chart-colours';
import type { ChartStyle } from './chart-settings';
import type { EdgeLabel, EdgeLabels } from './edge-labels';
import { withLines } from './line-range';

/** When fewer bars than this are left of the view, older candles are asked for. */
const BARS_BEFORE_MIN = 20;
const BARS_SHOWN = 60;
const VOLUME_SHARE = 0.18;

export type ChartLine = { id: string; price: string; title: string; tone: 'accent' | 'warn' | 'up' | 'down' };
export type ChartOptions = {
  decimals: number;
  formatPrice(price: number): string;
  formatTime(seconds: number): string;
  formatTick(seconds: number, kind: number): string;
  /** Seconds by which times are moved on the axis, so that its days begin at the reader's midnight. */
  timeShift: number;
  /** The candle under the finger, or null when there is none. */
  onCrosshair(seconds: number | null): void;
  onNeedOlder(): void;
};
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
  const { timeShift } = options;
  /** Cut as everywhere else: the library would round, and one price would be written in two ways. */
  const priceOf = ({ price }: ChartLine) => Number(cutDecimals(price, options.decimals));
  const timeOf = (seconds: number) => (seconds + timeShift) as UTCTimestamp;
  const chart = createChart(host, {
    autoSize: true,
    // The credit that the library asks for stands under the chart as a link.
    layout: { attributionLogo: false, fontFamily: getComputedStyle(document.body).fontFamily, fontSize: 11, ...layoutOf(colours) },
    grid: { vertLines: { visible: false }, horzLines: { color: colours.line } },
    rightPriceScale: { borderVisible: false, entireTextOnly: true, scaleMargins: { top: 0.08, bottom: VOLUME_SHARE + 0.06 } },
    timeScale: {
      borderVisible: false,
      timeVisible: true,
      rightOffset: 4,
      tickMarkFormatter: (time: Time, kind: number) => options.formatTick(Number(time) - timeShift, kind),
    },
    crosshair: { mode: CrosshairMode.Magnet },
    localization: { priceFormatter: options.formatPrice, timeFormatter: (time: Time) => options.formatTime(Number(time) - timeShift) },
    handleScroll: { vertTouchDrag: false },
  });
  const volume = chart.addSeries(HistogramSeries, {
    priceFormat: { type: 'volume' },
    priceScaleId: 'volume',
    lastValueVisible: false,
    priceLineVisible: false,
  });
  chart.priceScale('volume').applyOptions({ scaleMargins: { top: 1 - VOLUME_SHARE, bottom: 0 } });
  const thin = { lineWidth: 1 as const, lastValueVisible: false, priceLineVisible: false, crosshairMarkerVisible: false };
  const slow = chart.addSeries(LineSeries, thin);
  const fast = chart.addSeries(LineSeries, thin);
  const closes = chart.addSeries(LineSeries, { ...thin, lineWidth: 2, visible: false });
  const bars = chart.addSeries(CandlestickSeries, {
    borderVisible: false,
    priceFormat: { type: 'custom', formatter: options.formatPrice, minMove: 10 ** -options.decimals },
    autoscaleInfoProvider: (original: () => AutoscaleInfo | null) => withLines(original(), ownLines),
  });
  let shown: readonly DrawnCandle[] = [];
  let drawnLines: IPriceLine[] = [];
  let ownLines: readonly ChartLine[] = [];
  let edges: Promise<EdgeLabels> | null = null;
  let edgesAsked = 0;
  let style: ChartStyle = 'candles';
  const extensions = new Set<Extension>();

  /** What is too far away to be drawn as a line is named at the edge. */
  function markEdges() {
    edgesAsked = 0;
    const { height } = chart.paneSize();
    const labels = ownLines.flatMap((line): EdgeLabel[] => {
      const y = bars.priceToCoordinate(priceOf(line));
      if (y === null || (y >= 0 && y <= height)) return [];
      const text = `${line.title} ${options.formatPrice(priceOf(line))}`;
      return [{ id: line.id, text, price: priceOf(line), colour: colours[line.tone], edge: y < 0 ? 'top' : 'bottom' }];
    });
    // Most charts never need them.
    if (labels.length === 0 && edges === null) return;
    const inset = { right: bars.priceScale().width(), bottom: chart.timeScale().height() };
    edges ??= import('./edge-labels').then(({ createEdgeLabels }) => createEdgeLabels(host));
    edges.then(
      (shown) => shown.show(labels, inset),
      () => (edges = null),
    );
  }
  function markEdgesSoon() {
    // The library lays its scales out with the next frame; the one after it knows them.
    if (edgesAsked === 0) edgesAsked = requestAnimationFrame(() => (edgesAsked = requestAnimationFrame(markEdges)));
  }
  function paint() {
    chart.applyOptions({
      layout: layoutOf(colours),
      grid: { horzLines: { color: colours.line } },
      crosshair: {
        vertLine: { color: colours.cross, labelBackgroundColor: colours.cross },
        horzLine: { color: colours.cross, labelBackgroundColor: colours.cross },
      },
    });
    // Price lines hang on the candles, which are therefore never hidden, only not to be seen.
    const [up, down] = style === 'candles' ? [colours.up, colours.down] : ['transparent', 'transparent'];
    bars.applyOptions({ upColor: up, downColor: down, wickUpColor: up, wickDownColor: down });
    closes.applyOptions({ color: colours.accent, visible: style === 'line' });
    fast.applyOptions({ color: colours.averageFast });
    slow.applyOptions({ color: colours.averageSlow });
  }
  function setLines(lines: readonly ChartLine[]) {
    for (const line of drawnLines) bars.removePriceLine(line);
    ownLines = lines;
    drawnLines = lines.map((line) =>
      bars.createPriceLine({
        price: priceOf(line),
        title: line.title,
        color: colours[line.tone],
        lineWidth: 1,
        lineStyle: LineStyle.Dashed,
        axisLabelVisible: true,
      }),
    );
    markEdgesSoon();
  }
  function toBar({ time, open, high, low, close }: DrawnCandle): CandlestickData<UTCTimestamp> {
    return { time: timeOf(time), open, high, low, close };
  }
  function toVolume({ time, volume: value, open, close }: DrawnCandle): HistogramData<UTCTimestamp> {
    return { time: timeOf(time), value, color: close >= open ? colours.upSoft : colours.downSoft };
  }
  function toPoint({ time, value }: { time: number; value: number }): LineData<UTCTimestamp> {
    return { time: timeOf(time), value };
  }
  function setCandles(candles: readonly DrawnCandle[], isFirst: boolean) {
    shown = candles;
    bars.setData(candles.map(toBar));
    volume.setData(candles.map(toVolume));
    closes.setData(candles.map(({ time, close }) => toPoint({ time, value: close })));
    fast.setData(movingAverage(candles, AVERAGE_FAST).map(toPoint));
    slow.setData(movingAverage(candles, AVERAGE_SLOW).map(toPoint));
    for (const extension of extensions) extension.draw(candles, false);
    markEdgesSoon();
    if (isFirst) chart.timeScale().setVisibleLogicalRange({ from: candles.length - BARS_SHOWN, to: candles.length + 4 });
  }

  paint();
  chart.subscribeCrosshairMove((event) => options.onCrosshair(event.time === undefined ? null : Number(event.time) - timeShift));
  chart.timeScale().subscribeSizeChange(markEdgesSoon);
  chart.timeScale().subscribeVisibleLogicalRangeChange((range) => {
    markEdgesSoon();
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
      paint();
    },
    updateLast(candles) {
      const last = candles[candles.length - 1];
      if (last === undefined) return;
      shown = candles;
      bars.update(toBar(last));
      volume.update(toVolume(last));
      closes.update(toPoint({ time: last.time, value: last.close }));
      const fastPoint = movingAverage(candles.slice(-AVERAGE_FAST), AVERAGE_FAST)[0];
      const slowPoint = movingAverage(candles.slice(-AVERAGE_SLOW), AVERAGE_SLOW)[0];
      if (fastPoint !== undefined) fast.update(toPoint(fastPoint));
      if (slowPoint !== undefined) slow.update(toPoint(slowPoint));
      for (const extension of extensions) extension.draw(candles, true);
      markEdgesSoon();
    },
    showCandle(candle) {
      const index = shown.findIndex(({ time }) => time === candle.time);
      if (index < 0) return;
      chart.timeScale().setVisibleLogicalRange({ from: index - BARS_SHOWN / 2, to: index + BARS_SHOWN / 2 });
      chart.setCrosshairPosition(candle.close, timeOf(candle.time), bars);
    },
    recolour() {
      colours = readChartColours();
      paint();
      for (const extension of extensions) extension.recolour();
      setCandles(shown, false);
      setLines(ownLines);
    },
    destroy() {
      extensions.clear();
      cancelAnimationFrame(edgesAsked);
      edges?.then(
        (shown) => shown.remove(),
        () => undefined,
      );
      chart.remove();
    },
  };
}

function layoutOf(colours: ChartColours) {
  return { background: { color: 'transparent' }, textColor: colours.text };
}
