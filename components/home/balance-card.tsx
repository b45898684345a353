'use client';
import { useLocale, useTranslations } from 'next-intl';
import { LoadState } from '@/components/layout/load-state';
import { formatAmount, formatPercent, shownDirection } from '@/components/money/format';
import { Percent } from '@/components/money/percent';
import { Figure, TotalFigures } from '@/components/money/total-figures';
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
  const today = (
    <span className="flex flex-wrap items-center gap-x-2 pt-1">
      <Percent fraction={home.todayProfitRate} locale={locale} />
      <span className="text-ink-2 text-small" suppressHydrationWarning>
        {t('profitToday', { amount: formatAmount(home.todayProfit, { locale, sign: 'always' }) })}
      </span>
    </span>
  );
  return (
    <TotalFigures below={today} label={t('totalBalance')} totalUsdt={home.totalUsdt}>
      {withEarning ? <Figure label={t('hostingProfit')}>{formatAmount(home.hostingProfit, { locale, sign: 'always' })}</Figure> : null}
      <Figure label={t('todaysProfit')}>
        <span className={COLOURS[direction]}>{formatAmount(home.todayProfit, { locale, sign: 'always' })}</span>
      </Figure>
      <Figure label={t('rateOfReturn')}>{formatPercent(home.todayProfitRate, { locale, sign: 'auto' })}</Figure>
      {withEarning ? null : <Figure label={t('inUsdt')}>{formatAmount(home.usdt, { locale })}</Figure>}
    </TotalFigures>
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
