'use client';
import { useLocale, useTranslations } from 'next-intl';
import dynamic from 'next/dynamic';
import { loadPart } from '@/components/layout/lazy-part';
import { useState } from 'react';
import { LoadState } from '@/components/layout/load-state';
import { useIsWide } from '@/components/layout/use-media';
import { EmptyState } from '@/components/ui/empty-state';
import { SegmentedControl } from '@/components/ui/segmented-control';
import { Skeleton, SkeletonRows } from '@/components/ui/skeleton';
import { Link } from '../ui/link';
import * as perpetualApi from '@/lib/api/perpetual';
import { useRead } from '@/lib/query/use-read';
import { writeAside } from '@/lib/rules/punctuation';
import { PerpetualOpenOrders } from './open-orders';
import { PositionCard } from './position-card';

/** Its code comes with the first terminal that has a position. */
const PositionsTable = dynamic(() => loadPart(() => import('./positions-table').then((module) => module.PositionsTable)), {
  ssr: false,
  loading: () => <Skeleton className="h-24 w-full rounded-card" />,
});

/** The position and the open orders of one market, and the way to everything before. */
export function PositionsPanel({ symbol }: { symbol: string }) {
  const t = useTranslations('Perpetual');
  const spot = useTranslations('Spot');
  const locale = useLocale();
  const [tab, setTab] = useState<'positions' | 'orders'>('positions');
  const isDesktop = useIsWide('desktop');
  const query = useRead(perpetualApi.perpetualOpen, { symbol });
  const count = query.data?.orders.length ?? 0;
  return (
    <section aria-label={t('positions')} className="grid grid-cols-1 gap-3">
      <SegmentedControl
        label={t('positions')}
        onChange={setTab}
        options={[
          { value: 'positions', label: t('position') },
          { value: 'orders', label: count === 0 ? spot('openOrders') : writeAside(spot('openOrders'), String(count), locale) },
        ]}
        value={tab}
      />
      <LoadState query={query} skeleton={<SkeletonRows count={2} label={spot('loadingOrders')} />}>
        {({ orders, positions }) => {
          if (tab === 'orders') return <PerpetualOpenOrders orders={orders} symbol={symbol} />;
          const own = positions.filter((position) => position.symbol === symbol);
          if (own.length === 0) return <EmptyState icon="chart" text={t('noPositionText')} title={t('noPosition')} />;
          if (isDesktop) return <PositionsTable positions={own} />;
          return own.map((position) => <PositionCard key={position.id} position={position} />);
        }}
      </LoadState>
      <Link
        className="inline-flex min-h-11 items-center justify-self-center font-strong text-accent text-small"
        href="/contractOrder"
        prefetch={false}
      >
        {t('allContracts')}
      </Link>
    </section>
  );
}
