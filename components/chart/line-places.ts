import { type IPriceLine, LineStyle } from 'lightweight-charts';
import type { ChartParts, Extension } from './draw-chart';

/** Where prices lie in the pane of the candles and how large it is, in its pixels from the top, as it was last drawn. */
export type Places = { width: number; height: number; yOf(price: number): number | null; priceAt(y: number): number | null };

/** Calls `onDraw` each time the candles were drawn: what is laid over them moves with them. */
export function watchPlaces({ chart, bars }: ChartParts, onDraw: (places: Places) => void): Extension {
  const draw = () =>
    onDraw({ ...chart.paneSize(), yOf: (price) => bars.priceToCoordinate(price), priceAt: (y) => bars.coordinateToPrice(y) });
  const view = { zOrder: () => 'top' as const, renderer: () => ({ draw }) };
  const primitive = { paneViews: () => [view] };
  bars.attachPrimitive(primitive);
  return { draw: () => undefined, recolour: () => undefined, remove: () => bars.detachPrimitive(primitive) };
}

/** Draws the price that a line would be moved to. */
export function drawPreview(price: number, { bars, colours }: ChartParts): Extension {
  let line: IPriceLine | null = bars.createPriceLine({
    price,
    color: colours().accent,
    lineWidth: 2,
    lineStyle: LineStyle.Solid,
    axisLabelVisible: true,
  });
  return {
    draw: () => undefined,
    recolour: () => line?.applyOptions({ color: colours().accent }),
    remove() {
      if (line !== null) bars.removePriceLine(line);
      line = null;
    },
  };
}
