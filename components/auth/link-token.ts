'use client';
import { useEffect, useState } from 'react';

const TOKEN = /^#([0-9a-f]{32}\.[A-Za-z0-9_-]{43})$/;

/** Returns what a mailed link carries behind `#`; null where there is none, undefined until the page has been taken over. */
export function useLinkToken(): string | null | undefined {
  const [token, setToken] = useState<string | null>();
  useEffect(() => {
    const found = TOKEN.exec(location.hash)?.[1] ?? null;
    // A component that is mounted again finds nothing any more, and keeps what it had.
    setToken((known) => known ?? found);
    // It stays in no history, and nobody who looks over a shoulder sees it.
    history.replaceState(history.state, '', location.pathname + location.search);
  }, []);
  return token;
}
