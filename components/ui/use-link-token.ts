'use client';
import { useEffect, useState } from 'react';

/** Of a mailed link: its number and its secret. */
export const MAILED_LINK = /^#([0-9a-f]{32}\.[A-Za-z0-9_-]{43})$/;

/** Returns what a link carries behind `#` in the given form; null where there is none, undefined until the page has been taken over. */
export function useLinkToken(form: RegExp): string | null | undefined {
  const [token, setToken] = useState<string | null>();
  useEffect(() => {
    const found = form.exec(location.hash)?.[1] ?? null;
    // A component that is mounted again finds nothing any more, and keeps what it had.
    setToken((known) => known ?? found);
    // It stays in no history, and nobody who looks over a shoulder sees it.
    history.replaceState(history.state, '', location.pathname + location.search);
    // Another link in the same tab changes the hash alone: the page begins anew with it.
    const begin = () => form.test(location.hash) && location.reload();
    addEventListener('hashchange', begin);
    return () => removeEventListener('hashchange', begin);
  }, [form]);
  return token;
}
