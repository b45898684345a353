import { useTranslations } from 'next-intl';
import { Icon } from '@/components/ui/icon';
import { Link } from '../ui/link';

/** Leads to the alerts of one market: their form and list are no part of the market's own page. */
export function AlertBell({ symbol }: { symbol: string }) {
  const t = useTranslations('Market');
  return (
    <Link
      aria-label={t('alerts', { market: symbol.replace('-', '/') })}
      className="grid size-11 shrink-0 place-items-center rounded-full text-ink-2 active:bg-surface-2"
      href={`/alerts?coin=${symbol}`}
      prefetch={false}
    >
      <Icon name="bell" size={20} />
    </Link>
  );
}
