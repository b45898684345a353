/** Strokes of one signature. */
export const STROKES_MAX = 60;
/** Points of all strokes together: about a minute of drawing. */
export const POINTS_MAX = 4_000;
/** Shorter than this in all, in CSS pixels, it is a tap or a slip and no signature. */
const INK_MIN_PX = 40;

type Stroke = { readonly points: readonly { readonly x: number; readonly y: number }[] };

/** Returns how many points the strokes have. */
export function countPoints(strokes: readonly Stroke[]): number {
  return strokes.reduce((sum, { points }) => sum + points.length, 0);
}

/** True when there is enough ink to be a signature. */
export function isSigned(strokes: readonly Stroke[]): boolean {
  return strokes.reduce((sum, { points }) => sum + measure(points), 0) >= INK_MIN_PX;
}

/** Returns the strokes as they are in a field of another width: shape and place stay. */
export function scaleStrokes<S extends Stroke>(strokes: readonly S[], share: number): S[] {
  return strokes.map((stroke) => ({
    ...stroke,
    points: stroke.points.map((point) => ({ ...point, x: point.x * share, y: point.y * share })),
  }));
}

function measure(points: Stroke['points']): number {
  return points.reduce((sum, { x, y }, index) => {
    const before = points[index - 1];
    return before === undefined ? 0 : sum + Math.hypot(x - before.x, y - before.y);
  }, 0);
}
