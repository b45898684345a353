'use client';
import { useLocale, useTranslations } from 'next-intl';
import { formatPrice } from '@/components/money/format';
import { ReceiptRow } from '@/components/ui/receipt';
import type { Order } from '@/lib/dto/spot';

/** Lines of a receipt that only stops, linked orders and purchases with exits have. */
export function StopFacts({ order }: { order: Order }) {
  const t = useTranslations('Spot');
  const locale = useLocale();
  const coin = order.symbol.split('-')[1] ?? '';
  const priceOf = (price: string) => formatPrice(price, { locale });
  const { stop, partnerId, entryId, takeProfit, stopLoss, exits } = order;
  return (
    <>
      {stop === null ? null : (
        <ReceiptRow
          label={t('stopShort')}
          value={t(order.stopSide === 'rise' ? 'whenRises' : 'whenFalls', { price: priceOf(stop), coin })}
        />
      )}
      {partnerId === null ? null : <ReceiptRow label={t('linkedOrder')} value={t('orderShort', { id: partnerId })} />}
      {entryId === null ? null : <ReceiptRow label={t('belongsTo')} value={t('orderShort', { id: entryId })} />}
      {exits === null ? null : <ReceiptRow label={t('exits')} value={t(`exitsStates.${exits}`)} />}
      {takeProfit === null ? null : <ReceiptRow label={t('takeProfit', { coin })} value={priceOf(takeProfit)} />}
      {stopLoss === null ? null : <ReceiptRow label={t('stopLoss', { coin })} value={priceOf(stopLoss)} />}
    </>
  );
}
