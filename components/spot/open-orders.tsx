'use client';
import { useTranslations } from 'next-intl';
import dynamic from 'next/dynamic';
import { type ReactNode, useState } from 'react';
import { loadPart } from '@/components/layout/lazy-part';
import { LoadState } from '@/components/layout/load-state';
import { useMember } from '@/components/layout/member-context';
import { useIsWide } from '@/components/layout/use-media';
import { Chips } from '@/components/ui/segmented-control';
import { Skeleton, SkeletonRows } from '@/components/ui/skeleton';
import * as spotApi from '@/lib/api/spot';
import type { Order } from '@/lib/dto/spot';
import { useRead } from '@/lib/query/use-read';
import { type JoinedOrder, joinPairs } from './join-pairs';
import { NoOpenOrders } from './no-open-orders';

/** Its code comes with the first open order. */
const OpenOrder = dynamic(() => loadPart(() => import('./open-order').then((module) => module.OpenOrder)), {
  // A wide window shows a table in its place: it must not be asked for with the page.
  ssr: false,
  loading: () => <Skeleton className="h-32 w-full rounded-card" />,
});

/** Its code comes with the first open order. */
const CancelAll = dynamic(() => loadPart(() => import('@/components/layout/cancel-all').then((module) => module.CancelAll)), {
  loading: () => null,
});
/** Its code comes with the first terminal that has an open order. */
const OpenOrdersTable = dynamic(() => loadPart(() => import('./open-orders-table').then((module) => module.OpenOrdersTable)), {
  ssr: false,
  loading: () => <Skeleton className="h-24 w-full rounded-card" />,
});

/** Its code comes with the first look at the orders of every market. */
const AllOpenOrders = dynamic(() => loadPart(() => import('./all-open-orders').then((module) => module.AllOpenOrders)), {
  ssr: false,
  loading: () => <Skeleton className="h-32 w-full rounded-card" />,
});

const SCOPES = ['market', 'all'] as const;

/**
 * The open orders of a market, or of every one where the backend tells them apart from past ones, each with a way to cancel; cancelling works even while
 * prices are delayed.
 */
export function OpenOrders({ symbol }: { symbol: string }) {
  const { features } = useMember();
  const lists = useTranslations('Lists');
  const [scope, setScope] = useState<(typeof SCOPES)[number]>('market');
  const options = SCOPES.map((value) => ({ value, label: value === 'all' ? lists('allMarkets') : symbol.replace('-', '/') }));
  return (
    <>
      {features.includes('lists') ? <Chips label={lists('market')} onChange={setScope} options={options} value={scope} /> : null}
      {scope === 'all' ? <AllOpenOrders /> : <OrdersOfMarket symbol={symbol} />}
    </>
  );
}

function OrdersOfMarket({ symbol }: { symbol: string }) {
  const isDesktop = useIsWide('desktop');
  return (
    <OpenOrdersRead symbol={symbol}>
      {(orders) => {
        const joined = joinPairs(orders);
        if (joined.length === 0) return <NoOpenOrders />;
        return (
          <>
            <CancelAll count={orders.length} kind="spot" symbol={symbol} />
            {isDesktop ? <OpenOrdersTable orders={joined} /> : <OpenOrdersList orders={joined} />}
          </>
        );
      }}
    </OpenOrdersRead>
  );
}

/** One open order of a market, with a way to cancel it; nothing once it is over. */
export function OpenOrderOf({ symbol, id }: { symbol: string; id: string }) {
  return (
    <OpenOrdersRead symbol={symbol}>
      {(orders) => {
        const shown = joinPairs(orders).filter(({ order, partner }) => order.id === id || partner?.id === id);
        return shown.length === 0 ? null : <OpenOrdersList orders={shown} />;
      }}
    </OpenOrdersRead>
  );
}

function OpenOrdersRead({ symbol, children }: { symbol: string; children: (orders: readonly Order[]) => ReactNode }) {
  const t = useTranslations('Spot');
  const query = useRead(spotApi.orders, { symbol, state: 'open' });
  return (
    <LoadState query={query} skeleton={<SkeletonRows count={2} label={t('loadingOrders')} />}>
      {({ orders }) => children(orders)}
    </LoadState>
  );
}

function OpenOrdersList({ orders }: { orders: readonly JoinedOrder[] }) {
  return (
    <ul>
      {orders.map(({ order, partner }) => (
        <OpenOrder key={order.id} order={order} partner={partner} />
      ))}
    </ul>
  );
}
