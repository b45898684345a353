'use client';
import { useServerNow } from '@/lib/stream/use-server-now';

const SECOND_MS = 1_000;

/** Returns the milliseconds until an instant by the server's clock, null while that is not known; never below zero. */
export function useCountdown(iso: string | undefined): number | null {
  const now = useServerNow();
  return iso === undefined || now === null ? null : Math.max(0, Date.parse(iso) - now);
}

/** Writes a duration as 07:12:03; a second that has begun counts. */
export function clockText(ms: number): string {
  const seconds = Math.ceil(ms / SECOND_MS);
  return [Math.floor(seconds / 3_600), Math.floor(seconds / 60) % 60, seconds % 60].map((part) => String(part).padStart(2, '0')).join(':');
}
