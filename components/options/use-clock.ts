'use client';
import { useEffect, useState } from 'react';
import { ageMs } from '@/lib/stream/clock-offset';

const TICK_MS = 250;

/** Returns the server's time in ms as far as the stream shows it, null before the first event; renders four times a second. */
export function useServerNow(): number | null {
  const [now, setNow] = useState<number | null>(null);
  useEffect(() => {
    const read = () => setNow(ageMs(0));
    read();
    const timer = setInterval(read, TICK_MS);
    return () => clearInterval(timer);
  }, []);
  return now;
}
