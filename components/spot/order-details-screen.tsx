'use client';
import { useLocale, useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { AskSupport } from '@/components/layout/ask-support';
import { AmendmentList } from '@/components/layout/amendment-list';
import { Facts, FactsSection } from '@/components/layout/facts';
import { FillList } from '@/components/layout/fill-list';
import { LoadState } from '@/components/layout/load-state';
import { LocalTime } from '@/components/money/local-time';
import { SkeletonRows } from '@/components/ui/skeleton';
import { useAccountEvents } from '@/lib/stream/hooks';
import * as spotApi from '@/lib/api/spot';
import { useRead } from '@/lib/query/use-read';
import { OpenOrderOf } from './open-orders';
import { OrderFacts } from './order-facts';

/** One order: its facts, each fill, and (as a slot from the records) every ledger entry that it caused. */
export function OrderDetailsScreen({ id, entries }: { id: string; entries: ReactNode }) {
  const t = useTranslations('Spot');
  const locale = useLocale();
  useAccountEvents();
  const query = useRead(spotApi.order, { id });
  return (
    <LoadState query={query} skeleton={<SkeletonRows count={7} label={t('loadingOrders')} />}>
      {({ order, fills, amendments }) => (
        <Facts
          heading={t(order.side === 'buy' ? 'boughtIn' : 'soldIn', { market: order.symbol.replace('-', '/') })}
          lead={
            <>
              {t('orderNumber', { id: order.id })} · <LocalTime iso={order.createdAt} locale={locale} />
            </>
          }
          below={
            order.status === 'waiting' || order.status === 'open' || order.status === 'partially_filled' ? (
              <OpenOrderOf id={order.id} symbol={order.symbol} />
            ) : null
          }
          receipt={<OrderFacts order={order} />}
          tone={order.side === 'buy' ? 'up' : 'down'}
        >
          <AmendmentList amendments={amendments} symbol={order.symbol} />
          <FillList feeAssetOf={(fill) => fill.feeAsset} fills={fills} symbol={order.symbol} />
          <FactsSection text={t('entriesText')} title={t('entries')}>
            {entries}
          </FactsSection>
          <AskSupport about="order" id={order.id} />
        </Facts>
      )}
    </LoadState>
  );
}
