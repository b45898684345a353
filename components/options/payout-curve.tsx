'use client';
import { curvePoints } from './curve-points';

const WIDTH = 350;
const HEIGHT = 128;
const LINE_WIDTH = 250;
const BLOCK_X = 262;

type Props = {
  line: readonly number[];
  /** Purchase price of a running contract; null: the price now stands in the middle. */
  strike: number | null;
  /** Words for the line, with the purchase price when there is one. */
  strikeLabel: string;
  gain: string;
  loss: string;
  /** Which half wins. Up unless a running contract says otherwise. */
  direction?: 'up' | 'down';
  /** A contract runs: either side of its purchase price is seen behind the whole line. */
  isRunning?: boolean;
};

/** The price of the last two minutes, the purchase price as a line, and what either side of it pays. The words stand in the receipt. */
export function PayoutCurve({ line, strike, strikeLabel, gain, loss, direction = 'up', isRunning = false }: Props) {
  const { points, strikeY, wordsY } = curvePoints({ line, strike, width: LINE_WIDTH, height: HEIGHT });
  const [above, below] = direction === 'up' ? [gain, loss] : [loss, gain];
  const isUp = direction === 'up';
  return (
    <svg aria-hidden="true" className="w-full" viewBox={`0 0 ${WIDTH} ${HEIGHT}`}>
      {isRunning ? (
        <g opacity="0.45">
          <rect className={isUp ? 'fill-up-soft' : 'fill-down-soft'} height={strikeY} width={BLOCK_X} x="0" y="0" />
          <rect className={isUp ? 'fill-down-soft' : 'fill-up-soft'} height={HEIGHT - strikeY} width={BLOCK_X} x="0" y={strikeY} />
        </g>
      ) : null}
      <rect className={isUp ? 'fill-up-soft' : 'fill-down-soft'} height={strikeY} width={WIDTH - BLOCK_X} x={BLOCK_X} y="0" />
      <rect
        className={isUp ? 'fill-down-soft' : 'fill-up-soft'}
        height={HEIGHT - strikeY}
        width={WIDTH - BLOCK_X}
        x={BLOCK_X}
        y={strikeY}
      />
      <polyline className="stroke-ink-2" fill="none" points={points} strokeWidth="1.8" />
      <line className="stroke-accent" strokeDasharray="4 4" x1="0" x2={WIDTH} y1={strikeY} y2={strikeY} />
      <text
        className="fill-accent stroke-surface-0"
        fontSize="10"
        paintOrder="stroke"
        strokeLinejoin="round"
        strokeWidth="4"
        suppressHydrationWarning
        x="2"
        y={wordsY}
      >
        {strikeLabel}
      </text>
      <BlockText isGain={isUp} text={above} y={strikeY / 2} />
      <BlockText isGain={!isUp} text={below} y={(HEIGHT + strikeY) / 2} />
    </svg>
  );
}

function BlockText({ text, y, isGain }: { text: string; y: number; isGain: boolean }) {
  return (
    <text
      className={isGain ? 'fill-up' : 'fill-down'}
      dominantBaseline="middle"
      fontSize="12"
      fontWeight="600"
      suppressHydrationWarning
      textAnchor="middle"
      x={(BLOCK_X + WIDTH) / 2}
      y={y}
    >
      {text}
    </text>
  );
}
