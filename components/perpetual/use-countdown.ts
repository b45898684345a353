'use client';
import { useEffect, useState } from 'react';
import { ageMs } from '@/lib/stream/clock-offset';

const SECOND_MS = 1_000;

/** Returns the milliseconds until an instant by the server's clock, null until the page is taken over; never below zero, once a second. */
export function useCountdown(iso: string | undefined): number | null {
  const [left, setLeft] = useState<number | null>(null);
  useEffect(() => {
    if (iso === undefined) return;
    const read = () => setLeft(Math.max(0, Date.parse(iso) - ageMs(0)));
    read();
    const timer = setInterval(read, SECOND_MS);
    return () => clearInterval(timer);
  }, [iso]);
  return left;
}

/** Writes a duration as 07:12:03. */
export function clockText(ms: number): string {
  const seconds = Math.floor(ms / SECOND_MS);
  return [Math.floor(seconds / 3_600), Math.floor(seconds / 60) % 60, seconds % 60].map((part) => String(part).padStart(2, '0')).join(':');
}
