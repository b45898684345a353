import type { ReactNode } from 'react';

const SIZE = 48;
const RADIUS = 21;
const AROUND = 2 * Math.PI * RADIUS;

/** A ring that empties as the time runs out, with the seconds in it. What it says stands in words on the card below. */
export function CountdownRing({ leftShare, children }: { leftShare: number; children: ReactNode }) {
  return (
    <span aria-hidden="true" className="relative grid size-12 place-items-center">
      <svg aria-hidden="true" className="absolute inset-0 size-full -rotate-90" viewBox={`0 0 ${SIZE} ${SIZE}`}>
        <circle className="stroke-surface-2" cx={SIZE / 2} cy={SIZE / 2} fill="none" r={RADIUS} strokeWidth="4" />
        <circle
          className="stroke-accent"
          cx={SIZE / 2}
          cy={SIZE / 2}
          fill="none"
          r={RADIUS}
          strokeDasharray={AROUND}
          strokeDashoffset={AROUND * (1 - leftShare)}
          strokeLinecap="round"
          strokeWidth="4"
        />
      </svg>
      <b className="text-small tabular-nums">{children}</b>
    </span>
  );
}
