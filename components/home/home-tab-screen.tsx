'use client';
import { useLocale, useTranslations } from 'next-intl';
import dynamic from 'next/dynamic';
import type { ReactNode } from 'react';
import { loadExtra } from '@/components/layout/lazy-part';
import { LoadState } from '@/components/layout/load-state';
import { useMember } from '@/components/layout/member-context';
import { useIsWide } from '@/components/layout/use-media';
import { Amount } from '@/components/money/amount';
import { cutDecimals, formatPrice } from '@/components/money/format';
import { FeedAge } from '@/components/money/feed-age';
import { Percent } from '@/components/money/percent';
import { Card } from '@/components/ui/card';
import { Skeleton } from '@/components/ui/skeleton';
import type { Home } from '@/lib/dto/balances';
import { useAccountEvents, useTicker } from '@/lib/stream/hooks';
import * as accountApi from '@/lib/api/account';
import { useRead } from '@/lib/query/use-read';
import { maskUsername } from './mask-username';
import { Portfolio } from './portfolio';
import { RateTable } from './rate-table';

/** A phone doesn't load it. */
const BalanceChart = dynamic(() => loadExtra(() => import('./balance-chart').then((module) => module.BalanceChart)), {
  ssr: false,
  loading: () => <Skeleton className="h-35 rounded-card" />,
});

const ETH = 'ETH-USDT';

/** The second home: account card, ETH, up to four coins, the rate table where the backend has one; with room for it what the account was worth, and what leads the markets. */
export function HomeTabScreen({ username, leaders }: { username: string; leaders: ReactNode }) {
  useAccountEvents();
  const isWide = useIsWide('tablet');
  const { features } = useMember();
  const query = useRead(accountApi.home, {});
  return (
    <>
      <div className="pair">
        <LoadState query={query} skeleton={<Skeleton className="h-44 rounded-card" />}>
          {(home) => (
            <div className="stack">
              <AccountCard home={home} username={username} />
              {isWide && features.includes('balance-history') ? <History totalUsdt={home.totalUsdt} /> : null}
            </div>
          )}
        </LoadState>
        <div className="stack">
          <Portfolio />
          {query.data === undefined || query.data.rateTable.length === 0 ? null : <RateTable rows={query.data.rateTable} />}
        </div>
      </div>
      {leaders}
    </>
  );
}

function History({ totalUsdt }: { totalUsdt: string }) {
  return (
    <Card>
      <BalanceChart isHidden={false} totalUsdt={totalUsdt} />
    </Card>
  );
}

function AccountCard({ home, username }: { home: Home; username: string }) {
  const t = useTranslations('Home');
  const locale = useLocale();
  const eth = useTicker(ETH);
  return (
    <Card className="grid grid-cols-1 gap-4">
      <div className="two-ends items-center">
        <span className="text-ink-2 text-small">{t('usdtAccount')}</span>
        <span className="free-text min-w-0 font-strong text-small">{maskUsername(username)}</span>
      </div>
      <div className="min-w-0">
        <Amount locale={locale} size="display" unit="USDT" value={home.totalUsdt} />
        <p className="pt-1 text-ink-2 text-small" suppressHydrationWarning>
          {t('dollars', { amount: dollars(home.totalUsdt, locale) })}
        </p>
      </div>
      <dl className="flex flex-wrap justify-between gap-x-4 gap-y-2 border-line border-t pt-3">
        <Pair label={t('ethPrice')}>
          {formatPrice(eth?.price ?? home.ethPrice, { locale })}&nbsp;USDT {eth === undefined ? null : <FeedAge ticker={eth} />}
        </Pair>
        <Pair label={t('ethChange')}>
          <Percent fraction={eth?.changeRate ?? home.ethChangeRate} locale={locale} />
        </Pair>
      </dl>
    </Card>
  );
}

/** USDT are shown as dollars one to one, which is what the account card means by them. */
function dollars(usdt: string, locale: string): string {
  return new Intl.NumberFormat(locale, { style: 'currency', currency: 'USD' }).format(cutDecimals(usdt, 2) as `${number}`);
}

function Pair({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-ink-3 text-micro">{label}</dt>
      <dd className="font-strong" suppressHydrationWarning>
        {children}
      </dd>
    </div>
  );
}
