'use client';
import { useTranslations } from 'next-intl';
import { RESULT_TITLES, useShowResult } from '@/components/layout/result';
import { createLazyModule, useLazyModule } from '@/components/ui/lazy-module';
import type { PerpetualOrder } from '@/lib/dto/perpetual';
import { useOrderName } from './use-order-name';

/** Its code comes with the first result; where it can't, the sheet says the outcome and leads to the order. */
const orderResult = createLazyModule(() => import('./order-result'));

function OrderResult(props: { order: PerpetualOrder; before: PerpetualOrder | null }) {
  const code = useLazyModule(orderResult);
  return code === null ? null : <code.OrderResult {...props} />;
}

/**
 * Returns what shows the outcome of a perpetual order, also of one that closes a position. `title` where the act says more than the order's
 * state; `before` is the order as it was.
 */
export function usePerpetualResult(): (order: PerpetualOrder, about?: { title?: string; before?: PerpetualOrder }) => void {
  const nameOf = useOrderName();
  const spot = useTranslations('Spot');
  const show = useShowResult();
  return (order, { title, before } = {}) =>
    show({
      title: title ?? spot(RESULT_TITLES[order.status]),
      lead: `${nameOf(order)} · ${spot('orderNumber', { id: order.id })}`,
      facts: <OrderResult before={before ?? null} order={order} />,
      href: `/orderdetails?type=perpetual&id=${order.id}`,
      told: { kind: 'perpetual', order: order.id, until: order.updatedAt },
    });
}
