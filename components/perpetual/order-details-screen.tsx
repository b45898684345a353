'use client';
import { useLocale, useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { AskSupport } from '@/components/layout/ask-support';
import { AmendmentList } from '@/components/layout/amendment-list';
import { Facts, FactsSection } from '@/components/layout/facts';
import { FillList } from '@/components/layout/fill-list';
import { LoadState } from '@/components/layout/load-state';
import { directionOf, formatAmount } from '@/components/money/format';
import { LocalTime } from '@/components/money/local-time';
import { ReceiptRow } from '@/components/ui/receipt';
import { SkeletonRows } from '@/components/ui/skeleton';
import { useAccountEvents } from '@/lib/stream/hooks';
import * as perpetualApi from '@/lib/api/perpetual';
import { useRead } from '@/lib/query/use-read';
import { PerpetualOpenOrders } from './open-orders';
import { PerpetualFacts } from './order-facts';
import { useOrderName } from './use-order-name';

/** One perpetual order: its facts, each fill, and (as a slot from the records) every ledger entry that it caused. */
export function PerpetualDetailsScreen({ id, entries }: { id: string; entries: ReactNode }) {
  const t = useTranslations('Perpetual');
  const spot = useTranslations('Spot');
  const nameOf = useOrderName();
  const locale = useLocale();
  useAccountEvents();
  const query = useRead(perpetualApi.perpetualOrder, { id });
  return (
    <LoadState query={query} skeleton={<SkeletonRows count={7} label={spot('loadingOrders')} />}>
      {({ order, fills, amendments }) => (
        <Facts
          below={order.status === 'open' || order.status === 'partially_filled' ? <PerpetualOpenOrders orders={[order]} /> : null}
          heading={nameOf(order)}
          lead={
            <>
              {spot('orderNumber', { id: order.id })} · <LocalTime iso={order.createdAt} locale={locale} />
            </>
          }
          receipt={<PerpetualFacts order={order} />}
          tone={order.side === 'long' ? 'up' : 'down'}
        >
          <AmendmentList amendments={amendments} symbol={order.symbol} />
          <FillList
            feeAssetOf={() => quoteOf(order.symbol)}
            fills={fills}
            more={({ realizedPnl }) =>
              directionOf(realizedPnl) === 0 ? null : (
                <ReceiptRow
                  label={t('realized')}
                  value={`${formatAmount(realizedPnl, { locale, decimalsMax: 8, sign: 'always' })}\u00a0${quoteOf(order.symbol)}`}
                />
              )
            }
            symbol={order.symbol}
          />
          <FactsSection text={spot('entriesText')} title={spot('entries')}>
            {entries}
          </FactsSection>
          <AskSupport about="order" id={order.id} />
        </Facts>
      )}
    </LoadState>
  );
}

const quoteOf = (symbol: string) => symbol.split('-')[1] ?? '';
