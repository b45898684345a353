'use client';
import { useSyncExternalStore } from 'react';
import { formatTime } from './format';

const noSubscription = () => () => undefined;

/** An instant in the reader's own time zone; the server, which doesn't know it, writes UTC until the page is taken over. */
export function LocalTime({ iso, locale, style = 'full' }: { iso: string; locale: string; style?: 'full' | 'date' | 'clock' }) {
  const isTakenOver = useSyncExternalStore(
    noSubscription,
    () => true,
    () => false,
  );
  return (
    <time className="inline-block" dateTime={iso} suppressHydrationWarning>
      {formatTime(iso, { locale, style, timeZone: isTakenOver ? undefined : 'UTC' })}
    </time>
  );
}
