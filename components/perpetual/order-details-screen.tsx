'use client';
import { useLocale, useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { LoadState } from '@/components/layout/load-state';
import { directionOf, formatAmount, formatExact, formatPrice } from '@/components/money/format';
import { LocalTime } from '@/components/money/local-time';
import { Card } from '@/components/ui/card';
import { Receipt, ReceiptRow } from '@/components/ui/receipt';
import { SkeletonRows } from '@/components/ui/skeleton';
import type { PerpetualOrderDetail } from '@/lib/dto/perpetual';
import { useAccountEvents } from '@/lib/stream/hooks';
import * as perpetualApi from '@/lib/api/perpetual';
import { useRead } from '@/lib/query/use-read';
import { PerpetualOpenOrders } from './open-orders';
import { PerpetualFacts } from './order-facts';

/** One perpetual order: its facts, each fill, and (as a slot from the records) every ledger entry that it caused. */
export function PerpetualDetailsScreen({ id, entries }: { id: string; entries: ReactNode }) {
  const t = useTranslations('Perpetual');
  const spot = useTranslations('Spot');
  const locale = useLocale();
  useAccountEvents();
  const query = useRead(perpetualApi.perpetualOrder, { id });
  return (
    <LoadState query={query} skeleton={<SkeletonRows count={7} label={spot('loadingOrders')} />}>
      {({ order, fills }) => (
        <div className="grid grid-cols-1 gap-6">
          <div>
            <h2 className={`text-title ${order.side === 'long' ? 'text-up' : 'text-down'}`}>
              {t(order.side === 'long' ? 'longIn' : 'shortIn', { market: order.symbol.replace('-', '/') })}
            </h2>
            <p className="pt-1 text-ink-2 text-small">
              {spot('orderNumber', { id: order.id })} · <LocalTime iso={order.createdAt} locale={locale} />
            </p>
          </div>
          <Card>
            <PerpetualFacts order={order} />
          </Card>
          {order.status === 'open' || order.status === 'partially_filled' ? <PerpetualOpenOrders orders={[order]} /> : null}
          <section className="grid grid-cols-1 gap-2">
            <h3 className="text-title">{spot('fills')}</h3>
            {fills.length === 0 ? (
              <p className="text-ink-2 text-small">{spot('noFills')}</p>
            ) : (
              fills.map((fill) => <FillCard fill={fill} key={fill.id} symbol={order.symbol} />)
            )}
          </section>
          <section className="grid grid-cols-1 gap-2">
            <h3 className="text-title">{spot('entries')}</h3>
            <p className="text-ink-2 text-small">{spot('entriesText')}</p>
            {entries}
          </section>
        </div>
      )}
    </LoadState>
  );
}

function FillCard({ fill, symbol }: { fill: PerpetualOrderDetail['fills'][number]; symbol: string }) {
  const t = useTranslations('Perpetual');
  const spot = useTranslations('Spot');
  const locale = useLocale();
  const [base = '', quote = ''] = symbol.split('-');
  return (
    <Card>
      <p className="two-ends pb-3 text-ink-2 text-small">
        <span>{spot('fillNumber', { id: fill.id })}</span>
        <LocalTime iso={fill.at} locale={locale} style="clock" />
      </p>
      <Receipt>
        <ReceiptRow label={spot('price')} value={`${formatPrice(fill.price, { locale })} ${quote}`} />
        <ReceiptRow label={spot('quantity')} value={`${formatExact(fill.quantity, locale)} ${base}`} />
        <ReceiptRow label={spot('orderValue')} value={`${formatAmount(fill.quoteQuantity, { locale, decimalsMax: 8 })} ${quote}`} />
        <ReceiptRow label={spot('liquidity')} value={spot(fill.liquidity)} />
        <ReceiptRow label={spot('feeCharged')} value={`${formatExact(fill.fee, locale)} ${quote}`} />
        {directionOf(fill.realizedPnl) === 0 ? null : (
          <ReceiptRow
            label={t('realized')}
            value={`${formatAmount(fill.realizedPnl, { locale, decimalsMax: 8, sign: 'always' })} ${quote}`}
          />
        )}
        <ReceiptRow isSum label={spot('journal')} value={`#${fill.journalId}`} />
      </Receipt>
    </Card>
  );
}
