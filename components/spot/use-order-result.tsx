'use client';
import { useTranslations } from 'next-intl';
import { RESULT_TITLES, useShowResult } from '@/components/layout/result';
import { createLazyModule, useLazyModule } from '@/components/ui/lazy-module';
import type { Order } from '@/lib/dto/spot';
import { useOrderAddress } from './use-order-address';

/** Its code comes with the first result; where it can't, the sheet says the outcome and leads to the order. */
const orderResult = createLazyModule(() => import('./order-result'));

function OrderResult(props: { order: Order; before: Order | null }) {
  const code = useLazyModule(orderResult);
  return code === null ? null : <code.OrderResult {...props} />;
}

/** Returns what shows the outcome of a spot order. `title` where the act says more than the order's state; `before` is the order as it was. */
export function useOrderResult(): (order: Order, about?: { title?: string; before?: Order }) => void {
  const t = useTranslations('Spot');
  const addressOf = useOrderAddress();
  const show = useShowResult();
  return (order, { title, before } = {}) => {
    const href = addressOf(order);
    show({
      title: title ?? t(RESULT_TITLES[order.status]),
      lead: `${t(order.side === 'buy' ? 'boughtIn' : 'soldIn', { market: order.symbol.replace('-', '/') })} · ${t('orderNumber', { id: order.id })}`,
      facts: <OrderResult before={before ?? null} order={order} />,
      ...(href !== null && { href }),
      told: { kind: 'spot', order: order.id, until: order.updatedAt },
    });
  };
}
