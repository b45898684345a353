'use client';
import { useCallback, useSyncExternalStore } from 'react';
import type { Theme, TrendColours } from '@/lib/dto/session';
import { brand } from '@/lib/brand';
import type { Locale } from '@/lib/protocol/wire';
import * as sessionApi from '@/lib/api/session';
import { sendApi } from '@/lib/query/api-client';

const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function root(): DOMStringMap {
  return document.documentElement.dataset;
}

/** Shows a theme at once, and has the server remember it. A failed answer only costs the memory, never the look. */
export function chooseTheme(theme: Theme): Promise<unknown> {
  root().theme = theme;
  document.querySelector('meta[name="theme-color"]')?.setAttribute('content', brand.themeColour[theme]);
  for (const listener of listeners) listener();
  return sendApi(sessionApi.preferences, { theme });
}

export function chooseTrend(trendColours: TrendColours): Promise<unknown> {
  root().trend = trendColours;
  for (const listener of listeners) listener();
  return sendApi(sessionApi.preferences, { trendColours });
}

/** Remembers a language; the caller loads the page anew, because the server writes the texts. */
export function chooseLocale(locale: Locale): Promise<unknown> {
  return sendApi(sessionApi.preferences, { locale });
}

/** The theme in use; null until the page was taken over. */
export function useTheme(): Theme | null {
  const read = useCallback(() => (root().theme === 'day' ? 'day' : 'dark'), []);
  return useSyncExternalStore<Theme | null>(subscribe, read, () => null);
}

/** The trend colours in use; null until the page was taken over. */
export function useTrend(): TrendColours | null {
  const read = useCallback(() => (root().trend ?? 'green-up') as TrendColours, []);
  return useSyncExternalStore<TrendColours | null>(subscribe, read, () => null);
}
