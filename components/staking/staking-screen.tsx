'use client';
import { useLocale, useTranslations } from 'next-intl';
import { useState } from 'react';
import { LoadState } from '@/components/layout/load-state';
import { formatAmount } from '@/components/money/format';
import { Card } from '@/components/ui/card';
import { EmptyState } from '@/components/ui/empty-state';
import { SegmentedControl } from '@/components/ui/segmented-control';
import { Skeleton, SkeletonRows } from '@/components/ui/skeleton';
import { Link } from '../ui/link';
import * as stakingApi from '@/lib/api/staking';
import type { StakingTerm, StakingTotals } from '@/lib/dto/staking';
import { useRead } from '@/lib/query/use-read';
import { useAccountEvents } from '@/lib/stream/hooks';
import { SubscribeForm } from './subscribe-form';

/** What is staked and earned, a term to choose, and what an amount would earn in it. */
export function StakingScreen() {
  const t = useTranslations('Staking');
  useAccountEvents();
  const totals = useRead(stakingApi.stakingTotals, {});
  const terms = useRead(stakingApi.stakingTerms, {});
  return (
    <div className="pair">
      <LoadState query={totals} skeleton={<Skeleton className="h-28 rounded-card" />}>
        {(data) => <TotalsCard totals={data} />}
      </LoadState>
      <LoadState query={terms} skeleton={<SkeletonRows count={4} label={t('loading')} />}>
        {(data) =>
          data.terms.length === 0 ? <EmptyState icon="earn" text={t('noTermsText')} title={t('noTerms')} /> : <Terms terms={data.terms} />
        }
      </LoadState>
    </div>
  );
}

const LINKS = [
  { href: '/pledgehistory', label: 'positions' },
  { href: '/record?active=5', label: 'records' },
  { href: '/web_view?active=1', label: 'rules' },
] as const;

function TotalsCard({ totals }: { totals: StakingTotals }) {
  const t = useTranslations('Staking');
  const locale = useLocale();
  const figures = [
    ['earnedToday', totals.earnedToday],
    ['earned', totals.earned],
  ] as const;
  return (
    <Card className="grid grid-cols-1 gap-3">
      <dl>
        <dt className="text-ink-2 text-small">{t('staked')}</dt>
        <dd className="font-strong text-title" suppressHydrationWarning>
          {formatAmount(totals.staked, { locale })} USDT
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
        {LINKS.map(({ href, label }) => (
          <Link className="flex min-h-11 items-center font-strong text-accent text-small" href={href} key={href}>
            {t(label)}
          </Link>
        ))}
      </nav>
    </Card>
  );
}

function Terms({ terms }: { terms: readonly StakingTerm[] }) {
  const t = useTranslations('Staking');
  const assets = [...new Set(terms.map(({ asset }) => asset))];
  const [asset, setAsset] = useState(assets[0] ?? '');
  const offered = terms.filter((term) => term.asset === asset);
  return (
    <div className="grid grid-cols-1 gap-3">
      {assets.length > 1 ? (
        <SegmentedControl label={t('coin')} onChange={setAsset} options={assets.map((value) => ({ value, label: value }))} value={asset} />
      ) : null}
      <SubscribeForm key={asset} terms={offered} />
    </div>
  );
}
