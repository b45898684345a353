'use client';
import { useLocale, useTranslations } from 'next-intl';
import { useState } from 'react';
import { AmountInput } from '@/components/money/amount-input';
import { BeforeAfter } from '@/components/money/before-after';
import { decimalsOf, formatExact, formatPrice } from '@/components/money/format';
import { finishAmount } from '@/components/money/parse-amount';
import { Receipt, ReceiptRow } from '@/components/ui/receipt';
import { SegmentedControl } from '@/components/ui/segmented-control';
import { Sheet } from '@/components/ui/sheet';
import * as marketApi from '@/lib/api/market';
import * as perpetualApi from '@/lib/api/perpetual';
import type { BookKind } from '@/lib/protocol/wire';
import { TERMS_EVERY_MS } from '@/lib/query/freshness';
import { useRead } from '@/lib/query/use-read';
import { compareDecimals, isSameDecimal } from '@/lib/rules/decimal';
import { ExitFields, limitOf, useExitForm } from './amend-exits';
import { ExitRows } from './exit-rows';
import { FormFooter } from './form-footer';
import type { AmendableOrder } from './amended-terms';
import { useAmendOrder } from './use-amend-order';

type Priced = AmendableOrder & { price: string /** It can have a take-profit and a stop-loss. */; takesExits: boolean };
type Props = { kind: BookKind /** Two of a pair. */; orders: readonly Priced[]; isOpen: boolean; onClose(): void };

/** Changes price, stop price and total amount of an order that rests or waits, with what becomes of it before anything is sent. */
export function AmendSheet({ kind, orders, isOpen, onClose }: Props) {
  const t = useTranslations('Spot');
  const [chosen, setChosen] = useState(orders[0]?.id ?? '');
  const order = orders.find(({ id }) => id === chosen) ?? orders[0];
  return (
    <Sheet closeLabel={t('close')} isOpen={isOpen} onClose={onClose} title={t('amend.title')}>
      <div className="grid grid-cols-1 gap-3">
        {orders.length < 2 ? null : (
          <SegmentedControl
            label={t('amend.which')}
            onChange={setChosen}
            options={orders.map(({ id, status }) => ({ value: id, label: t(status === 'waiting' ? 'kinds.stop_limit' : 'kinds.limit') }))}
            value={chosen}
          />
        )}
        {order === undefined ? null : <AmendForm isPair={orders.length > 1} key={order.id} kind={kind} onClose={onClose} order={order} />}
      </div>
    </Sheet>
  );
}

function AmendForm({ kind, order, isPair, onClose }: { kind: BookKind; order: Priced; isPair: boolean; onClose(): void }) {
  const t = useTranslations('Spot');
  const why = useTranslations('Write.why');
  const steps = useSteps(kind, order.symbol);
  const wish = useWish(order);
  const write = useAmendOrder({ kind, order, onDone: onClose });
  const { exits, isFilled, isWhole } = wish;
  const changed = order.takesExits ? { ...wish.changed, ...exits.changed, ...limitOf(kind, exits, steps?.tickSize) } : wish.changed;
  return (
    <>
      <p className="text-ink-2 text-small">{order.symbol.replace('-', '/')}</p>
      <WishFields isLocked={write.isLocked} order={order} steps={steps} wish={wish} />
      {order.takesExits ? (
        <ExitFields exits={exits} isLocked={write.isLocked} kind={kind} symbol={order.symbol} tickSize={steps?.tickSize} />
      ) : null}
      <WishReceipt order={order} steps={steps} wish={wish} />
      <p className="text-ink-2 text-small">
        {order.status === 'waiting' ? t('amend.waitsAnew') : t(placeOf(wish))}
        {isPair ? ` ${t('amend.bothSizes')}` : ''}
      </p>
      <FormFooter
        label={t('amend.send')}
        onSend={() => write.send({ orderId: order.id, ...changed }, t('amend.send'))}
        refusals={{ ORDER_WOULD_TAKE: t('amend.wouldTake') }}
        why={isFilled ? why('marked') : !isWhole ? why('fields') : Object.keys(changed).length === 0 ? why('same') : null}
        write={write}
      />
    </>
  );
}

/** The key of the text that says what becomes of an order's place in the queue. */
function placeOf({ changed, keepsPlace }: ReturnType<typeof useWish>) {
  if (keepsPlace) return 'amend.keepsPlace';
  return Object.keys(changed).length === 0 ? 'amend.staysInPlace' : 'amend.queuesAnew';
}

/** What is typed, what of it differs from the order, and what that means for it. */
function useWish(order: Priced) {
  const [price, setPrice] = useState(order.price);
  const [stop, setStop] = useState(order.stop ?? '');
  const [quantity, setQuantity] = useState(order.quantity);
  const exits = useExitForm(order);
  const hasStop = order.status === 'waiting' && order.stop != null;
  const wanted = { price: finishAmount(price), stop: finishAmount(stop), quantity: finishAmount(quantity) };
  const differs = (after: string | null, before: string | null | undefined) => after !== null && !isSameDecimal(after, before ?? null);
  const changed = {
    ...(differs(wanted.price, order.price) ? { price: wanted.price as string } : {}),
    ...(differs(wanted.quantity, order.quantity) ? { quantity: wanted.quantity as string } : {}),
    ...(hasStop && differs(wanted.stop, order.stop) ? { stop: wanted.stop as string } : {}),
  };
  return {
    typed: { price, stop, quantity },
    setPrice,
    setStop,
    setQuantity,
    hasStop,
    wanted,
    changed,
    exits,
    isWhole: exits.isWhole && wanted.price !== null && wanted.quantity !== null && (!hasStop || wanted.stop !== null),
    isFilled: wanted.quantity !== null && compareDecimals(wanted.quantity, order.filledQuantity) <= 0,
    keepsPlace: !('price' in changed) && changed.quantity !== undefined && compareDecimals(changed.quantity, order.quantity) < 0,
  };
}

type Steps = { tickSize: string; stepSize: string } | undefined;
type PartProps = { order: Priced; wish: ReturnType<typeof useWish>; steps: Steps };

function WishFields({ order, wish, steps, isLocked }: PartProps & { isLocked: boolean }) {
  const t = useTranslations('Spot');
  const locale = useLocale();
  const [base = '', quote = ''] = order.symbol.split('-');
  const ofPrice = steps === undefined ? {} : { decimals: decimalsOf(steps.tickSize), decimalsAtRest: decimalsOf(steps.tickSize) };
  const filled = { filled: formatExact(order.filledQuantity, locale), coin: base };
  const shared = { disabled: isLocked, locale };
  return (
    <>
      {wish.hasStop ? (
        <AmountInput {...shared} {...ofPrice} label={t('stopPrice', { coin: quote })} onChange={wish.setStop} value={wish.typed.stop} />
      ) : null}
      <AmountInput
        {...shared}
        {...ofPrice}
        label={t(wish.hasStop ? 'stopLimitPrice' : 'amend.price', { coin: quote })}
        onChange={wish.setPrice}
        value={wish.typed.price}
      />
      <AmountInput
        {...shared}
        {...(steps === undefined ? {} : { decimals: decimalsOf(steps.stepSize) })}
        error={wish.isFilled ? t('amend.belowFilled', filled) : null}
        hint={order.status === 'waiting' ? undefined : t('amend.filled', filled)}
        label={t('amend.quantity', { coin: base })}
        onChange={wish.setQuantity}
        value={wish.typed.quantity}
      />
    </>
  );
}

function WishReceipt({ order, wish: { wanted, hasStop, exits }, steps }: PartProps) {
  const t = useTranslations('Spot');
  const locale = useLocale();
  const [base = '', quote = ''] = order.symbol.split('-');
  const show = (value: string | null) =>
    value === null ? null : formatPrice(value, { locale, decimals: decimalsOf(steps?.tickSize ?? order.price) });
  const amount = (value: string | null) => (value === null ? null : formatExact(value, locale));
  return (
    <Receipt>
      {hasStop ? (
        <ReceiptRow
          label={t('stopShort')}
          value={<BeforeAfter after={show(wanted.stop)} before={show(order.stop ?? null)} unit={quote} />}
        />
      ) : null}
      <ReceiptRow label={t('price')} value={<BeforeAfter after={show(wanted.price)} before={show(order.price)} unit={quote} />} />
      <ReceiptRow
        label={t('quantity')}
        value={<BeforeAfter after={amount(wanted.quantity)} before={amount(order.quantity)} unit={base} />}
      />
      {order.takesExits ? <ExitRows after={exits.wanted} before={exits.before} symbol={order.symbol} /> : null}
    </Receipt>
  );
}

/** The grids of a market's prices and amounts; undefined until they are known. */
function useSteps(kind: BookKind, symbol: string): Steps {
  const spot = useRead(marketApi.rules, { symbol }, { enabled: kind === 'spot', everyMs: TERMS_EVERY_MS });
  const perpetual = useRead(perpetualApi.perpetualTerms, { symbol }, { enabled: kind === 'perpetual', everyMs: TERMS_EVERY_MS });
  return kind === 'spot' ? spot.data : perpetual.data;
}
