'use client';
import { useLocale, useTranslations } from 'next-intl';
import Link from 'next/link';
import type { ReactNode } from 'react';
import { decimalsOf, formatExact, formatPrice } from '@/components/money/format';
import { LocalTime } from '@/components/money/local-time';
import type { PerpetualOrder } from '@/lib/dto/perpetual';

/** A price with more whole digits than this is read in cents. */
const WHOLE_DIGITS = 3;
const wholeDigitsOf = (price: string) => price.split('.')[0]?.length ?? 0;

/** One perpetual order in a list; `action` stands beside the link. */
export function PerpetualRow({ order, action }: { order: PerpetualOrder; action?: ReactNode }) {
  const t = useTranslations('Perpetual');
  const spot = useTranslations('Spot');
  const locale = useLocale();
  const [base = ''] = order.symbol.split('-');
  const shownPrice = order.status === 'open' ? order.price : (order.averagePrice ?? order.price);
  const closes = order.side === 'long' ? 'closeShort' : 'closeLong';
  const what = order.origin === 'user' ? t(order.isReduceOnly ? closes : order.side) : t(`origins.${order.origin}`);
  return (
    <li className="flex flex-wrap items-center justify-end gap-x-3 border-line border-b">
      <Link
        className="grid min-h-16 min-w-0 flex-[1_1_min(100%,11rem)] grid-cols-1 content-center gap-0.5 py-2"
        href={`/orderdetails?type=perpetual&id=${order.id}`}
        prefetch={false}
      >
        <span className="two-ends items-baseline">
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
        </span>
        <span className="flex flex-wrap justify-between gap-x-3 text-ink-2 text-small">
          <span suppressHydrationWarning>
            {spot('ofQuantity', {
              filled: formatExact(order.filledQuantity, locale),
              quantity: formatExact(order.quantity, locale),
              coin: base,
            })}
            {order.isReduceOnly ? `\u00a0· ${t('reduceOnly')}` : `\u00a0· ${t('times', { leverage: order.leverage })}`}
          </span>
          <span className="text-ink-3">
            {`${spot(`statuses.${order.status}`)}\u00a0· `}
            <LocalTime iso={order.createdAt} locale={locale} />
          </span>
        </span>
      </Link>
      {action === undefined ? null : <span className="flex flex-wrap justify-end gap-2 py-1">{action}</span>}
    </li>
  );
}
