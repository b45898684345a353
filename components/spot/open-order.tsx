'use client';
import { useTranslations } from 'next-intl';
import { AmendOrder } from '@/components/layout/amend-order';
import { CancellableRow } from '@/components/layout/cancellable-row';
import type { Order } from '@/lib/dto/spot';
import { OrderRow } from './order-row';
import { useCancelOrder } from './use-cancel-order';

/** An open order, or the two of a pair, with a way to cancel it. */
export function OpenOrder({ order, partner, withMarket = false }: { order: Order; partner: Order | null; withMarket?: boolean }) {
  const t = useTranslations('Spot');
  const { cancel, onCancel } = useCancelOrder(order);
  return (
    <CancellableRow cancel={cancel} label={t('cancel')} onCancel={onCancel}>
      {(button) => (
        <OrderRow
          action={
            <>
              <AmendOrder kind="spot" order={order} partner={partner} />
              {button}
            </>
          }
          order={order}
          partner={partner}
          withMarket={withMarket}
        />
      )}
    </CancellableRow>
  );
}
