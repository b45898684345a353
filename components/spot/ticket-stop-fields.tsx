'use client';
import { useLocale, useTranslations } from 'next-intl';
import { AmountInput } from '@/components/money/amount-input';
import { decimalsOf, formatPrice } from '@/components/money/format';
import { finishAmount } from '@/components/money/parse-amount';
import { offerStopLimit } from '@/lib/rules/spot-stops';
import type { FieldsProps } from './use-ticket';
import { TicketPrice } from './ticket-price';
import { useProblemText } from './use-problem-text';

/** Prices of a stop-limit order and of a pair; the limit after the stop of a pair is offered until one is typed. */
export function StopFields({ ticket, rules, isBusy }: FieldsProps) {
  const t = useTranslations('Spot');
  const locale = useLocale();
  const problemText = useProblemText(ticket.problem);
  const stop = finishAmount(ticket.stop);
  const decimals = decimalsOf(rules.tickSize);
  const shared = { decimals, decimalsAtRest: decimals, disabled: isBusy, locale };
  const offered = stop === null ? null : offerStopLimit({ side: ticket.side, stop, tickSize: rules.tickSize });
  const isPair = ticket.kind === 'oco';
  const stopInput = (
    <AmountInput
      {...shared}
      error={problemText('stop')}
      label={t('stopPrice', { coin: rules.quote })}
      onChange={(next) => ticket.set({ stop: next })}
      value={ticket.stop}
    />
  );
  return (
    <>
      <p className="text-ink-2 text-small">{t(isPair ? 'ocoText' : 'stopText')}</p>
      {isPair ? null : stopInput}
      <TicketPrice isBusy={isBusy} rules={rules} ticket={ticket} />
      {isPair ? stopInput : null}
      {isPair ? (
        <AmountInput
          {...shared}
          error={problemText('stopLimit')}
          label={t('stopLimitPrice', { coin: rules.quote })}
          onChange={(stopLimit) => ticket.set({ stopLimit })}
          placeholder={offered === null ? '0' : formatPrice(offered, { locale, decimals })}
          value={ticket.stopLimit}
        />
      ) : null}
    </>
  );
}
