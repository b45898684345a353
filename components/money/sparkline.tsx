import type { DecimalString } from '../../lib/protocol/wire';

type Props = {
  /** Prices, oldest first. Two at least, else nothing is drawn. */
  points: readonly DecimalString[];
  direction: -1 | 0 | 1;
  width?: number;
  height?: number;
  isArea?: boolean;
};

const COLOURS = { 1: 'text-up', 0: 'text-ink-3', [-1]: 'text-down' } as const;

/** Points of the line inside the box, in pixels; a flat row lies in the middle. A drawing, so floats are fine here. */
export function sparklinePoints(points: readonly DecimalString[], width: number, height: number): string {
  const values = points.map(Number).filter(Number.isFinite);
  if (values.length < 2) return '';
  const low = Math.min(...values);
  const span = Math.max(...values) - low;
  const inset = 2;
  return values
    .map((value, index) => {
      const x = (index / (values.length - 1)) * width;
      const y = span === 0 ? height / 2 : inset + (1 - (value - low) / span) * (height - 2 * inset);
      return `${x.toFixed(1)},${y.toFixed(1)}`;
    })
    .join(' ');
}

/** A small line of the last day as inline SVG: no script, no style attribute. */
export function Sparkline({ points, direction, width = 64, height = 26, isArea = false }: Props) {
  const line = sparklinePoints(points, width, height);
  if (!line) return <svg aria-hidden="true" height={height} width={width} />;
  return (
    <svg
      aria-hidden="true"
      className={`${COLOURS[direction]} max-w-full`}
      height={height}
      preserveAspectRatio="none"
      viewBox={`0 0 ${width} ${height}`}
      width={isArea ? '100%' : width}
    >
      {isArea ? <polygon fill="currentColor" opacity="0.12" points={`0,${height} ${line} ${width},${height}`} /> : null}
      <polyline
        fill="none"
        points={line}
        stroke="currentColor"
        strokeLinecap="round"
        strokeLinejoin="round"
        strokeWidth="1.6"
        vectorEffect="non-scaling-stroke"
      />
    </svg>
  );
}
