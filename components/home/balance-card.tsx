'use client';
import { useLocale, useTranslations } from 'next-intl';
import { LoadState } from '@/components/layout/load-state';
import { formatAmount } from '@/components/money/format';
import { HIDDEN_AMOUNT } from '@/components/money/hidden-amounts';
import { Percent } from '@/components/money/percent';
import { Figure, TotalFigures } from '@/components/money/total-figures';
import { useHiddenAmounts } from '@/components/money/use-hidden-amounts';
import { IconButton } from '@/components/ui/button';
import { Icon } from '@/components/ui/icon';
import { Skeleton } from '@/components/ui/skeleton';
import type { Home } from '@/lib/dto/balances';
import * as accountApi from '@/lib/api/account';
import { useRead } from '@/lib/query/use-read';
import { BalanceChart } from './balance-chart';
import { ProfitParts } from './profit-parts';

type Parts = { withEarning: boolean; withChart: boolean; isHiddenAtFirst: boolean };

/** Total with its history, today's profit once and split by product, and what staking and hosting earned where they are offered. Amounts can be hidden. */
export function BalanceCard(parts: Parts) {
  const query = useRead(accountApi.home, {});
  return (
    <LoadState query={query} skeleton={<BalanceSkeleton />}>
      {(home) => <BalanceFigures home={home} {...parts} />}
    </LoadState>
  );
}

function BalanceFigures({ home, withEarning, withChart, isHiddenAtFirst }: Parts & { home: Home }) {
  const t = useTranslations('Home');
  const locale = useLocale();
  const [isHidden, toggle] = useHiddenAmounts(isHiddenAtFirst);
  const amount = (value: string, sign?: 'always') => (isHidden ? HIDDEN_AMOUNT : formatAmount(value, { locale, sign }));
  const today = (
    <span className="flex flex-wrap items-center gap-x-2 pt-1">
      <Percent fraction={home.todayProfitRate} locale={locale} />
      <span className="text-ink-2 text-small" suppressHydrationWarning>
        {t('profitToday', { amount: amount(home.todayProfit, 'always') })}
      </span>
    </span>
  );
  const eye = (
    <IconButton aria-pressed={isHidden} className="-mt-2 -mr-2.5 text-ink-2" label={t('hideAmounts')} onClick={toggle}>
      <Icon name={isHidden ? 'eye-off' : 'eye'} size={20} />
    </IconButton>
  );
  return (
    <TotalFigures
      action={eye}
      below={today}
      between={
        <>
          {home.todayByProduct === null ? null : <ProfitParts isHidden={isHidden} parts={home.todayByProduct} />}
          {withChart ? <BalanceChart isHidden={isHidden} totalUsdt={home.totalUsdt} /> : null}
        </>
      }
      hidden={isHidden ? t('hidden') : null}
      label={t('totalBalance')}
      totalUsdt={home.totalUsdt}
    >
      <Figure label={t('inUsdt')}>{amount(home.usdt)}</Figure>
      {withEarning ? <Figure label={t('earnedSoFar')}>{amount(home.hostingProfit, 'always')}</Figure> : null}
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
      <Skeleton className="h-35 rounded-card" />
      <Skeleton className="h-18 rounded-card" />
    </div>
  );
}
