'use client';
import { useLocale, useTranslations } from 'next-intl';
import Link from 'next/link';
import type { ReactNode } from 'react';
import { LoadState } from '@/components/layout/load-state';
import { Amount } from '@/components/money/amount';
import { formatAmount, formatPercent, shownDirection } from '@/components/money/format';
import { Percent } from '@/components/money/percent';
import { Icon } from '@/components/ui/icon';
import { Skeleton } from '@/components/ui/skeleton';
import type { Home } from '@/lib/dto/balances';
import * as accountApi from '@/lib/api/account';
import { useRead } from '@/lib/query/use-read';

const COLOURS = { 1: 'text-up', 0: 'text-ink-1', [-1]: 'text-down' } as const;

/** Total, today's profit and rate of return; what staking and hosting earned only where they are offered. */
export function BalanceCard({ withEarning }: { withEarning: boolean }) {
  const query = useRead(accountApi.home, {});
  return (
    <LoadState query={query} skeleton={<BalanceSkeleton />}>
      {(home) => <BalanceFigures home={home} withEarning={withEarning} />}
    </LoadState>
  );
}

function BalanceFigures({ home, withEarning }: { home: Home; withEarning: boolean }) {
  const t = useTranslations('Home');
  const locale = useLocale();
  const direction = shownDirection(home.todayProfitRate);
  return (
    <div className="grid grid-cols-1 gap-4">
      <Link className="block min-w-0" href="/wallet">
        <span className="flex items-center gap-1 text-ink-2 text-small">
          {t('totalBalance')}
          <span className="text-ink-3">
            <Icon name="forward" size={14} />
          </span>
        </span>
        {/* Whole units here, as the wallet shows the rest. */}
        <Amount decimalsMax={0} decimalsMin={0} locale={locale} size="display" unit="USDT" value={home.totalUsdt} />
        <span className="flex flex-wrap items-center gap-x-2 pt-1">
          <Percent fraction={home.todayProfitRate} locale={locale} />
          <span className="text-ink-2 text-small" suppressHydrationWarning>
            {t('profitToday', { amount: formatAmount(home.todayProfit, { locale, sign: 'always' }) })}
          </span>
        </span>
      </Link>
      <dl className="flex flex-wrap justify-between gap-x-6 gap-y-2 rounded-card bg-surface-1 px-4.5 py-3.5">
        {withEarning ? <Figure label={t('hostingProfit')}>{formatAmount(home.hostingProfit, { locale, sign: 'always' })}</Figure> : null}
        <Figure label={t('todaysProfit')}>
          <span className={COLOURS[direction]}>{formatAmount(home.todayProfit, { locale, sign: 'always' })}</span>
        </Figure>
        <Figure label={t('rateOfReturn')}>{formatPercent(home.todayProfitRate, { locale, sign: 'auto' })}</Figure>
        {withEarning ? null : <Figure label={t('inUsdt')}>{formatAmount(home.usdt, { locale })}</Figure>}
      </dl>
    </div>
  );
}

function Figure({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-ink-3 text-micro">{label}</dt>
      <dd className="font-strong" suppressHydrationWarning>
        {children}
      </dd>
    </div>
  );
}

function BalanceSkeleton() {
  return (
    <div className="grid grid-cols-1 gap-4">
      <div className="grid grid-cols-1 gap-2">
        <Skeleton className="h-4 w-24" />
        <Skeleton className="h-9 w-52" />
        <Skeleton className="h-4 w-36" />
      </div>
      <Skeleton className="h-18 rounded-card" />
    </div>
  );
}
