'use client';
import { useTranslations } from 'next-intl';
import { LoadMore, LoadNewer } from '@/components/layout/load-more';
import { LoadState } from '@/components/layout/load-state';
import { Tabs } from '@/components/layout/tabs';
import { useAddressParams } from '@/components/layout/use-address-params';
import { useHasListFilter } from '@/components/layout/use-list-filter';
import { buttonClass } from '@/components/ui/button';
import { EmptyState } from '@/components/ui/empty-state';
import { SkeletonRows } from '@/components/ui/skeleton';
import { Link } from '../ui/link';
import { useAccountEvents } from '@/lib/stream/hooks';
import * as perpetualApi from '@/lib/api/perpetual';
import { usePaged, useRead } from '@/lib/query/use-read';
import { Closed, Liquidations, Payments } from './past-lists';
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
  const [params, changeAddress] = useAddressParams();
  return (
    <Tabs
      isScrolling
      label={market('perpetual')}
      chosen={params.get('list') ?? undefined}
      // The address names the list, so that it can be shared with what narrows it; one that narrows and names none means the orders. A kind belongs to its list.
      onChange={(list) => changeAddress({ list, kind: null }, 'replace')}
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
  const rows = useTranslations('Layout.menuRows');
  const query = useRead(perpetualApi.positions, {});
  return (
    <LoadState query={query} skeleton={<SkeletonRows count={2} label={spot('loadingOrders')} />}>
      {({ positions }) =>
        positions.length === 0 ? (
          <EmptyState
            action={
              <Link className={buttonClass({ variant: 'ghost', size: 'small' })} href="/perpetualorder">
                {rows('perpetual')}
              </Link>
            }
            icon="chart"
            text={t('noPositionText')}
            title={t('noPosition')}
          />
        ) : (
          <div className="cards">
            {positions.map((position) => (
              <PositionCard key={position.id} position={position} />
            ))}
          </div>
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
          <LoadNewer query={query} />
          <PerpetualOpenOrders orders={pages.flatMap((page) => page.orders)} symbol={null} />
          <LoadMore query={query} />
        </>
      )}
    </LoadState>
  );
}
