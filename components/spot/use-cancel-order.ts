'use client';
import { useTranslations } from 'next-intl';
import { showToast } from '@/components/ui/toast';
import * as spotApi from '@/lib/api/spot';
import type { Order } from '@/lib/dto/spot';
import { useWrite } from '@/lib/query/use-write';

/** Returns the write that cancels an open order, and what starts it. */
export function useCancelOrder(order: Order) {
  const t = useTranslations('Spot');
  const cancel = useWrite(spotApi.cancelOrder, { of: order.id, onDone: () => showToast(t('cancelledAll', { count: 1 })) });
  return { cancel, onCancel: () => cancel.send({ orderId: order.id }, `${t('cancel')}, ${t('orderShort', { id: order.id })}`) };
}
