'use client';
import { useLocale, useTranslations } from 'next-intl';
import { AmountInput } from '@/components/money/amount-input';
import { decimalsOf, formatPrice } from '@/components/money/format';
import { finishAmount } from '@/components/money/parse-amount';
import { offerStopLimit } from '@/lib/rules/spot-stops';
import type { FieldsProps } from './use-ticket';
import { useProblemText } from './use-problem-text';

/** Take-profit and stop-loss of a purchase. */
export function ExitFields({ ticket, rules, isBusy }: FieldsProps) {
  const t = useTranslations('Spot');
  const locale = useLocale();
  const problemText = useProblemText(ticket.problem);
  const stopLoss = finishAmount(ticket.stopLoss);
  const decimals = decimalsOf(rules.tickSize);
  const shared = { decimals, decimalsAtRest: decimals, disabled: isBusy, locale, placeholder: '–' };
  const coin = rules.quote;
  const sellsAt = stopLoss === null ? null : offerStopLimit({ side: 'sell', stop: stopLoss, tickSize: rules.tickSize });
  return (
    <div className="grid grid-cols-1 gap-3 pb-1">
      <p className="text-ink-2 text-small">{t('exitsText')}</p>
      <AmountInput
        {...shared}
        error={problemText('takeProfit')}
        label={t('takeProfit', { coin })}
        onChange={(takeProfit) => ticket.set({ takeProfit })}
        value={ticket.takeProfit}
      />
      <AmountInput
        {...shared}
        error={problemText('stopLoss') ?? problemText('stopLossLimit')}
        hint={sellsAt === null ? undefined : t('stopLossLimit', { price: formatPrice(sellsAt, { locale, decimals }), coin })}
        label={t('stopLoss', { coin })}
        onChange={(next) => ticket.set({ stopLoss: next })}
        value={ticket.stopLoss}
      />
    </div>
  );
}
