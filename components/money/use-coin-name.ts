import { useTranslations } from 'next-intl';

/** Returns what finds a coin's name in the reader's language; null for one without a name. */
export function useCoinName(): (coin: string) => string | null {
  const t = useTranslations('Coins.names');
  return (coin) => (t.has(coin as 'BTC') ? t(coin as 'BTC') : null);
}
