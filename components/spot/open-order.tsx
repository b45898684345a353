'use client';
import { useTranslations } from 'next-intl';
import { CancellableRow } from '@/components/layout/cancellable-row';
import type { Order } from '@/lib/dto/spot';
import { OrderRow } from './order-row';
import { useCancelOrder } from './use-place-order';

/** An open order with a way to cancel it. */
export function OpenOrder({ order }: { order: Order }) {
  const t = useTranslations('Spot');
  const cancel = useCancelOrder();
  return (
    <CancellableRow cancel={cancel} label={t('cancel')} onCancel={() => cancel.mutate(order.id)}>
      {(button) => <OrderRow action={button} order={order} />}
    </CancellableRow>
  );
}
