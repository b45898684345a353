'use client';
import { formatTime } from './format';
import { useTimeZone } from './use-local-time';

/** An instant in the reader's own time zone; the server, which doesn't know it, writes UTC until the page is taken over. */
export function LocalTime({ iso, locale, style = 'full' }: { iso: string; locale: string; style?: 'full' | 'date' | 'clock' }) {
  const timeZone = useTimeZone();
  return (
    <time className="inline-block" dateTime={iso} suppressHydrationWarning>
      {formatTime(iso, { locale, style, timeZone })}
    </time>
  );
}
