'use client';
import { useLocale } from 'next-intl';
import { useCallback, useSyncExternalStore } from 'react';
import { formatTime } from './format';

const noSubscription = () => () => undefined;

/** Returns the zone to write times in: undefined, the reader's own, once the page is taken over; until then UTC, as on the server. */
export function useTimeZone(): string | undefined {
  const isTakenOver = useSyncExternalStore(
    noSubscription,
    () => true,
    () => false,
  );
  return isTakenOver ? undefined : 'UTC';
}

/** Returns the function that writes an instant (ISO) inside a sentence as date and time in the reader's own zone, on one line. */
export function useLocalTime(): (iso: string) => string {
  const locale = useLocale();
  const timeZone = useTimeZone();
  return useCallback((iso) => formatTime(iso, { locale, timeZone }).replaceAll(' ', '\u00a0'), [locale, timeZone]);
}
