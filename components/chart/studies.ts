import { BollingerBands, EMA, MACD, RSI } from 'trading-signals';
import { HistogramSeries, type ISeriesApi, LineSeries, type UTCTimestamp } from 'lightweight-charts';
import type { DrawnCandle } from './candle-series';
import type { Study } from './chart-settings';
import type { ChartParts, Extension } from './draw-chart';

/** The lengths that every chart begins with: as Binance, Kraken and TradingView have them. */
const LENGTHS = { ema: 20, bollinger: 20, deviations: 2, rsi: 14, fast: 12, slow: 26, signal: 9 } as const;
/** Panes below the candles. */
const PANE_HEIGHT = 84;

type Values = readonly (number | null)[];
type Meter = { next(close: number, isSameCandle: boolean): Values };
type Plot = { kind: 'line' | 'histogram'; tone: 'accent' | 'warn' | 'text' };

/** Returns what computes a study, candle by candle; a value is null while too few candles are known. */
export function createMeter(study: Study): Meter {
  if (study === 'ema') {
    const ema = new EMA(LENGTHS.ema);
    return { next: (close, isSame) => [ema.update(close, isSame)] };
  }
  if (study === 'bollinger') {
    const bands = new BollingerBands(LENGTHS.bollinger, LENGTHS.deviations);
    return {
      next(close, isSame) {
        const value = bands.update(close, isSame);
        return [value?.upper ?? null, value?.middle ?? null, value?.lower ?? null];
      },
    };
  }
  if (study === 'rsi') {
    const rsi = new RSI(LENGTHS.rsi);
    return { next: (close, isSame) => [rsi.update(close, isSame)] };
  }
  const macd = new MACD(new EMA(LENGTHS.fast), new EMA(LENGTHS.slow), new EMA(LENGTHS.signal));
  return {
    next(close, isSame) {
      const value = macd.update(close, isSame);
      return [value?.histogram ?? null, value?.macd ?? null, value?.signal ?? null];
    },
  };
}

const PLOTS: Record<Study, readonly Plot[]> = {
  ema: [{ kind: 'line', tone: 'text' }],
  bollinger: [
    { kind: 'line', tone: 'accent' },
    { kind: 'line', tone: 'text' },
    { kind: 'line', tone: 'accent' },
  ],
  rsi: [{ kind: 'line', tone: 'accent' }],
  macd: [
    { kind: 'histogram', tone: 'text' },
    { kind: 'line', tone: 'accent' },
    { kind: 'line', tone: 'warn' },
  ],
};

type Drawn = { study: Study; meter: Meter; series: ISeriesApi<'Line' | 'Histogram'>[]; lastTime: number };

/** Draws studies over the candles and in panes below them. A tick costs one value a study, not all of them again. */
export function drawStudies(studies: readonly Study[], { chart, timeOf, colours }: ChartParts): Extension {
  let pane = 0;
  const drawn: Drawn[] = studies.map((study) => {
    const own = study === 'rsi' || study === 'macd';
    if (own) pane += 1;
    const series = PLOTS[study].map(({ kind, tone }) =>
      chart.addSeries(
        kind === 'line' ? LineSeries : HistogramSeries,
        {
          color: colours()[tone],
          lineWidth: 1,
          lastValueVisible: own && kind === 'line',
          priceLineVisible: false,
          crosshairMarkerVisible: false,
          ...(own ? { priceFormat: { type: 'price', precision: 2, minMove: 0.01 } } : {}),
        } as never,
        own ? pane : 0,
      ),
    ) as Drawn['series'];
    if (own) chart.panes()[pane]?.setHeight(PANE_HEIGHT);
    return { study, meter: createMeter(study), series, lastTime: 0 };
  });

  function setAll(one: Drawn, candles: readonly DrawnCandle[]) {
    one.meter = createMeter(one.study);
    const rows = candles.map(({ time, close }) => ({ time, values: one.meter.next(close, false) }));
    one.series.forEach((series, index) => {
      const points = rows.flatMap(({ time, values }) => {
        const value = values[index];
        return value == null ? [] : [{ time: timeOf(time) as UTCTimestamp, value }];
      });
      series.setData(points);
    });
    one.lastTime = candles.at(-1)?.time ?? 0;
  }
  return {
    draw(candles, isLastAlone) {
      const last = candles.at(-1);
      if (last === undefined) return;
      for (const one of drawn) {
        if (!isLastAlone) {
          setAll(one, candles);
          continue;
        }
        const values = one.meter.next(last.close, last.time === one.lastTime);
        one.lastTime = last.time;
        one.series.forEach((series, index) => {
          const value = values[index];
          if (value != null) series.update({ time: timeOf(last.time) as UTCTimestamp, value });
        });
      }
    },
    recolour() {
      for (const { study, series } of drawn)
        series.forEach((one, index) => {
          const tone = PLOTS[study][index]?.tone;
          if (tone !== undefined) one.applyOptions({ color: colours()[tone] });
        });
    },
    remove() {
      for (const { series } of drawn) for (const one of series) chart.removeSeries(one);
    },
  };
}
