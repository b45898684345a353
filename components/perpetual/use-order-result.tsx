'use client';
import { useTranslations } from 'next-intl';
import dynamic from 'next/dynamic';
import { RESULT_TITLES, useShowResult } from '@/components/layout/result';
import type { PerpetualOrder } from '@/lib/dto/perpetual';

/** Its code comes with the first result. */
const OrderResult = dynamic(() => import('./order-result').then((module) => module.OrderResult), { ssr: false });

/**
 * Returns what shows the outcome of a perpetual order, also of one that closes a position. `title` where the act says more than the order's
 * state; `before` is the order as it was.
 */
export function usePerpetualResult(): (order: PerpetualOrder, about?: { title?: string; before?: PerpetualOrder }) => void {
  const t = useTranslations('Perpetual');
  const spot = useTranslations('Spot');
  const show = useShowResult();
  return (order, { title, before } = {}) =>
    show({
      title: title ?? spot(RESULT_TITLES[order.status]),
      lead: `${t(order.side === 'long' ? 'longIn' : 'shortIn', { market: order.symbol.replace('-', '/') })} · ${spot('orderNumber', { id: order.id })}`,
      facts: <OrderResult before={before ?? null} order={order} />,
      href: `/orderdetails?type=perpetual&id=${order.id}`,
    });
}
