'use client';
import { useLocale } from 'next-intl';
import { useSyncExternalStore } from 'react';
import { formatTime } from './format';

const never = () => () => undefined;

/** An instant in the reader's own time zone. The server doesn't know it and writes UTC, which the browser replaces as it takes over. */
export function LocalTime({ iso, style = 'full' }: { iso: string; style?: 'full' | 'date' | 'clock' }) {
  const locale = useLocale();
  const text = useSyncExternalStore(
    never,
    () => formatTime(iso, { locale, style }),
    () => formatTime(iso, { locale, style, timeZone: 'UTC' }),
  );
  return (
    <time className="whitespace-nowrap" dateTime={iso} suppressHydrationWarning>
      {text}
    </time>
  );
}
