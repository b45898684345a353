'use client';
import { useLocale } from 'next-intl';
import { useEffect } from 'react';
import { formatExact } from '@/components/money/format';
import { ALL, tickerListStore } from '@/lib/stream/stream';

/** Read by public/offline.js: prices that everybody may see, nothing of an account. */
const KEY = 'candor.last-figures';
const ROWS_MAX = 12;
/** Write interval of the cache. */
const KEEP_MS = 30_000;

/** Registers the service worker and caches the last public prices for its offline page. Renders nothing. */
export function OfflinePriceCache() {
  const locale = useLocale();
  useEffect(() => {
    const keep = () => {
      const tickers = [...(tickerListStore.get(ALL)?.values() ?? [])].slice(0, ROWS_MAX);
      const at = tickers.map(({ updatedAt }) => updatedAt).sort()[0];
      if (at === undefined) return;
      const rows = tickers.map(({ symbol, price }) => ({ name: symbol.replace('-', ' / '), price: formatExact(price, locale) }));
      try {
        localStorage.setItem(KEY, JSON.stringify({ locale, at, rows }));
      } catch {
        // Without storage the offline page has no figures.
        return;
      }
    };
    const timer = setInterval(keep, KEEP_MS);
    window.addEventListener('pagehide', keep);
    // While developing, every file changes all the time.
    if ('serviceWorker' in navigator && process.env.NODE_ENV === 'production') {
      navigator.serviceWorker.register('/sw.js', { scope: '/', updateViaCache: 'none' }).catch(() => undefined);
    }
    return () => {
      clearInterval(timer);
      window.removeEventListener('pagehide', keep);
    };
  }, [locale]);
  return null;
}
