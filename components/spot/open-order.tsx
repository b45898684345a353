'use client';
import { useTranslations } from 'next-intl';
import { CancellableRow } from '@/components/layout/cancellable-row';
import type { Order } from '@/lib/dto/spot';
import * as spotApi from '@/lib/api/spot';
import { OrderRow } from './order-row';
import { showToast } from '@/components/ui/toast';
import { useWrite } from '@/lib/query/use-write';

/** An open order with a way to cancel it. */
export function OpenOrder({ order }: { order: Order }) {
  const t = useTranslations('Spot');
  const cancel = useWrite(spotApi.cancelOrder, { of: order.id, onDone: () => showToast(t('cancelledAll', { count: 1 })) });
  return (
    <CancellableRow
      cancel={cancel}
      label={t('cancel')}
      onCancel={() => cancel.send({ orderId: order.id }, `${t('cancel')}, ${t('orderShort', { id: order.id })}`)}
    >
      {(button) => <OrderRow action={button} order={order} />}
    </CancellableRow>
  );
}
