'use client';
import { useHaltText } from '@/components/money/use-halt-text';
import { useLocale, useTranslations } from 'next-intl';
import { useState } from 'react';
import { decimalsOf, formatExact, formatPrice } from '@/components/money/format';
import { Button } from '@/components/ui/button';
import { Notice } from '@/components/ui/notice';
import { SegmentedControl } from '@/components/ui/segmented-control';
import type { Market, MarketRules } from '@/lib/dto/market';
import type { Order } from '@/lib/dto/spot';
import { useErrorText } from '@/lib/query/use-error-text';
import { isOutcomeUnknown } from '@/lib/query/use-intent';
import { useSendOnce } from '@/lib/query/use-send-once';
import type { OrderSide } from '@/lib/protocol/wire';
import { OrderResultSheet } from './order-result-sheet';
import { TicketFields } from './ticket-fields';
import { TicketReceipt } from './ticket-receipt';
import { TicketWarnings } from './ticket-warnings';
import { usePlaceOrder } from './use-place-order';
import { useTicket } from './use-ticket';

/** In a sheet (`isInSheet`) the button stands at the sheet's edge, on a page above the tab bar. */
type Props = {
  market: Market;
  rules: MarketRules;
  startSide?: OrderSide;
  picked?: { price: string; at: number } | null;
  isInSheet?: boolean;
  /** The backend knows stop orders, pairs and exits. */
  hasStops: boolean;
};

/** The spot ticket: what is typed, what it costs and brings, and one button that says what it does. */
export function SpotTicket({ market, rules, startSide = 'buy', picked = null, isInSheet = false, hasStops }: Props) {
  const t = useTranslations('Spot');
  const errorText = useErrorText();
  const ticket = useTicket({ market, rules, startSide });
  const place = usePlaceOrder();
  const [done, setDone] = useState<Order | null>(null);
  const [seenPick, setSeenPick] = useState(picked?.at ?? 0);
  if (picked !== null && picked.at !== seenPick) {
    setSeenPick(picked.at);
    ticket.set(ticket.kind === 'market' ? { kind: 'limit', price: picked.price } : { price: picked.price });
  }
  const isStale = ticket.feed !== 'fresh';
  const haltText = useHaltText(ticket.ticker);
  // What was pointed out needs a second tap, for exactly this order.
  const [asked, setAsked] = useState<string | null>(null);
  const intentKey = ticket.intent === null ? null : JSON.stringify(ticket.intent);
  const isWarned = ticket.warnings.length > 0;
  const isAsking = isWarned && asked !== null && asked === intentKey;
  const sendOnce = useSendOnce(place);
  const send = () => {
    if (ticket.intent === null || place.isPending) return;
    if (isWarned && !isAsking) {
      setAsked(intentKey);
      return;
    }
    sendOnce(ticket.intent, ({ order }) => {
      setDone(order);
      ticket.set({ amount: '' });
      setAsked(null);
    });
  };
  return (
    <form
      className="grid grid-cols-1 gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      <SegmentedControl
        label={t('side')}
        onChange={(side) => {
          ticket.set({ side });
          place.reset();
        }}
        options={[
          { value: 'buy', label: t('buy'), disabled: place.isPending },
          { value: 'sell', label: t('sell'), disabled: place.isPending },
        ]}
        value={ticket.side}
      />
      <TicketFields hasStops={hasStops} isBusy={place.isPending} rules={rules} ticket={ticket} />
      <TicketReceipt rules={rules} ticket={ticket} />
      <div
        className={`sticky z-10 grid grid-cols-1 gap-2 py-2 ${isInSheet ? 'bottom-0 bg-surface-1' : 'bottom-[calc(--spacing(14)+env(safe-area-inset-bottom))] bg-surface-0 lg:static'}`}
      >
        {isStale ? <Notice tone="warn">{haltText ?? t(ticket.feed === 'dead' ? 'feedDead' : 'feedStale')}</Notice> : null}
        {isStale ? null : <TicketWarnings isAsking={isAsking} warnings={ticket.warnings} />}
        {place.error === null ? null : (
          <Notice isAlert tone={isOutcomeUnknown(place.error) ? 'warn' : 'danger'}>
            {isOutcomeUnknown(place.error) ? t('outcomeUnknown') : errorText(place.error)}
          </Notice>
        )}
        <Button disabled={isStale || ticket.intent === null} isBusy={place.isPending} type="submit" variant={ticket.side}>
          <ActionText
            rules={rules}
            state={
              place.isPending ? 'sending' : isOutcomeUnknown(place.error) && place.error !== null ? 'again' : isAsking ? 'anyway' : 'ready'
            }
            ticket={ticket}
          />
        </Button>
      </div>
      <OrderResultSheet onClose={() => setDone(null)} order={done} rules={rules} />
    </form>
  );
}

type ActionProps = { ticket: ReturnType<typeof useTicket>; rules: MarketRules; state: 'ready' | 'sending' | 'again' | 'anyway' };

function ActionText({ ticket, rules, state }: ActionProps) {
  const t = useTranslations('Spot');
  const locale = useLocale();
  if (state === 'sending') return <>{t('sending')}</>;
  if (state === 'again') return <>{t('sendAgain')}</>;
  if (state === 'anyway') return <>{t('placeAnyway')}</>;
  const isBuy = ticket.side === 'buy';
  const { intent } = ticket;
  if (intent === null) return <>{t(isBuy ? 'buyCoin' : 'sellCoin', { coin: rules.base })}</>;
  const quantity = formatExact(intent.quantity, locale);
  if (intent.price === undefined) return <>{t(isBuy ? 'buyAtMarket' : 'sellAtMarket', { quantity, coin: rules.base })}</>;
  const price = formatPrice(intent.price, { locale, decimals: decimalsOf(rules.tickSize) });
  return <>{t(isBuy ? 'buyAt' : 'sellAt', { quantity, coin: rules.base, price })}</>;
}
