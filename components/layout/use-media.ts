'use client';
import { useCallback, useSyncExternalStore } from 'react';

/** Widths from which a screen has two panes, the frame of a desktop, and all panes of a terminal; the same as in globals.css. */
const FROM = { tablet: '(min-width: 768px)', desktop: '(min-width: 1024px)', full: '(min-width: 1280px)' } as const;
export type WideFrom = keyof typeof FROM;

/** Says whether the window is at least as wide; false on the server and until the page was taken over. */
export function useIsWide(from: WideFrom): boolean {
  const subscribe = useCallback(
    (listener: () => void) => {
      const query = window.matchMedia(FROM[from]);
      query.addEventListener('change', listener);
      return () => query.removeEventListener('change', listener);
    },
    [from],
  );
  return useSyncExternalStore(
    subscribe,
    () => window.matchMedia(FROM[from]).matches,
    () => false,
  );
}
