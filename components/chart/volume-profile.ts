import type { IPrimitivePaneRenderer } from 'lightweight-charts';
import type { ChartParts, Extension } from './draw-chart';
import { profileOf, type ProfileRow } from './volume-profile.math';

/** The longest bar takes this share of the picture, from the left. */
const WIDTH_SHARE = 0.28;
const OPACITY = 0.28;

/** Draws how much was traded at which price, of all candles that are loaded, behind them. A tick changes too little to count anew. */
export function drawProfile({ bars, colours }: ChartParts): Extension {
  let rows: readonly ProfileRow[] = [];
  let most = 0;
  const draw: IPrimitivePaneRenderer['draw'] = (target) =>
    target.useBitmapCoordinateSpace(({ context, bitmapSize, verticalPixelRatio }) => {
      if (most === 0) return;
      context.save();
      context.globalAlpha = OPACITY;
      for (const { low, high, volume } of rows) {
        const [top, bottom] = [bars.priceToCoordinate(high), bars.priceToCoordinate(low)];
        if (top === null || bottom === null) continue;
        context.fillStyle = volume === most ? colours().warn : colours().text;
        const height = Math.max(1, (bottom - top) * verticalPixelRatio - verticalPixelRatio);
        context.fillRect(0, top * verticalPixelRatio, (volume / most) * bitmapSize.width * WIDTH_SHARE, height);
      }
      context.restore();
    });
  const view = { zOrder: () => 'bottom' as const, renderer: () => ({ draw }) };
  const primitive = { paneViews: () => [view] };
  bars.attachPrimitive(primitive);
  return {
    draw(candles, isLastAlone) {
      if (isLastAlone) return;
      rows = profileOf(candles);
      most = rows.reduce((largest, { volume }) => Math.max(largest, volume), 0);
    },
    recolour: () => undefined,
    remove: () => bars.detachPrimitive(primitive),
  };
}
