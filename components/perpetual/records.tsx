'use client';
import { useTranslations } from 'next-intl';
import { type ReactNode, useState } from 'react';
import { LoadMore, type PagedQuery } from '@/components/layout/load-more';
import { LoadState } from '@/components/layout/load-state';
import { EmptyState } from '@/components/ui/empty-state';
import { Chips } from '@/components/ui/segmented-control';
import { SkeletonRows } from '@/components/ui/skeleton';
import { useAccountEvents } from '@/lib/stream/hooks';
import * as perpetualApi from '@/lib/api/perpetual';
import { usePaged, useRead } from '@/lib/query/use-read';
import { ClosedCard } from './closed-card';
import { FundingRow } from './funding-row';
import { LiquidationCard } from './liquidation-card';
import { PerpetualOpenOrders } from './open-orders';
import { PerpetualRow } from './order-row';
import { PositionCard } from './position-card';

const LISTS = ['positions', 'open', 'orders', 'closed', 'payments', 'liquidations'] as const;
type List = (typeof LISTS)[number];

/** Everything of the user in perpetual markets: what is open, every order, closed positions, funding and liquidations. */
export function PerpetualRecords() {
  const t = useTranslations('Perpetual');
  const spot = useTranslations('Spot');
  useAccountEvents();
  const labels: Record<List, string> = {
    positions: t('positions'),
    open: spot('openOrders'),
    orders: spot('history'),
    closed: t('closed'),
    payments: t('funding'),
    liquidations: t('liquidations'),
  };
  const [list, setList] = useState<List>('positions');
  return (
    <div className="grid grid-cols-1 gap-3">
      <Chips
        label={t('contractsTitle')}
        onChange={setList}
        options={LISTS.map((value) => ({ value, label: labels[value] }))}
        value={list}
      />
      {list === 'positions' ? <Positions /> : null}
      {list === 'open' ? <Orders state="open" /> : null}
      {list === 'orders' ? <Orders state="closed" /> : null}
      {list === 'closed' ? <Closed /> : null}
      {list === 'payments' ? <Payments /> : null}
      {list === 'liquidations' ? <Liquidations /> : null}
    </div>
  );
}

function Positions() {
  const t = useTranslations('Perpetual');
  const spot = useTranslations('Spot');
  const query = useRead(perpetualApi.positions, {});
  return (
    <LoadState query={query} skeleton={<SkeletonRows count={2} label={spot('loadingOrders')} />}>
      {({ positions }) =>
        positions.length === 0 ? (
          <EmptyState icon="chart" text={t('noPositionText')} title={t('noPosition')} />
        ) : (
          positions.map((position) => <PositionCard key={position.id} position={position} />)
        )
      }
    </LoadState>
  );
}

function Orders({ state }: { state: 'open' | 'closed' }) {
  const spot = useTranslations('Spot');
  const query = usePaged(perpetualApi.perpetualOrders, { state });
  return (
    <LoadState query={query} skeleton={<SkeletonRows count={3} label={spot('loadingOrders')} />}>
      {({ pages }) => {
        const orders = pages.flatMap((page) => page.orders);
        if (state === 'open') {
          return (
            <More query={query}>
              <PerpetualOpenOrders orders={orders} symbol={null} />
            </More>
          );
        }
        if (orders.length === 0) return <EmptyState icon="list" text={spot('noHistoryText')} title={spot('noHistory')} />;
        return (
          <More query={query}>
            <ul>
              {orders.map((order) => (
                <PerpetualRow key={order.id} order={order} />
              ))}
            </ul>
          </More>
        );
      }}
    </LoadState>
  );
}

function Closed() {
  const t = useTranslations('Perpetual');
  const spot = useTranslations('Spot');
  const query = usePaged(perpetualApi.closedPositions, {});
  return (
    <LoadState query={query} skeleton={<SkeletonRows count={3} label={spot('loadingOrders')} />}>
      {({ pages }) => {
        const rows = pages.flatMap((page) => page.positions);
        if (rows.length === 0) return <EmptyState icon="list" text={t('noClosedText')} title={t('noClosed')} />;
        return (
          <More query={query}>
            {rows.map((row) => (
              <ClosedCard key={row.id} position={row} />
            ))}
          </More>
        );
      }}
    </LoadState>
  );
}

function Payments() {
  const t = useTranslations('Perpetual');
  const spot = useTranslations('Spot');
  const query = usePaged(perpetualApi.fundingPayments, {});
  return (
    <LoadState query={query} skeleton={<SkeletonRows count={3} label={spot('loadingOrders')} />}>
      {({ pages }) => {
        const rows = pages.flatMap((page) => page.payments);
        if (rows.length === 0) return <EmptyState icon="list" text={t('noPaymentsText')} title={t('noPayments')} />;
        return (
          <More query={query}>
            <ul>
              {rows.map((row) => (
                <FundingRow key={row.id} payment={row} />
              ))}
            </ul>
          </More>
        );
      }}
    </LoadState>
  );
}

function Liquidations() {
  const t = useTranslations('Perpetual');
  const spot = useTranslations('Spot');
  const query = usePaged(perpetualApi.liquidations, {});
  return (
    <LoadState query={query} skeleton={<SkeletonRows count={3} label={spot('loadingOrders')} />}>
      {({ pages }) => {
        const rows = pages.flatMap((page) => page.liquidations);
        if (rows.length === 0) return <EmptyState icon="shield" text={t('noLiquidationsText')} title={t('noLiquidations')} />;
        return (
          <More query={query}>
            {rows.map((row) => (
              <LiquidationCard key={row.id} liquidation={row} />
            ))}
          </More>
        );
      }}
    </LoadState>
  );
}

function More({ query, children }: { query: PagedQuery; children: ReactNode }) {
  const spot = useTranslations('Spot');
  return (
    <>
      {children}
      <LoadMore label={spot('more')} query={query} />
    </>
  );
}
