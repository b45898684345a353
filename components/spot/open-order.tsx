'use client';
import { useTranslations } from 'next-intl';
import { Button } from '@/components/ui/button';
import { Notice } from '@/components/ui/notice';
import type { Order } from '@/lib/dto/spot';
import { useErrorText } from '@/lib/query/use-error-text';
import { OrderRow } from './order-row';
import { useCancelOrder } from './use-place-order';

/** An open order with a way to cancel it. */
export function OpenOrder({ order }: { order: Order }) {
  const t = useTranslations('Spot');
  const errorText = useErrorText();
  const cancel = useCancelOrder();
  return (
    <>
      <OrderRow
        action={
          <Button
            disabled={cancel.isSuccess}
            isBusy={cancel.isPending}
            onClick={() => !cancel.isPending && cancel.mutate(order.id)}
            size="small"
            variant="ghost"
          >
            {t('cancel')}
          </Button>
        }
        order={order}
      />
      {cancel.error === null ? null : (
        <li className="py-2">
          <Notice isAlert tone="warn">
            {errorText(cancel.error)}
          </Notice>
        </li>
      )}
    </>
  );
}
