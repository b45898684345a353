'use client';
import dynamic from 'next/dynamic';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { SegmentedControl } from '@/components/ui/segmented-control';
import { Skeleton } from '@/components/ui/skeleton';
import { OpenOrders } from './open-orders';

/** Loaded when the history is first looked at. */
const OrderHistory = dynamic(() => import('./order-history').then((module) => module.OrderHistory), {
  ssr: false,
  loading: () => <Skeleton className="h-40 w-full rounded-card" />,
});

/** Open orders and history of one market under two tabs. */
export function OrdersPanel({ symbol, hasExport }: { symbol: string; hasExport: boolean }) {
  const t = useTranslations('Spot');
  const [tab, setTab] = useState<'open' | 'history'>('open');
  return (
    <section aria-label={t('orders')} className="grid grid-cols-1 gap-1">
      <SegmentedControl
        label={t('orders')}
        onChange={setTab}
        options={[
          { value: 'open', label: t('openOrders') },
          { value: 'history', label: t('history') },
        ]}
        value={tab}
      />
      {tab === 'open' ? <OpenOrders symbol={symbol} /> : <OrderHistory hasExport={hasExport} symbol={symbol} />}
    </section>
  );
}
