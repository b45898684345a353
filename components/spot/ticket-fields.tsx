'use client';
import { useLocale, useTranslations } from 'next-intl';
import { AmountInput } from '@/components/money/amount-input';
import { decimalsOf, formatAmount, formatExact, formatPercent } from '@/components/money/format';
import { Chips } from '@/components/ui/segmented-control';
import type { MarketRules } from '@/lib/dto/market';
import { ORDER_KINDS, TIMES_IN_FORCE } from '@/lib/protocol/wire';
import type { TicketState } from './use-ticket';

const PERCENTS = [25, 50, 75, 100] as const;

/** Kind, price, amount and how long the order lives. */
export function TicketFields({ ticket, rules, isBusy }: { ticket: TicketState; rules: MarketRules; isBusy: boolean }) {
  const t = useTranslations('Spot');
  const errors = useTranslations('Errors');
  const locale = useLocale();
  const { problem } = ticket;
  const problemText = (field: 'price' | 'quantity') =>
    problem?.field === field
      ? errors(problem.code, Object.fromEntries(Object.entries(problem.params).map(([name, value]) => [name, formatExact(value, locale)])))
      : null;
  const best = ticket.side === 'buy' ? ticket.bestBid : ticket.bestAsk;
  const opposite = ticket.side === 'buy' ? ticket.bestAsk : ticket.bestBid;
  const available =
    ticket.available === null ? '…' : formatAmount(ticket.available, { locale, decimalsMax: ticket.spends === rules.quote ? 2 : 8 });
  return (
    <>
      <Chips
        label={t('kind')}
        onChange={ticket.setKind}
        options={ORDER_KINDS.map((value) => ({ value, label: t(`kinds.${value}`), disabled: isBusy }))}
        value={ticket.kind}
      />
      {ticket.kind === 'limit' ? (
        <AmountInput
          after={
            <span className="flex gap-3">
              <BestButton label={ticket.side === 'buy' ? t('bestBid') : t('bestAsk')} onPick={ticket.setPrice} price={best} />
              <BestButton label={ticket.side === 'buy' ? t('bestAsk') : t('bestBid')} onPick={ticket.setPrice} price={opposite} />
            </span>
          }
          decimals={decimalsOf(rules.tickSize)}
          decimalsAtRest={decimalsOf(rules.tickSize)}
          disabled={isBusy}
          error={problemText('price')}
          label={t('priceIn', { coin: rules.quote })}
          locale={locale}
          onChange={ticket.setPrice}
          value={ticket.price}
        />
      ) : null}
      <AmountInput
        decimals={decimalsOf(rules.stepSize)}
        disabled={isBusy}
        error={problemText('quantity')}
        label={t('amountIn', { coin: rules.base, available, spends: ticket.spends })}
        locale={locale}
        onChange={ticket.setQuantity}
        value={ticket.quantity}
      />
      <fieldset aria-label={t('share')} className="grid grid-cols-4 gap-2">
        {PERCENTS.map((percent) => (
          <button
            className="min-h-11 rounded-full bg-surface-2 font-strong text-ink-2 text-small active:bg-surface-3 disabled:opacity-50"
            disabled={isBusy || ticket.available === null}
            key={percent}
            onClick={() => ticket.fillPercent(percent)}
            type="button"
          >
            {formatPercent(String(percent / 100), { locale, decimals: 0 })}
          </button>
        ))}
      </fieldset>
      {ticket.kind === 'limit' ? (
        <details className="group">
          <summary className="flex min-h-11 items-center justify-between text-ink-2 text-small">
            <span>{t('timeInForce')}</span>
            <span className="font-strong text-accent">{t(`times.${ticket.timeInForce}`)}</span>
          </summary>
          <Chips
            label={t('timeInForce')}
            onChange={ticket.setTimeInForce}
            options={TIMES_IN_FORCE.map((value) => ({ value, label: t(`times.${value}`), disabled: isBusy }))}
            value={ticket.timeInForce}
          />
          <p className="pt-1 text-ink-2 text-small">{t(`timesText.${ticket.timeInForce}`)}</p>
        </details>
      ) : null}
    </>
  );
}

function BestButton({ label, price, onPick }: { label: string; price: string | null; onPick: (price: string) => void }) {
  return (
    <button
      className="relative font-strong text-accent text-small before:absolute before:-inset-x-1.5 before:-inset-y-3 disabled:opacity-50"
      disabled={price === null}
      onClick={() => price !== null && onPick(price)}
      type="button"
    >
      {label}
    </button>
  );
}
