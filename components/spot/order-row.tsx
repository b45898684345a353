'use client';
import { useLocale, useTranslations } from 'next-intl';
import Link from 'next/link';
import type { ReactNode } from 'react';
import { formatExact, formatPrice } from '@/components/money/format';
import { LocalTime } from '@/components/money/local-time';
import type { Order } from '@/lib/dto/spot';
import { usePairText } from './use-pair-text';

type Props = {
  order: Order;
  /** The other order of its pair. */
  partner?: Order | null;
  action?: ReactNode;
  withMarket?: boolean;
};

/** One order in a list, or the two of a pair; `action` stands beside the link. */
export function OrderRow({ order, partner = null, action, withMarket = false }: Props) {
  const t = useTranslations('Spot');
  // Of a pair it is always the stop that is told beside the other.
  const pairText = usePairText(partner !== null && partner.stop === null ? order : partner);
  const locale = useLocale();
  const [base = '', quote = ''] = order.symbol.split('-');
  const shownPrice = order.status === 'open' || order.status === 'waiting' ? order.price : (order.averagePrice ?? order.price);
  return (
    <li className="flex flex-wrap items-center justify-end gap-x-3 border-line border-b">
      <Link
        className="grid min-h-16 min-w-0 flex-[1_1_min(100%,11rem)] grid-cols-1 content-center gap-0.5 py-2"
        href={`/orderdetails?id=${order.id}`}
        prefetch={false}
      >
        <span className="two-ends items-baseline">
          <span className={`font-strong ${order.side === 'buy' ? 'text-up' : 'text-down'}`}>
            {t(order.side === 'buy' ? 'buy' : 'sell')}
            {withMarket ? ` ${base}/${quote}` : ''}
          </span>
          <span className="font-strong" suppressHydrationWarning>
            {shownPrice === null ? t('marketPrice') : `${formatPrice(shownPrice, { locale })}\u00a0${quote}`}
          </span>
        </span>
        <span className="flex flex-wrap justify-between gap-x-3 text-ink-2 text-small">
          <span suppressHydrationWarning>
            {order.status === 'waiting' && order.stop !== null
              ? `${t(order.stopSide === 'rise' ? 'whenRises' : 'whenFalls', { price: formatPrice(order.stop, { locale }), coin: quote })}\u00a0· `
              : ''}
            {t('ofQuantity', {
              filled: formatExact(order.filledQuantity, locale),
              quantity: formatExact(order.quantity, locale),
              coin: base,
            })}
          </span>
          <span className="text-ink-3">
            {`${t(`statuses.${order.status}`)}\u00a0· `}
            <LocalTime iso={order.createdAt} locale={locale} />
          </span>
        </span>
        {pairText === null ? null : (
          <span className="text-ink-2 text-small" suppressHydrationWarning>
            {pairText}
          </span>
        )}
      </Link>
      {action === undefined ? null : <span className="flex flex-wrap justify-end gap-2 py-1">{action}</span>}
    </li>
  );
}
