'use client';
import { useCodeText } from '@/lib/query/use-code-text';
import { useLocale, useTranslations } from 'next-intl';
import { formatAmount, formatExact, formatPrice } from '@/components/money/format';
import { Receipt, ReceiptRow } from '@/components/ui/receipt';
import type { Order } from '@/lib/dto/spot';
import { receivedOf } from './received-of';
import { StopFacts } from './stop-facts';
import { compareDecimals, multiplyDecimals, subtractDecimals } from '@/lib/rules/decimal';
import { writeParts } from '@/lib/rules/punctuation';

/** Returns what a living order still holds by itself: quote for a buy, base for a sell; null when it has ended. */
export function heldBy(order: Order): string | null {
  if (order.status === 'waiting') return order.heldWaiting;
  if (order.price === null || (order.status !== 'open' && order.status !== 'partially_filled')) return null;
  const rest = subtractDecimals(order.quantity, order.filledQuantity);
  return order.side === 'buy' ? multiplyDecimals(rest, order.price) : rest;
}

/** An order as a receipt: what was asked, what was filled, the fee charged, what it brought. The same lines as before the tap. */
export function OrderFacts({ order }: { order: Order }) {
  const t = useTranslations('Spot');
  const codeText = useCodeText();
  const locale = useLocale();
  const [base = '', quote = ''] = order.symbol.split('-');
  const received = receivedOf(order);
  const hasFills = compareDecimals(order.filledQuantity, '0') > 0;
  const held = heldBy(order);
  return (
    <Receipt>
      <ReceiptRow label={t('status')} value={t(`statuses.${order.status}`)} />
      {order.reason === null ? null : <ReceiptRow label={t('reason')} value={codeText(order.reason)} />}
      <ReceiptRow
        label={t('kind')}
        value={order.kind === 'limit' ? writeParts([t('kinds.limit'), t(`times.${order.timeInForce}`)], locale) : t(`kinds.${order.kind}`)}
      />
      <StopFacts order={order} />
      {order.price === null ? null : <ReceiptRow label={t('price')} value={`${formatPrice(order.price, { locale })}\u00a0${quote}`} />}
      <ReceiptRow
        label={t('filledOf')}
        value={t('ofQuantity', {
          filled: formatExact(order.filledQuantity, locale),
          quantity: formatExact(order.quantity, locale),
          coin: base,
        })}
      />
      {hasFills ? (
        <>
          <ReceiptRow
            label={t('averagePrice')}
            value={order.averagePrice === null ? '–' : `${formatAmount(order.averagePrice, { locale, decimalsMax: 8 })}\u00a0${quote}`}
          />
          <ReceiptRow
            label={t('orderValue')}
            value={`${formatAmount(order.filledQuoteQuantity, { locale, decimalsMax: 8 })}\u00a0${quote}`}
          />
          <ReceiptRow label={t('feeCharged')} value={`${formatExact(order.fee, locale)}\u00a0${order.feeAsset}`} />
          <ReceiptRow isSum label={t('youGot')} value={`${formatExact(received.amount, locale)}\u00a0${received.asset}`} />
        </>
      ) : null}
      {held === null ? null : (
        <ReceiptRow
          isSum={!hasFills}
          label={t('heldNow')}
          value={
            order.partnerId !== null && order.status === 'waiting'
              ? t('heldTogether', { id: order.partnerId })
              : `${formatExact(held, locale)}\u00a0${order.side === 'buy' ? quote : base}`
          }
        />
      )}
    </Receipt>
  );
}
