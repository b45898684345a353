'use client';
import { useLocale, useTranslations } from 'next-intl';
import { useState } from 'react';
import { AmountInput } from '@/components/money/amount-input';
import { BeforeAfter } from '@/components/money/before-after';
import { decimalsOf, formatExact, formatPrice } from '@/components/money/format';
import { finishAmount } from '@/components/money/parse-amount';
import { Receipt, ReceiptRow } from '@/components/ui/receipt';
import { Sheet } from '@/components/ui/sheet';
import * as marketApi from '@/lib/api/market';
import * as perpetualApi from '@/lib/api/perpetual';
import type { BookKind } from '@/lib/protocol/wire';
import { TERMS_EVERY_MS } from '@/lib/query/freshness';
import { useRead } from '@/lib/query/use-read';
import { TaskFoot } from './task-foot';
import type { AmendableOrder } from './amended-terms';
import { useAmendOrder } from './use-amend-order';

type Props = { kind: BookKind; order: AmendableOrder & { price: string }; isOpen: boolean; onClose(): void };

/** Changes price and total amount of an order that rests, with what becomes of it before anything is sent. */
export function AmendSheet(props: Props) {
  const t = useTranslations('Spot');
  return (
    <Sheet closeLabel={t('close')} isOpen={props.isOpen} onClose={props.onClose} title={t('amend.title')}>
      <AmendForm {...props} />
    </Sheet>
  );
}

function AmendForm({ kind, order, onClose }: Props) {
  const t = useTranslations('Spot');
  const locale = useLocale();
  const steps = useSteps(kind, order.symbol);
  const [price, setPrice] = useState(order.price);
  const [quantity, setQuantity] = useState(order.quantity);
  const write = useAmendOrder({ kind, order, onDone: onClose });
  const [base = '', quote = ''] = order.symbol.split('-');
  const wanted = { price: finishAmount(price), quantity: finishAmount(quantity) };
  const isPriceNew = wanted.price !== null && Number(wanted.price) !== Number(order.price);
  const isQuantityNew = wanted.quantity !== null && Number(wanted.quantity) !== Number(order.quantity);
  const isFilled = wanted.quantity !== null && Number(wanted.quantity) <= Number(order.filledQuantity);
  const keepsPlace = !isPriceNew && isQuantityNew && Number(wanted.quantity) < Number(order.quantity);
  const showPrice = (value: string) => formatPrice(value, { locale, decimals: decimalsOf(steps?.tickSize ?? order.price) });
  const send = () =>
    write.send(
      {
        orderId: order.id,
        ...(isPriceNew && wanted.price !== null ? { price: wanted.price } : {}),
        ...(isQuantityNew && wanted.quantity !== null ? { quantity: wanted.quantity } : {}),
      },
      t('amend.send'),
    );
  return (
    <div className="grid grid-cols-1 gap-3">
      <p className="text-ink-2 text-small">
        {base}/{quote}
      </p>
      <AmountInput
        {...(steps === undefined ? {} : { decimals: decimalsOf(steps.tickSize), decimalsAtRest: decimalsOf(steps.tickSize) })}
        disabled={write.isLocked}
        label={t('amend.price', { coin: quote })}
        locale={locale}
        onChange={setPrice}
        value={price}
      />
      <AmountInput
        {...(steps === undefined ? {} : { decimals: decimalsOf(steps.stepSize) })}
        disabled={write.isLocked}
        error={isFilled ? t('amend.belowFilled', { filled: formatExact(order.filledQuantity, locale), coin: base }) : null}
        hint={t('amend.filled', { filled: formatExact(order.filledQuantity, locale), coin: base })}
        label={t('amend.quantity', { coin: base })}
        locale={locale}
        onChange={setQuantity}
        value={quantity}
      />
      <Receipt>
        <ReceiptRow
          label={t('price')}
          value={
            <BeforeAfter after={wanted.price === null ? null : showPrice(wanted.price)} before={showPrice(order.price)} unit={quote} />
          }
        />
        <ReceiptRow
          label={t('quantity')}
          value={
            <BeforeAfter
              after={wanted.quantity === null ? null : formatExact(wanted.quantity, locale)}
              before={formatExact(order.quantity, locale)}
              unit={base}
            />
          }
        />
      </Receipt>
      <p className="text-ink-2 text-small">{t(keepsPlace ? 'amend.keepsPlace' : 'amend.queuesAnew')}</p>
      <TaskFoot
        isReady={(isPriceNew || isQuantityNew) && !isFilled && wanted.price !== null && wanted.quantity !== null}
        label={t('amend.send')}
        onSend={send}
        refusals={{ ORDER_WOULD_TAKE: t('amend.wouldTake') }}
        write={write}
      />
    </div>
  );
}

/** The grids of a market's prices and amounts; undefined until they are known. */
function useSteps(kind: BookKind, symbol: string) {
  const spot = useRead(marketApi.rules, { symbol }, { enabled: kind === 'spot', everyMs: TERMS_EVERY_MS });
  const perpetual = useRead(perpetualApi.perpetualTerms, { symbol }, { enabled: kind === 'perpetual', everyMs: TERMS_EVERY_MS });
  return kind === 'spot' ? spot.data : perpetual.data;
}
