'use client';
import { useTranslations } from 'next-intl';
import { useCoinName } from '@/components/money/use-coin-name';
import { Link } from '../ui/link';

/** Leads to what a coin is. */
export function CoinLink({ coin }: { coin: string }) {
  const t = useTranslations('Market');
  const name = useCoinName()(coin) ?? coin;
  return (
    <Link className="relative text-accent text-small before:absolute before:-inset-3.5" href={`/coin?coin=${coin}`} prefetch={false}>
      {t('about', { name })}
    </Link>
  );
}
