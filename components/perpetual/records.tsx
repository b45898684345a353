'use client';
import { useTranslations } from 'next-intl';
import { LoadMore } from '@/components/layout/load-more';
import { LoadState } from '@/components/layout/load-state';
import { PagedList } from '@/components/layout/paged-list';
import { TabHub } from '@/components/layout/tab-hub';
import { useHasListFilter } from '@/components/layout/use-list-filter';
import { EmptyState } from '@/components/ui/empty-state';
import { SkeletonRows } from '@/components/ui/skeleton';
import { useAccountEvents } from '@/lib/stream/hooks';
import * as perpetualApi from '@/lib/api/perpetual';
import { usePaged, useRead } from '@/lib/query/use-read';
import { ClosedCard } from './closed-card';
import { FundingRow } from './funding-row';
import { LiquidationCard } from './liquidation-card';
import { PerpetualOpenOrders } from './open-orders';
import { OrderHistory } from './order-history';
import { PositionCard } from './position-card';

/** Everything of the user in perpetual markets: what is open, every order, closed positions, funding and liquidations. */
export function PerpetualRecords() {
  const t = useTranslations('Perpetual');
  const market = useTranslations('Market');
  const spot = useTranslations('Spot');
  useAccountEvents();
  const isNarrowed = useHasListFilter();
  return (
    <TabHub
      isScrolling
      label={market('perpetual')}
      // An address that narrows the history means it.
      start={isNarrowed ? 'orders' : 'positions'}
      tabs={[
        { value: 'positions', label: t('positions'), content: () => <Positions /> },
        { value: 'open', label: spot('openOrders'), content: () => <OpenOrders /> },
        { value: 'orders', label: spot('history'), content: () => <OrderHistory /> },
        { value: 'closed', label: t('closed'), content: () => <Closed /> },
        { value: 'payments', label: t('funding'), content: () => <Payments /> },
        { value: 'liquidations', label: t('liquidations'), content: () => <Liquidations /> },
      ]}
    />
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

function OpenOrders() {
  const spot = useTranslations('Spot');
  const query = usePaged(perpetualApi.perpetualOrders, { state: 'open' });
  return (
    <LoadState query={query} skeleton={<SkeletonRows count={3} label={spot('loadingOrders')} />}>
      {({ pages }) => (
        <>
          <PerpetualOpenOrders orders={pages.flatMap((page) => page.orders)} symbol={null} />
          <LoadMore query={query} />
        </>
      )}
    </LoadState>
  );
}

function Closed() {
  const t = useTranslations('Perpetual');
  const query = usePaged(perpetualApi.closedPositions, {});
  return (
    <PagedList
      areCards
      empty={<EmptyState icon="list" text={t('noClosedText')} title={t('noClosed')} />}
      query={query}
      rowsOf={(page) => page.positions}
    >
      {(position) => <ClosedCard key={position.id} position={position} />}
    </PagedList>
  );
}

function Payments() {
  const t = useTranslations('Perpetual');
  const query = usePaged(perpetualApi.fundingPayments, {});
  return (
    <PagedList
      empty={<EmptyState icon="list" text={t('noPaymentsText')} title={t('noPayments')} />}
      query={query}
      rowsOf={(page) => page.payments}
    >
      {(payment) => <FundingRow key={payment.id} payment={payment} />}
    </PagedList>
  );
}

function Liquidations() {
  const t = useTranslations('Perpetual');
  const query = usePaged(perpetualApi.liquidations, {});
  return (
    <PagedList
      areCards
      empty={<EmptyState icon="shield" text={t('noLiquidationsText')} title={t('noLiquidations')} />}
      query={query}
      rowsOf={(page) => page.liquidations}
    >
      {(liquidation) => <LiquidationCard key={liquidation.id} liquidation={liquidation} />}
    </PagedList>
  );
}
