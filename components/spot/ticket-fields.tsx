'use client';
import { useLocale, useTranslations } from 'next-intl';
import dynamic from 'next/dynamic';
import { loadPart } from '@/components/layout/lazy-part';
import { AmountInput } from '@/components/money/amount-input';
import { decimalsOf, formatAmount, formatExact } from '@/components/money/format';
import { ShareSlider } from '@/components/money/share-slider';
import { Chips } from '@/components/ui/segmented-control';
import { Skeleton } from '@/components/ui/skeleton';
import { TextButton } from '@/components/ui/text-button';
import { ORDER_KINDS, SPOT_TICKET_KINDS } from '@/lib/protocol/wire';
import { useHasBook } from './use-has-book';
import { TicketLifetime } from './ticket-lifetime';
import { TicketPrice } from './ticket-price';
import type { FieldsProps } from './use-ticket';
import { useProblemText } from './use-problem-text';

/** Decimals that an amount in quote units may have: those of the asset. */
const QUOTE_DECIMALS = 8;

/** Rarely used parts come when they are asked for. */
const StopFields = dynamic(() => loadPart(() => import('./ticket-stop-fields').then((module) => module.StopFields)), {
  ssr: false,
  loading: () => <Skeleton className="h-20 w-full rounded-field" />,
});
const ExitFields = dynamic(() => loadPart(() => import('./ticket-exit-fields').then((module) => module.ExitFields)), {
  ssr: false,
  loading: () => <Skeleton className="h-40 w-full rounded-field" />,
});

/** Kind, prices, amount, exits, and how long the order lives. */
export function TicketFields({ ticket, rules, isBusy, hasStops }: FieldsProps & { hasStops: boolean }) {
  const t = useTranslations('Spot');
  const { kind, set } = ticket;
  // What an order at the market costs is reckoned from the book.
  const withoutStops = useHasBook() ? ORDER_KINDS : (['limit'] as const);
  const kinds = hasStops ? SPOT_TICKET_KINDS : withoutStops;
  return (
    <>
      <Chips
        // From two panes on the ticket is narrow: all kinds stay on one line.
        className="md:gap-1.5 md:[&>label]:px-2"
        label={t('kind')}
        onChange={(next) => set({ kind: next })}
        options={kinds.map((value) => ({ value, label: t(`kinds.${value}`), disabled: isBusy }))}
        value={kind}
      />
      {kind === 'stop_limit' || kind === 'oco' ? <StopFields isBusy={isBusy} rules={rules} ticket={ticket} /> : null}
      {kind === 'limit' ? <TicketPrice isBusy={isBusy} rules={rules} ticket={ticket} /> : null}
      <TicketAmount isBusy={isBusy} rules={rules} ticket={ticket} />
      {hasStops && ticket.side === 'buy' && (kind === 'limit' || kind === 'market') ? (
        <details inert={isBusy} onToggle={(event) => set({ hasExits: event.currentTarget.open })} open={ticket.hasExits}>
          <summary className="two-ends min-h-11 items-center text-ink-2 text-small">
            <span>{t('exits')}</span>
            <span aria-hidden="true" className="font-strong text-accent">
              {ticket.hasExits ? '−' : '+'}
            </span>
          </summary>
          {ticket.hasExits ? <ExitFields isBusy={isBusy} rules={rules} ticket={ticket} /> : null}
        </details>
      ) : null}
      {kind === 'limit' ? <TicketLifetime isBusy={isBusy} ticket={ticket} /> : null}
    </>
  );
}

type LastProps = {
  last: FieldsProps['ticket']['lastAmount'];
  rules: FieldsProps['rules'];
  disabled: boolean;
  onPick: FieldsProps['ticket']['set'];
};

/** The amount of the last order in this market, one tap away. */
function LastAmount({ last, rules, disabled, onPick }: LastProps) {
  const t = useTranslations('Spot');
  const locale = useLocale();
  if (last === null) return null;
  const coin = last.unit === 'quote' ? rules.quote : rules.base;
  return (
    <p className="justify-self-end">
      <TextButton
        disabled={disabled}
        onPress={() => onPick(last)}
        text={t('lastAmount', { amount: `${formatExact(last.amount, locale)}\u00a0${coin}` })}
      />
    </p>
  );
}

function TicketAmount({ ticket, rules, isBusy }: FieldsProps) {
  const t = useTranslations('Spot');
  const locale = useLocale();
  const problemText = useProblemText(ticket.problem);
  const isQuote = ticket.unit === 'quote';
  const other = isQuote ? rules.base : rules.quote;
  const available =
    ticket.available === null ? '…' : formatAmount(ticket.available, { locale, decimalsMax: ticket.spends === rules.quote ? 2 : 8 });
  const hint =
    isQuote && ticket.quantity !== null ? t('thatIs', { quantity: formatExact(ticket.quantity, locale), coin: rules.base }) : undefined;
  return (
    <>
      <AmountInput
        after={
          <TextButton
            disabled={isBusy || !ticket.canSwitchUnit}
            label={t('enterIn', { coin: other })}
            onPress={ticket.switchUnit}
            text={`⇄ ${other}`}
          />
        }
        decimals={isQuote ? QUOTE_DECIMALS : decimalsOf(rules.stepSize)}
        disabled={isBusy}
        error={problemText('quantity')}
        hint={hint}
        label={t('amountIn', { coin: isQuote ? rules.quote : rules.base, available, spends: ticket.spends })}
        locale={locale}
        onChange={(amount) => ticket.set({ amount })}
        value={ticket.amount}
      />
      <ShareSlider
        disabled={isBusy || ticket.available === null}
        label={t('share')}
        locale={locale}
        onPick={ticket.fillPercent}
        percent={ticket.percent}
      />
      <LastAmount disabled={isBusy} last={ticket.amount === '' ? ticket.lastAmount : null} onPick={ticket.set} rules={rules} />
    </>
  );
}
