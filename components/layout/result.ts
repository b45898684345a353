'use client';
import { type AbstractIntlMessages, useMessages } from 'next-intl';
import { type ReactNode, useCallback } from 'react';
import { type ShownOrder, markOrderShown } from './notification-queue';

/** What a write came to, in words: stands on a sheet of its own until it is closed. */
export type Result = {
  title: string;
  /** What it was done to, in one line. */
  lead: string;
  /** The receipt of it. */
  facts: ReactNode;
  /** Where all that was booked stands; left out where nothing was. */
  href?: string;
  /** What leads there is called, where it isn't an order with its fills. */
  more?: string;
  /** The order whose outcome it says. */
  told?: ShownOrder;
};
/** With the texts of the page that showed it: the sheet stands outside of that page. */
export type ShownResult = Result & { messages: AbstractIntlMessages };

/** What each outcome of an order is called: a text of `Spot`. */
export const RESULT_TITLES = {
  waiting: 'resultWaiting',
  open: 'resultOpen',
  filled: 'resultFilled',
  partially_filled: 'resultPartly',
  cancelled: 'resultEnded',
  expired: 'resultEnded',
} as const;

let current: ShownResult | null = null;
const listeners = new Set<() => void>();

function set(next: ShownResult | null): void {
  current = next;
  for (const listener of listeners) listener();
}

/** The one result that is shown, null when there is none. */
export const results = {
  read: () => current,
  close: () => set(null),
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
};

/** Returns what shows a result. It outlives the row, the sheet and the list that it came of: an order that is cancelled takes its row with it. */
export function useShowResult(): (result: Result) => void {
  const messages = useMessages();
  return useCallback(
    (result) => {
      if (result.told !== undefined) markOrderShown(result.told);
      set({ ...result, messages });
    },
    [messages],
  );
}
