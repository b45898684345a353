import {
  CandlestickSeries,
  CrosshairMode,
  createChart,
  HistogramSeries,
  LineSeries,
  type AutoscaleInfo,
  type CandlestickData,
  type ChartOptions as LibraryOptions,
  type DeepPartial,
  type HistogramData,
  type LineData,
  type Time,
  type UTCTimestamp,
} from 'lightweight-charts';
import { AVERAGE_FAST, AVERAGE_SLOW, movingAverage, type DrawnCandle } from './candle-series';
import type { ChartColours } from './chart-colours';
import type { ChartStyle } from './chart-settings';
import type { ChartLine, ChartOptions } from './chart-options';
import { withLines } from './line-range';

const VOLUME_SHARE = 0.18;

type Needs = {
  host: HTMLElement;
  options: ChartOptions;
  timeOf(seconds: number): UTCTimestamp;
  colours(): ChartColours;
  /** Prices that stay in view beside the candles. */
  lines(): readonly ChartLine[];
};

/** Puts an empty chart into `host`: candles, their line, volume and two moving averages on one time axis. */
export function createCandleSeries(needs: Needs) {
  const { host, options, colours } = needs;
  const chart = createChart(host, optionsOf(options, colours()));
  const series = addSeries(chart, needs);
  const { bars, volume, closes, fast, slow } = series;
  const points = createPoints(needs);
  return {
    chart,
    bars,
    /** Gives everything the theme's colours as they are now. */
    paint(style: ChartStyle): void {
      const now = colours();
      const cross = { color: now.cross, labelBackgroundColor: now.cross };
      chart.applyOptions({
        layout: layoutOf(now),
        grid: { horzLines: { color: now.line } },
        crosshair: { vertLine: cross, horzLine: cross },
      });
      // Price lines hang on the candles, which are therefore never hidden, only not to be seen.
      const [up, down] = style === 'candles' ? [now.up, now.down] : ['transparent', 'transparent'];
      bars.applyOptions({ upColor: up, downColor: down, wickUpColor: up, wickDownColor: down });
      closes.applyOptions({ color: now.accent, visible: style === 'line' });
      fast.applyOptions({ color: now.averageFast });
      slow.applyOptions({ color: now.averageSlow });
    },
    setAll(candles: readonly DrawnCandle[]): void {
      bars.setData(candles.map(points.toBar));
      volume.setData(candles.map(points.toVolume));
      closes.setData(candles.map(({ time, close }) => points.toPoint({ time, value: close })));
      fast.setData(movingAverage(candles, AVERAGE_FAST).map(points.toPoint));
      slow.setData(movingAverage(candles, AVERAGE_SLOW).map(points.toPoint));
    },
    updateLast(candles: readonly DrawnCandle[]): void {
      const last = candles[candles.length - 1];
      if (last === undefined) return;
      bars.update(points.toBar(last));
      volume.update(points.toVolume(last));
      closes.update(points.toPoint({ time: last.time, value: last.close }));
      const fastPoint = movingAverage(candles.slice(-AVERAGE_FAST), AVERAGE_FAST)[0];
      const slowPoint = movingAverage(candles.slice(-AVERAGE_SLOW), AVERAGE_SLOW)[0];
      if (fastPoint !== undefined) fast.update(points.toPoint(fastPoint));
      if (slowPoint !== undefined) slow.update(points.toPoint(slowPoint));
    },
  };
}

function addSeries(chart: ReturnType<typeof createChart>, { options, lines }: Needs) {
  const volume = chart.addSeries(HistogramSeries, {
    priceFormat: { type: 'volume' },
    priceScaleId: 'volume',
    lastValueVisible: false,
    priceLineVisible: false,
  });
  chart.priceScale('volume').applyOptions({ scaleMargins: { top: 1 - VOLUME_SHARE, bottom: 0 } });
  const thin = { lineWidth: 1 as const, lastValueVisible: false, priceLineVisible: false, crosshairMarkerVisible: false };
  // What is added later lies above what was added before.
  const slow = chart.addSeries(LineSeries, thin);
  const fast = chart.addSeries(LineSeries, thin);
  const closes = chart.addSeries(LineSeries, { ...thin, lineWidth: 2, visible: false });
  const bars = chart.addSeries(CandlestickSeries, {
    borderVisible: false,
    priceFormat: { type: 'custom', formatter: options.formatPrice, minMove: 10 ** -options.decimals },
    autoscaleInfoProvider: (original: () => AutoscaleInfo | null) => withLines(original(), lines()),
  });
  return { volume, slow, fast, closes, bars };
}

function createPoints({ timeOf, colours }: Needs) {
  return {
    toBar: ({ time, open, high, low, close }: DrawnCandle): CandlestickData<UTCTimestamp> => ({
      time: timeOf(time),
      open,
      high,
      low,
      close,
    }),
    toVolume: ({ time, volume: value, open, close }: DrawnCandle): HistogramData<UTCTimestamp> => ({
      time: timeOf(time),
      value,
      color: close >= open ? colours().upSoft : colours().downSoft,
    }),
    toPoint: ({ time, value }: { time: number; value: number }): LineData<UTCTimestamp> => ({ time: timeOf(time), value }),
  };
}

function optionsOf(options: ChartOptions, colours: ChartColours): DeepPartial<LibraryOptions> {
  const { timeShift } = options;
  return {
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
  };
}

function layoutOf(colours: ChartColours) {
  return { background: { color: 'transparent' }, textColor: colours.text };
}
