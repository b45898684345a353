'use client';
import { useLocale, useTranslations } from 'next-intl';
import * as spotApi from '@/lib/api/spot';
import type { Order } from '@/lib/dto/spot';
import { useWrite } from '@/lib/query/use-write';
import { writeParts } from '@/lib/rules/punctuation';
import { useOrderResult } from './use-order-result';

/** Returns the write that cancels an open order, and what starts it. */
export function useCancelOrder(order: Order) {
  const t = useTranslations('Spot');
  const locale = useLocale();
  const showResult = useOrderResult();
  const cancel = useWrite(spotApi.cancelOrder, {
    of: order.id,
    onDone: (answer) => showResult(answer.order, { title: t('resultCancelled'), before: order }),
  });
  return {
    cancel,
    onCancel: () => cancel.send({ orderId: order.id }, writeParts([t('cancel'), t('orderShort', { id: order.id })], locale)),
  };
}
