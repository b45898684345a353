'use client';
import { useLocale, useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { OrderLinkRow } from '@/components/layout/order-link-row';
import { decimalsOf, formatExact, formatPrice } from '@/components/money/format';
import { LocalTime } from '@/components/money/local-time';
import type { PerpetualOrder } from '@/lib/dto/perpetual';

/** A price with more whole digits than this is read in cents. */
const WHOLE_DIGITS = 3;
const wholeDigitsOf = (price: string) => price.split('.')[0]?.length ?? 0;

/** One perpetual order in a list; `action` stands below the link. */
export function PerpetualRow({ order, action }: { order: PerpetualOrder; action?: ReactNode }) {
  const t = useTranslations('Perpetual');
  const spot = useTranslations('Spot');
  const locale = useLocale();
  const [base = ''] = order.symbol.split('-');
  const shownPrice = order.status === 'open' ? order.price : (order.averagePrice ?? order.price);
  const closes = order.side === 'long' ? 'closeShort' : 'closeLong';
  const what = order.origin === 'user' ? t(order.isReduceOnly ? closes : order.side) : t(`origins.${order.origin}`);
  return (
    <OrderLinkRow
      action={action}
      amounts={
        <>
          {spot('ofQuantity', {
            filled: formatExact(order.filledQuantity, locale),
            quantity: formatExact(order.quantity, locale),
            coin: base,
          })}
          {order.isReduceOnly ? `\u00a0· ${t('reduceOnly')}` : `\u00a0· ${t('times', { leverage: order.leverage })}`}
        </>
      }
      href={`/orderdetails?type=perpetual&id=${order.id}`}
      state={spot(`statuses.${order.status}`)}
      time={<LocalTime iso={order.createdAt} locale={locale} />}
      title={
        <>
          <span className={`font-strong ${order.side === 'long' ? 'text-up' : 'text-down'}`}>
            {what} {base}
          </span>
          <span className="font-strong" suppressHydrationWarning>
            {shownPrice === null
              ? spot('marketPrice')
              : formatPrice(shownPrice, {
                  locale,
                  decimals: wholeDigitsOf(shownPrice) > WHOLE_DIGITS ? 2 : Math.min(decimalsOf(shownPrice), 5),
                })}
          </span>
        </>
      }
    />
  );
}
