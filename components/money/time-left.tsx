'use client';
import { useEffect, useState } from 'react';
import { useServerNow } from '@/lib/stream/use-server-now';
import { clockText } from './use-countdown';

const SECOND_MS = 1_000;

/** Returns the time in ms: the server's, this device's where no event of the stream came yet; null until the page is taken over. */
function useNow(): number | null {
  const server = useServerNow();
  const [device, setDevice] = useState<number | null>(null);
  useEffect(() => {
    const tick = () => setDevice(Date.now());
    tick();
    const timer = setInterval(tick, SECOND_MS);
    return () => clearInterval(timer);
  }, []);
  return server ?? device;
}

/** The hours, minutes and seconds until an instant that is also said; nothing once it is over. */
export function TimeLeft({ iso }: { iso: string }) {
  const now = useNow();
  const leftMs = now === null ? 0 : Date.parse(iso) - now;
  if (leftMs <= 0) return null;
  return (
    <span className="inline-block font-strong tabular-nums" role="timer">
      {clockText(leftMs)}
    </span>
  );
}
