'use client';
import { useCodeText } from '@/lib/query/use-code-text';
import { useLocale, useTranslations } from 'next-intl';
import { directionOf, formatAmount, formatExact, formatPrice } from '@/components/money/format';
import { Receipt, ReceiptRow } from '@/components/ui/receipt';
import type { PerpetualOrder } from '@/lib/dto/perpetual';
import { compareDecimals } from '@/lib/rules/decimal';
import { writeParts } from '@/lib/rules/punctuation';

/** A perpetual order as a receipt: what was asked, what was filled, the fee, what it realised. */
export function PerpetualFacts({ order }: { order: PerpetualOrder }) {
  const t = useTranslations('Perpetual');
  const spot = useTranslations('Spot');
  const codeText = useCodeText();
  const locale = useLocale();
  const [base = '', quote = ''] = order.symbol.split('-');
  const hasFills = compareDecimals(order.filledQuantity, '0') > 0;
  const price = (value: string | null) => (value === null ? t('none') : `${formatPrice(value, { locale })}\u00a0${quote}`);
  const kind = order.kind === 'market' ? [spot('kinds.market')] : [spot('kinds.limit'), spot(`times.${order.timeInForce}`)];
  return (
    <Receipt>
      <ReceiptRow label={spot('status')} value={spot(`statuses.${order.status}`)} />
      {order.reason === null ? null : <ReceiptRow label={spot('reason')} value={codeText(order.reason)} />}
      {order.origin === 'user' ? null : <ReceiptRow label={t('origin')} value={t(`origins.${order.origin}`)} />}
      <ReceiptRow label={spot('kind')} value={writeParts(order.isReduceOnly ? [...kind, t('reduceOnly')] : kind, locale)} />
      {order.price === null ? null : <ReceiptRow label={spot('price')} value={price(order.price)} />}
      <ReceiptRow
        label={spot('filledOf')}
        value={spot('ofQuantity', {
          filled: formatExact(order.filledQuantity, locale),
          quantity: formatExact(order.quantity, locale),
          coin: base,
        })}
      />
      {order.isReduceOnly ? null : <ReceiptRow label={t('leverage')} value={t('times', { leverage: order.leverage })} />}
      {order.takeProfit === null ? null : <ReceiptRow label={t('takeProfit')} value={price(order.takeProfit)} />}
      {order.stopLoss === null ? null : <ReceiptRow label={t('stopLoss')} value={price(order.stopLoss)} />}
      {hasFills ? (
        <>
          <ReceiptRow
            label={spot('averagePrice')}
            value={order.averagePrice === null ? '–' : `${formatAmount(order.averagePrice, { locale, decimalsMax: 8 })}\u00a0${quote}`}
          />
          <ReceiptRow
            label={spot('orderValue')}
            value={`${formatAmount(order.filledQuoteQuantity, { locale, decimalsMax: 8 })}\u00a0${quote}`}
          />
          <ReceiptRow label={spot('feeCharged')} value={`${formatExact(order.fee, locale)}\u00a0${order.feeAsset}`} />
          {directionOf(order.realizedPnl) === 0 ? null : (
            <ReceiptRow
              isSum
              label={t('realized')}
              value={`${formatAmount(order.realizedPnl, { locale, decimalsMax: 8, sign: 'always' })}\u00a0${quote}`}
            />
          )}
        </>
      ) : null}
      {compareDecimals(order.held, '0') > 0 ? (
        <ReceiptRow isSum label={spot('heldNow')} value={`${formatExact(order.held, locale)}\u00a0${quote}`} />
      ) : null}
    </Receipt>
  );
}
