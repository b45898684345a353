'use client';
import { useHaltText } from '@/components/money/use-halt-text';
import { useLocale, useTranslations } from 'next-intl';
import { useState } from 'react';
import { decimalsOf, formatExact, formatPrice } from '@/components/money/format';
import { Button } from '@/components/ui/button';
import { Icon } from '@/components/ui/icon';
import { Notice } from '@/components/ui/notice';
import { SegmentedControl } from '@/components/ui/segmented-control';
import type { Market } from '@/lib/dto/market';
import type { PerpetualMarketTerms, PerpetualOrder } from '@/lib/dto/perpetual';
import type { PositionSide } from '@/lib/protocol/wire';
import { useErrorText } from '@/lib/query/use-error-text';
import { isOutcomeUnknown } from '@/lib/query/use-intent';
import { useSendOnce } from '@/lib/query/use-send-once';
import { LeverageSheet } from './leverage-sheet';
import { PerpetualResultSheet } from './result-sheet';
import { PerpetualFields } from './ticket-fields';
import { PerpetualReceipt } from './ticket-receipt';
import { usePlacePerpetual } from './use-perpetual';
import { type PerpetualTicketState, usePerpetualTicket } from './use-ticket';

type Props = { market: Market; terms: PerpetualMarketTerms; startSide?: PositionSide; isInSheet?: boolean };

/** The perpetual ticket: what is typed, what it changes, and one button that says what it does. */
export function PerpetualTicket({ market, terms, startSide = 'long', isInSheet = false }: Props) {
  const t = useTranslations('Perpetual');
  const ticket = usePerpetualTicket({ market, terms, startSide });
  const place = usePlacePerpetual();
  const [done, setDone] = useState<PerpetualOrder | null>(null);
  const sendOnce = useSendOnce(place);
  const send = () => {
    if (ticket.intent === null) return;
    sendOnce(ticket.intent, ({ order }) => {
      setDone(order);
      ticket.setAmount('');
    });
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
          { value: 'long', label: t('long'), disabled: place.isPending },
          { value: 'short', label: t('short'), disabled: place.isPending },
        ]}
        value={ticket.side}
      />
      <LeverageRow isBusy={place.isPending} terms={terms} ticket={ticket} />
      <PerpetualFields isBusy={place.isPending} terms={terms} ticket={ticket} />
      <PerpetualReceipt terms={terms} ticket={ticket} />
      <div
        className={`sticky z-10 grid grid-cols-1 gap-2 py-2 ${isInSheet ? 'bottom-0 bg-surface-1' : 'bottom-[calc(3.5rem+env(safe-area-inset-bottom))] bg-surface-0 lg:static'}`}
      >
        <TicketFoot error={place.error} isPending={place.isPending} terms={terms} ticket={ticket} />
      </div>
      <PerpetualResultSheet onClose={() => setDone(null)} order={done} />
    </form>
  );
}

type FootProps = { ticket: PerpetualTicketState; terms: PerpetualMarketTerms; error: unknown; isPending: boolean };

function TicketFoot({ ticket, terms, error, isPending }: FootProps) {
  const spot = useTranslations('Spot');
  const t = useTranslations('Perpetual');
  const locale = useLocale();
  const errorText = useErrorText();
  const haltText = useHaltText(ticket.ticker);
  const isUnknown = error !== null && isOutcomeUnknown(error);
  // An order that only makes a position smaller is taken while prices are delayed.
  const isBlocked = ticket.feed !== 'fresh' && !ticket.isReduceOnly;
  return (
    <>
      {ticket.feed === 'fresh' ? null : <Notice tone="warn">{haltText ?? spot(ticket.feed === 'dead' ? 'feedDead' : 'feedStale')}</Notice>}
      {ticket.thin === null ? null : <Notice>{t('bookThin', { filled: formatExact(ticket.thin, locale), coin: terms.base })}</Notice>}
      {error === null ? null : (
        <Notice isAlert tone={isUnknown ? 'warn' : 'danger'}>
          {isUnknown ? spot('outcomeUnknown') : errorText(error)}
        </Notice>
      )}
      <Button
        disabled={isBlocked || ticket.intent === null}
        isBusy={isPending}
        type="submit"
        variant={ticket.side === 'long' ? 'buy' : 'sell'}
      >
        <ActionText state={isPending ? 'sending' : isUnknown ? 'again' : 'ready'} terms={terms} ticket={ticket} />
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

type ActionProps = { ticket: PerpetualTicketState; terms: PerpetualMarketTerms; state: 'ready' | 'sending' | 'again' };

function ActionText({ ticket, terms, state }: ActionProps) {
  const t = useTranslations('Perpetual');
  const spot = useTranslations('Spot');
  const locale = useLocale();
  if (state === 'sending') return <>{spot('sending')}</>;
  if (state === 'again') return <>{spot('sendAgain')}</>;
  const { intent, side } = ticket;
  if (intent === null) return <>{t(side === 'long' ? 'longCoin' : 'shortCoin', { coin: terms.base })}</>;
  const quantity = formatExact(intent.quantity, locale);
  if (intent.price === undefined) return <>{t(side === 'long' ? 'longAtMarket' : 'shortAtMarket', { quantity, coin: terms.base })}</>;
  const price = formatPrice(intent.price, { locale, decimals: decimalsOf(terms.tickSize) });
  return <>{t(side === 'long' ? 'longAt' : 'shortAt', { quantity, coin: terms.base, price })}</>;
}
