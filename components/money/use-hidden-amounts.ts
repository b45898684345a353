'use client';
import { useState } from 'react';
import { HIDDEN_AMOUNTS_COOKIE } from './hidden-amounts';

const YEAR_S = 365 * 86_400;

/** Returns whether amounts of the home screen are hidden, a taste of this browser, and a function that turns it round and remembers it. */
export function useHiddenAmounts(atFirst: boolean): [isHidden: boolean, toggle: () => void] {
  const [isHidden, setHidden] = useState(atFirst);
  return [
    isHidden,
    () => {
      // biome-ignore lint/suspicious/noDocumentCookie: Firefox and many WebViews have no Cookie Store.
      document.cookie = `${HIDDEN_AMOUNTS_COOKIE}=${isHidden ? '' : 'hidden'}; path=/; max-age=${YEAR_S}; samesite=lax`;
      setHidden(!isHidden);
    },
  ];
}
