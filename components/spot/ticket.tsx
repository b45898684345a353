'use client';
import { useHaltText } from '@/components/money/use-halt-text';
import { useLocale, useTranslations } from 'next-intl';
import { useId, useState } from 'react';
import { usePickedPrice } from '@/components/layout/picked-price';
import { useFrozen } from '@/components/layout/use-frozen';
import { WriteNotice } from '@/components/layout/write-notice';
import { decimalsOf, formatExact, formatPrice } from '@/components/money/format';
import { Button } from '@/components/ui/button';
import { Notice } from '@/components/ui/notice';
import { SegmentedControl } from '@/components/ui/segmented-control';
import type { Market, MarketRules } from '@/lib/dto/market';
import type { OrderSide } from '@/lib/protocol/wire';
import { TERMS_EVERY_MS } from '@/lib/query/freshness';
import { useRead } from '@/lib/query/use-read';
import { useWrite } from '@/lib/query/use-write';
import * as marketApi from '@/lib/api/market';
import * as spotApi from '@/lib/api/spot';
import { TicketFields } from './ticket-fields';
import { SpotTicketLine } from './spot-ticket-line';
import { TicketReceipt } from './ticket-receipt';
import { TicketWarnings } from './ticket-warnings';
import { useOrderResult } from './use-order-result';
import { type TicketState, useTicket } from './use-ticket';

/** In a sheet (`isInSheet`) the button stands at the sheet's edge, on a page above the tab bar. */
type Props = {
  market: Market;
  /** As the page was drawn with them; the ticket reads them again. */
  rules: MarketRules;
  startSide?: OrderSide;
  isInSheet?: boolean;
  /** The backend knows stop orders, pairs and exits. */
  hasStops: boolean;
};

/** The spot ticket: what is typed, what it costs and brings, and one button that says what it does. */
export function SpotTicket({ market, rules: given, startSide = 'buy', isInSheet = false, hasStops }: Props) {
  const t = useTranslations('Spot');
  const write = useTranslations('Write');
  const latest = useRead(marketApi.rules, { symbol: market.symbol }, { everyMs: TERMS_EVERY_MS }).data ?? given;
  const live = useTicket({ market, rules: latest, startSide });
  const lineId = useId();
  const showResult = useOrderResult();
  // What was pointed out needs a second tap, for exactly this order.
  const [asked, setAsked] = useState<string | null>(null);
  const place = useWrite(spotApi.placeOrder, {
    of: market.symbol,
    onDone: ({ order }) => {
      showResult(order);
      live.rememberAmount();
      // Take-profit and stop-loss were of that order: the next one is for another price.
      live.set({ amount: '', hasExits: false, takeProfit: '', stopLoss: '' });
      setAsked(null);
    },
  });
  const ticket = useFrozen(live, place.isLocked);
  const rules = useFrozen(latest, place.isLocked);
  const { picked } = usePickedPrice();
  const [seenPick, setSeenPick] = useState(picked?.at ?? 0);
  if (picked !== null && picked.at !== seenPick) {
    setSeenPick(picked.at);
    if (!place.isLocked) live.set(ticket.kind === 'market' ? { kind: 'limit', price: picked.price } : { price: picked.price });
  }
  const isStale = live.feed !== 'fresh';
  const haltText = useHaltText(live.ticker);
  const isUnknown = place.step === 'unknown';
  const intentKey = ticket.intent === null ? null : JSON.stringify(ticket.intent);
  const isWarned = ticket.warnings.length > 0;
  const isAsking = isWarned && asked !== null && asked === intentKey;
  const action = useActionText(ticket, rules);
  const send = () => {
    if (isUnknown) return place.again();
    if (ticket.intent === null || place.isLocked) return;
    if (isWarned && !isAsking) return setAsked(intentKey);
    place.send(ticket.intent, action);
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
          { value: 'buy', label: t('buy'), disabled: place.isLocked, key: 'B', tone: 'up' },
          { value: 'sell', label: t('sell'), disabled: place.isLocked, key: 'S', tone: 'down' },
        ]}
        value={ticket.side}
      />
      <TicketFields hasStops={hasStops} isBusy={place.isLocked} rules={rules} ticket={ticket} />
      <TicketReceipt rules={rules} ticket={ticket} />
      <div
        className={`ticket-foot sticky z-10 [@media(max-height:600px)]:static grid grid-cols-1 gap-2 py-2 ${isInSheet ? 'bottom-0 bg-surface-1' : 'bottom-[calc(--spacing(14)+env(safe-area-inset-bottom))] bg-surface-0 lg:static'}`}
      >
        {isStale && !place.isLocked ? <Notice tone="warn">{haltText ?? t(live.feed === 'dead' ? 'feedDead' : 'feedStale')}</Notice> : null}
        {isStale || place.isLocked ? null : <TicketWarnings isAsking={isAsking} warnings={ticket.warnings} />}
        <WriteNotice write={place} />
        <SpotTicketLine id={lineId} isStale={isStale} rules={rules} ticket={ticket} />
        <Button
          aria-describedby={lineId}
          disabled={!isUnknown && !place.isBusy && (isStale || ticket.intent === null)}
          isBusy={place.isBusy}
          type="submit"
          variant={ticket.side}
        >
          {place.isBusy ? t('sending') : isUnknown ? write('sendAgain') : isAsking ? t('placeAnyway') : action}
        </Button>
      </div>
    </form>
  );
}

/** What the button does, in words. */
function useActionText({ intent, side }: TicketState, rules: MarketRules): string {
  const t = useTranslations('Spot');
  const locale = useLocale();
  const isBuy = side === 'buy';
  if (intent === null) return t(isBuy ? 'buyCoin' : 'sellCoin', { coin: rules.base });
  const quantity = formatExact(intent.quantity, locale);
  if (intent.price === undefined) return t(isBuy ? 'buyAtMarket' : 'sellAtMarket', { quantity, coin: rules.base });
  const price = formatPrice(intent.price, { locale, decimals: decimalsOf(rules.tickSize) });
  return t(isBuy ? 'buyAt' : 'sellAt', { quantity, coin: rules.base, price });
}
