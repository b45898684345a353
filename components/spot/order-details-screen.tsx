'use client';
import { useLocale, useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { LoadState } from '@/components/layout/load-state';
import { formatAmount, formatExact, formatPrice } from '@/components/money/format';
import { LocalTime } from '@/components/money/local-time';
import { Card } from '@/components/ui/card';
import { Receipt, ReceiptRow } from '@/components/ui/receipt';
import { SkeletonRows } from '@/components/ui/skeleton';
import type { Fill } from '@/lib/dto/spot';
import { useAccountEvents } from '@/lib/stream/hooks';
import * as spotApi from '@/lib/api/spot';
import { useRead } from '@/lib/query/use-read';
import { OpenOrders } from './open-orders';
import { OrderFacts } from './order-facts';

/** One order: its facts, each fill, and (as a slot from the records) every ledger entry that it caused. */
export function OrderDetailsScreen({ id, entries }: { id: string; entries: ReactNode }) {
  const t = useTranslations('Spot');
  const locale = useLocale();
  useAccountEvents();
  const query = useRead(spotApi.order, { id });
  return (
    <LoadState query={query} skeleton={<SkeletonRows count={7} label={t('loadingOrders')} />}>
      {({ order, fills }) => (
        <div className="grid grid-cols-1 gap-6">
          <div>
            <h2 className={`text-title ${order.side === 'buy' ? 'text-up' : 'text-down'}`}>
              {t(order.side === 'buy' ? 'boughtIn' : 'soldIn', { market: order.symbol.replace('-', '/') })}
            </h2>
            <p className="pt-1 text-ink-2 text-small">
              {t('orderNumber', { id: order.id })} · <LocalTime iso={order.createdAt} locale={locale} />
            </p>
          </div>
          <Card>
            <OrderFacts order={order} />
          </Card>
          {order.status === 'waiting' || order.status === 'open' || order.status === 'partially_filled' ? (
            <OpenOrders only={order.id} symbol={order.symbol} />
          ) : null}
          <section className="grid grid-cols-1 gap-2">
            <h3 className="text-title">{t('fills')}</h3>
            {fills.length === 0 ? (
              <p className="text-ink-2 text-small">{t('noFills')}</p>
            ) : (
              fills.map((fill) => <FillCard fill={fill} key={fill.id} symbol={order.symbol} />)
            )}
          </section>
          <section className="grid grid-cols-1 gap-2">
            <h3 className="text-title">{t('entries')}</h3>
            <p className="text-ink-2 text-small">{t('entriesText')}</p>
            {entries}
          </section>
        </div>
      )}
    </LoadState>
  );
}

function FillCard({ fill, symbol }: { fill: Fill; symbol: string }) {
  const t = useTranslations('Spot');
  const locale = useLocale();
  const [base = '', quote = ''] = symbol.split('-');
  return (
    <Card>
      <p className="two-ends pb-3 text-ink-2 text-small">
        <span>{t('fillNumber', { id: fill.id })}</span>
        <LocalTime iso={fill.at} locale={locale} style="clock" />
      </p>
      <Receipt>
        <ReceiptRow label={t('price')} value={`${formatPrice(fill.price, { locale })} ${quote}`} />
        <ReceiptRow label={t('quantity')} value={`${formatExact(fill.quantity, locale)} ${base}`} />
        <ReceiptRow label={t('orderValue')} value={`${formatAmount(fill.quoteQuantity, { locale, decimalsMax: 8 })} ${quote}`} />
        <ReceiptRow label={t('liquidity')} value={t(fill.liquidity)} />
        <ReceiptRow label={t('feeCharged')} value={`${formatExact(fill.fee, locale)} ${fill.feeAsset}`} />
        <ReceiptRow isSum label={t('journal')} value={`#${fill.journalId}`} />
      </Receipt>
    </Card>
  );
}
