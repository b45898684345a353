import { type IPriceLine, type ISeriesApi, LineSeries, LineStyle, MismatchDirection } from 'lightweight-charts';
import type { CandleInterval } from '@/lib/protocol/wire';
import { openTimeOf } from './candle-series';
import type { ChartParts, Extension } from './draw-chart';
import type { Drawing, Point } from './drawings';

/** Draws what a user drew. A line is shown where both of its ends are within what is loaded: a point beyond would stretch the axis. */
export function drawDrawings(
  drawings: readonly Drawing[],
  interval: CandleInterval,
  { chart, bars, timeOf, colours }: ChartParts,
): Extension {
  let levels: IPriceLine[] = [];
  const lines: { from: Point; to: Point; series: ISeriesApi<'Line'> }[] = [];
  for (const drawing of drawings) {
    if (drawing.kind === 'level') continue;
    const look = { lineWidth: 2 as const, lastValueVisible: false, priceLineVisible: false, crosshairMarkerVisible: false };
    lines.push({ from: drawing.from, to: drawing.to, series: chart.addSeries(LineSeries, { ...look, color: colours().warn }) });
  }
  function drawLevels() {
    for (const level of levels) bars.removePriceLine(level);
    levels = drawings.flatMap((drawing) =>
      drawing.kind === 'level'
        ? [
            bars.createPriceLine({
              price: drawing.price,
              color: colours().warn,
              lineWidth: 1,
              lineStyle: LineStyle.Solid,
              axisLabelVisible: true,
            }),
          ]
        : [],
    );
  }
  drawLevels();
  const snap = ({ time, price }: Point) => ({ time: openTimeOf(time * 1000, interval), value: price });
  return {
    draw(candles, isLastAlone) {
      if (isLastAlone) return;
      const [first, last] = [candles[0]?.time ?? 0, candles.at(-1)?.time ?? 0];
      for (const { from, to, series } of lines) {
        const points = [snap(from), snap(to)].sort((a, b) => a.time - b.time);
        const isInside = points.every(({ time }) => time >= first && time <= last) && points[0]?.time !== points[1]?.time;
        series.setData(isInside ? points.map(({ time, value }) => ({ time: timeOf(time), value })) : []);
      }
    },
    recolour() {
      drawLevels();
      for (const { series } of lines) series.applyOptions({ color: colours().warn });
    },
    remove() {
      for (const level of levels) bars.removePriceLine(level);
      for (const { series } of lines) chart.removeSeries(series);
    },
  };
}

/** A finger that moves further than this between down and up has moved the chart, px. */
const TAP_PX = 8;

/**
 * Calls `onPoint` with each place of the candles that is clicked or tapped, until it is removed. The library's own clicks leave out the second of two taps
 * within half a second, wherever they are: that is how fast the two ends of a line are pointed out.
 */
export function pickPoints({ chart, bars, timeOf }: ChartParts, onPoint: (point: Point) => void): Extension {
  const shift = timeOf(0);
  const host = chart.chartElement();
  let start: { id: number; x: number; y: number } | null = null;
  // Beside the candles the nearest one counts: a finger rarely meets the last.
  const findTime = (x: number) => {
    const place = chart.timeScale().coordinateToLogical(x);
    if (place === null) return null;
    const candle = bars.dataByIndex(place, MismatchDirection.NearestLeft) ?? bars.dataByIndex(place, MismatchDirection.NearestRight);
    return candle?.time ?? null;
  };
  const press = (event: PointerEvent) => {
    start = event.isPrimary && event.button === 0 ? { id: event.pointerId, x: event.clientX, y: event.clientY } : null;
  };
  const lift = (event: PointerEvent) => {
    const from = start;
    start = null;
    if (from?.id !== event.pointerId || Math.hypot(event.clientX - from.x, event.clientY - from.y) > TAP_PX) return;
    const box = host.getBoundingClientRect();
    const { width, height } = chart.paneSize();
    const [x, y] = [event.clientX - box.left, event.clientY - box.top];
    if (x > width || y > height) return;
    const [price, at] = [bars.coordinateToPrice(y), findTime(x)];
    if (price !== null && at !== null) onPoint({ time: Number(at) - shift, price });
  };
  host.addEventListener('pointerdown', press);
  host.addEventListener('pointerup', lift);
  return {
    draw: () => undefined,
    recolour: () => undefined,
    remove() {
      host.removeEventListener('pointerdown', press);
      host.removeEventListener('pointerup', lift);
    },
  };
}
