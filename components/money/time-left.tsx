'use client';
import { clockText, useCountdown } from './use-countdown';

/** The hours, minutes and seconds until an instant; nothing while the server's time is not known, and once it is over. */
export function TimeLeft({ iso }: { iso: string }) {
  const leftMs = useCountdown(iso);
  if (leftMs === null || leftMs === 0) return null;
  return (
    <span className="inline-block font-strong tabular-nums" role="timer">
      {clockText(leftMs)}
    </span>
  );
}
