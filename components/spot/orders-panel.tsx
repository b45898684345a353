'use client';
import dynamic from 'next/dynamic';
import { loadPart } from '@/components/layout/lazy-part';
import { useTranslations } from 'next-intl';
import { Tabs } from '@/components/layout/tabs';
import { useHasListFilter } from '@/components/layout/use-list-filter';
import { Skeleton } from '@/components/ui/skeleton';
import { OpenOrders } from './open-orders';

/** Loaded when the history is first looked at. */
const OrderHistory = dynamic(() => loadPart(() => import('./order-history').then((module) => module.OrderHistory)), {
  ssr: false,
  loading: () => <Skeleton className="h-40 w-full rounded-card" />,
});

/** Open orders and history of one market under two tabs. */
export function OrdersPanel({ symbol }: { symbol: string }) {
  const t = useTranslations('Spot');
  const isNarrowed = useHasListFilter();
  return (
    <Tabs
      className="gap-1"
      label={t('orders')}
      // An address that narrows the history means it.
      start={isNarrowed ? 'history' : 'open'}
      tabs={[
        { value: 'open', label: t('openOrders'), content: () => <OpenOrders symbol={symbol} /> },
        { value: 'history', label: t('history'), content: () => <OrderHistory symbol={symbol} /> },
      ]}
    />
  );
}
