'use client';
import { useTranslations } from 'next-intl';
import { showToast } from '@/components/ui/toast';
import * as perpetualApi from '@/lib/api/perpetual';
import type { PerpetualOrder } from '@/lib/dto/perpetual';
import { useWrite } from '@/lib/query/use-write';

/** Returns the write that cancels an open perpetual order, and what starts it. */
export function useCancelOrder(order: PerpetualOrder) {
  const t = useTranslations('Spot');
  const cancel = useWrite(perpetualApi.cancelPerpetual, { of: order.id, onDone: () => showToast(t('cancelledAll', { count: 1 })) });
  return { cancel, onCancel: () => cancel.send({ orderId: order.id }, `${t('cancel')}, ${t('orderShort', { id: order.id })}`) };
}
