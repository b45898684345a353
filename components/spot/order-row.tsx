'use client';
import { useLocale, useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { OrderLinkRow } from '@/components/layout/order-link-row';
import { formatExact, formatPrice } from '@/components/money/format';
import { LocalTime } from '@/components/money/local-time';
import type { Order } from '@/lib/dto/spot';
import { useOrderAddress } from './use-order-address';
import { usePairText } from './use-pair-text';

type Props = {
  order: Order;
  /** The other order of its pair. */
  partner?: Order | null;
  action?: ReactNode;
  withMarket?: boolean;
};

/** One order in a list, or the two of a pair; `action` stands below what leads to its page. */
export function OrderRow({ order, partner = null, action, withMarket = false }: Props) {
  const t = useTranslations('Spot');
  const addressOf = useOrderAddress();
  // Of a pair it is always the stop that is told beside the other.
  const pairText = usePairText(partner !== null && partner.stop === null ? order : partner);
  const locale = useLocale();
  const [base = '', quote = ''] = order.symbol.split('-');
  const shownPrice = order.status === 'open' || order.status === 'waiting' ? order.price : (order.averagePrice ?? order.price);
  return (
    <OrderLinkRow
      action={action}
      amounts={
        <>
          {order.status === 'waiting' && order.stop !== null
            ? `${t(order.stopSide === 'rise' ? 'whenRises' : 'whenFalls', { price: formatPrice(order.stop, { locale }), coin: quote })}\u00a0· `
            : ''}
          {t('ofQuantity', {
            filled: formatExact(order.filledQuantity, locale),
            quantity: formatExact(order.quantity, locale),
            coin: base,
          })}
        </>
      }
      href={addressOf(order)}
      partner={pairText}
      state={t(`statuses.${order.status}`)}
      time={<LocalTime iso={order.createdAt} locale={locale} />}
      title={
        <>
          <span className={`font-strong ${order.side === 'buy' ? 'text-up' : 'text-down'}`}>
            {t(order.side === 'buy' ? 'buy' : 'sell')}
            {withMarket ? ` ${base}/${quote}` : ''}
          </span>
          <span className="font-strong" suppressHydrationWarning>
            {shownPrice === null ? t('marketPrice') : `${formatPrice(shownPrice, { locale })}\u00a0${quote}`}
          </span>
        </>
      }
    />
  );
}
