'use client';
import { useLocale, useTranslations } from 'next-intl';
import * as perpetualApi from '@/lib/api/perpetual';
import type { PerpetualOrder } from '@/lib/dto/perpetual';
import { useWrite } from '@/lib/query/use-write';
import { writeParts } from '@/lib/rules/punctuation';
import { usePerpetualResult } from './use-order-result';

/** Returns the write that cancels an open perpetual order, and what starts it. */
export function useCancelOrder(order: PerpetualOrder) {
  const t = useTranslations('Spot');
  const locale = useLocale();
  const showResult = usePerpetualResult();
  const cancel = useWrite(perpetualApi.cancelPerpetual, {
    of: order.id,
    onDone: (answer) => showResult(answer.order, { title: t('resultCancelled'), before: order }),
  });
  return {
    cancel,
    onCancel: () => cancel.send({ orderId: order.id }, writeParts([t('cancel'), t('orderShort', { id: order.id })], locale)),
  };
}
