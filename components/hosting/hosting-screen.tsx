'use client';
import { useLocale, useTranslations } from 'next-intl';
import { LoadState } from '@/components/layout/load-state';
import { formatAmount } from '@/components/money/format';
import { Card } from '@/components/ui/card';
import { EmptyState } from '@/components/ui/empty-state';
import { Skeleton, SkeletonRows } from '@/components/ui/skeleton';
import { Link } from '../ui/link';
import * as hostingApi from '@/lib/api/hosting';
import type { HostingTotals } from '@/lib/dto/hosting';
import { useRead } from '@/lib/query/use-read';
import { useAccountEvents } from '@/lib/stream/hooks';
import { HostForm } from './host-form';

/** What is hosted and what it brought, a plan to choose, and what it costs. */
export function HostingScreen() {
  const t = useTranslations('Hosting');
  useAccountEvents();
  const totals = useRead(hostingApi.hostingTotals, {});
  const plans = useRead(hostingApi.hostingPlans, {});
  return (
    <div className="pair">
      <LoadState query={totals} skeleton={<Skeleton className="h-28 rounded-card" />}>
        {(data) => <TotalsCard totals={data} />}
      </LoadState>
      <LoadState query={plans} skeleton={<SkeletonRows count={4} label={t('loading')} />}>
        {(data) =>
          data.plans.length === 0 ? (
            <EmptyState icon="earn" text={t('noPlansText')} title={t('noPlans')} />
          ) : (
            <HostForm plans={data.plans} />
          )
        }
      </LoadState>
    </div>
  );
}

function TotalsCard({ totals }: { totals: HostingTotals }) {
  const [t, ts] = [useTranslations('Hosting'), useTranslations('Staking')];
  const locale = useLocale();
  const figures = [
    ['dayIncome', totals.dayIncome],
    ['income', totals.income],
  ] as const;
  const links = [
    { href: '/record?active=6', label: t('yours') },
    { href: '/web_view?active=3', label: ts('rules') },
  ];
  return (
    <Card className="grid grid-cols-1 gap-3">
      <dl>
        <dt className="text-ink-2 text-small">{t('worth')}</dt>
        <dd className="font-strong text-title" suppressHydrationWarning>
          {formatAmount(totals.worth, { locale })} USDT
        </dd>
      </dl>
      <dl className="flex flex-wrap justify-between gap-x-6 gap-y-2 border-line border-t pt-3">
        {figures.map(([name, value]) => (
          <div className="min-w-0" key={name}>
            <dt className="text-ink-3 text-micro">{t(name)}</dt>
            <dd className="font-strong" suppressHydrationWarning>
              {formatAmount(value, { locale, sign: 'always' })} USDT
            </dd>
          </div>
        ))}
      </dl>
      <nav aria-label={t('title')} className="flex flex-wrap gap-x-6">
        {links.map(({ href, label }) => (
          <Link className="flex min-h-11 items-center font-strong text-accent text-small" href={href} key={href}>
            {label}
          </Link>
        ))}
      </nav>
    </Card>
  );
}
