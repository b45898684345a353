'use client';
import { useHaltText } from '@/components/money/use-halt-text';
import { useLocale, useTranslations } from 'next-intl';
import { useId, useState } from 'react';
import { usePickedPrice } from '@/components/layout/picked-price';
import { useFrozen } from '@/components/layout/use-frozen';
import { WriteNotice } from '@/components/layout/write-notice';
import { decimalsOf, formatExact, formatPrice } from '@/components/money/format';
import { Button } from '@/components/ui/button';
import { Icon } from '@/components/ui/icon';
import { Notice } from '@/components/ui/notice';
import { SegmentedControl } from '@/components/ui/segmented-control';
import type { Market } from '@/lib/dto/market';
import type { PerpetualMarketTerms } from '@/lib/dto/perpetual';
import type { PositionSide } from '@/lib/protocol/wire';
import { TERMS_EVERY_MS } from '@/lib/query/freshness';
import { useRead } from '@/lib/query/use-read';
import { type UseWrite, useWrite } from '@/lib/query/use-write';
import * as perpetualApi from '@/lib/api/perpetual';
import { LeverageSheet } from './leverage-sheet';
import { PerpetualTicketLine } from './perpetual-ticket-line';
import { PerpetualFields } from './ticket-fields';
import { PerpetualReceipt } from './ticket-receipt';
import { usePerpetualResult } from './use-order-result';
import { type PerpetualTicketState, usePerpetualTicket } from './use-ticket';

/** `terms` as the page was drawn with them; the ticket reads them again. */
type Props = { market: Market; terms: PerpetualMarketTerms; startSide?: PositionSide; isInSheet?: boolean };

/** The perpetual ticket: what is typed, what it changes, and one button that says what it does. */
export function PerpetualTicket({ market, terms: given, startSide = 'long', isInSheet = false }: Props) {
  const t = useTranslations('Perpetual');
  const latest = useRead(perpetualApi.perpetualTerms, { symbol: market.symbol }, { everyMs: TERMS_EVERY_MS }).data ?? given;
  const live = usePerpetualTicket({ market, terms: latest, startSide });
  const showResult = usePerpetualResult();
  const place = useWrite(perpetualApi.placePerpetual, {
    of: market.symbol,
    onDone: ({ order }) => {
      showResult(order);
      live.setAmount('');
      // They were of that order: the next one is for another price, maybe the other side.
      live.setTriggers(false);
      live.setTakeProfit('');
      live.setStopLoss('');
    },
  });
  const ticket = useFrozen(live, place.isLocked);
  const terms = useFrozen(latest, place.isLocked);
  const { picked } = usePickedPrice();
  const [seenPick, setSeenPick] = useState(picked?.at ?? 0);
  if (picked !== null && picked.at !== seenPick) {
    setSeenPick(picked.at);
    if (!place.isLocked) {
      live.setKind('limit');
      live.setPrice(picked.price);
    }
  }
  const action = useActionText(ticket, terms);
  const send = () => {
    if (place.step === 'unknown') place.again();
    else if (ticket.intent !== null) place.send(ticket.intent, action);
  };
  return (
    <form
      className="grid grid-cols-1 content-start gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      <SegmentedControl
        label={t('side')}
        onChange={(side) => {
          ticket.setSide(side);
          place.reset();
        }}
        options={[
          { value: 'long', label: t('long'), disabled: place.isLocked, key: 'B', tone: 'up' },
          { value: 'short', label: t('short'), disabled: place.isLocked, key: 'S', tone: 'down' },
        ]}
        value={ticket.side}
      />
      <LeverageRow isBusy={place.isLocked} terms={terms} ticket={ticket} />
      <PerpetualFields isBusy={place.isLocked} terms={terms} ticket={ticket} />
      <PerpetualReceipt terms={terms} ticket={ticket} />
      <div
        className={`ticket-foot sticky z-10 [@media(max-height:600px)]:static grid grid-cols-1 gap-2 py-2 ${isInSheet ? 'bottom-0 bg-surface-1' : 'bottom-[calc(3.5rem+env(safe-area-inset-bottom))] bg-surface-0 lg:static'}`}
      >
        <TicketFoot action={action} feed={live.feed} place={place} terms={terms} ticket={ticket} />
      </div>
    </form>
  );
}

type FootProps = {
  ticket: PerpetualTicketState;
  terms: PerpetualMarketTerms;
  feed: PerpetualTicketState['feed'];
  place: UseWrite<typeof perpetualApi.placePerpetual>;
  action: string;
};

function TicketFoot({ ticket, terms, feed, place, action }: FootProps) {
  const spot = useTranslations('Spot');
  const t = useTranslations('Perpetual');
  const write = useTranslations('Write');
  const locale = useLocale();
  const lineId = useId();
  const haltText = useHaltText(ticket.ticker);
  const isUnknown = place.step === 'unknown';
  // An order that only makes a position smaller is taken while prices are delayed.
  const isBlocked = feed !== 'fresh' && !ticket.isReduceOnly;
  return (
    <>
      {feed === 'fresh' || place.isLocked ? null : (
        <Notice tone="warn">{haltText ?? spot(feed === 'dead' ? 'feedDead' : 'feedStale')}</Notice>
      )}
      {ticket.thin === null || place.isLocked ? null : (
        <Notice>{t('bookThin', { filled: formatExact(ticket.thin, locale), coin: terms.base })}</Notice>
      )}
      <WriteNotice write={place} />
      <PerpetualTicketLine id={lineId} isBlocked={isBlocked} terms={terms} ticket={ticket} />
      <Button
        aria-describedby={lineId}
        disabled={!isUnknown && !place.isBusy && (isBlocked || ticket.intent === null)}
        isBusy={place.isBusy}
        type="submit"
        variant={ticket.side === 'long' ? 'buy' : 'sell'}
      >
        {place.isBusy ? spot('sending') : isUnknown ? write('sendAgain') : action}
      </Button>
    </>
  );
}

function LeverageRow({ ticket, terms, isBusy }: { ticket: PerpetualTicketState; terms: PerpetualMarketTerms; isBusy: boolean }) {
  const t = useTranslations('Perpetual');
  const [isOpen, setOpen] = useState(false);
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-3">
      <span className="text-ink-2 text-small">{t('isolated')}</span>
      <button
        aria-haspopup="dialog"
        className="inline-flex min-h-11 items-center gap-1.5 rounded-full bg-surface-2 px-4 font-strong text-small disabled:opacity-50"
        disabled={isBusy}
        onClick={() => setOpen(true)}
        type="button"
      >
        {t('leverageNow', { leverage: ticket.leverage })}
        <Icon name="down" size={14} />
      </button>
      <LeverageSheet
        isOpen={isOpen}
        leverage={ticket.leverage}
        onClose={() => setOpen(false)}
        onPick={(leverage) => {
          ticket.setLeverage(leverage);
          setOpen(false);
        }}
        terms={terms}
      />
    </div>
  );
}

/** What the button does, in words. */
function useActionText({ intent, side }: PerpetualTicketState, terms: PerpetualMarketTerms): string {
  const t = useTranslations('Perpetual');
  const locale = useLocale();
  const isLong = side === 'long';
  if (intent === null) return t(isLong ? 'longCoin' : 'shortCoin', { coin: terms.base });
  const quantity = formatExact(intent.quantity, locale);
  if (intent.price === undefined) return t(isLong ? 'longAtMarket' : 'shortAtMarket', { quantity, coin: terms.base });
  const price = formatPrice(intent.price, { locale, decimals: decimalsOf(terms.tickSize) });
  return t(isLong ? 'longAt' : 'shortAt', { quantity, coin: terms.base, price });
}
