'use client';
import { useLocale, useTranslations } from 'next-intl';
import { addDecimals } from '../../lib/rules/decimal';
import { calculateBreakEven } from '../../lib/rules/options';
import { formatAmount, formatPercent } from '@/components/money/format';
import { Receipt, ReceiptRow } from '@/components/ui/receipt';
import type { RiskLimits, OptionTerms } from '@/lib/dto/options';
import { useLosersText } from './disclosure';
import { profitOf } from './stake';

type Props = { terms: OptionTerms; riskLimits: RiskLimits; seconds: number; stake: string };

/** Of fewer contracts a share says nothing. */
const OWN_RECORD_MIN = 20;

/** What each result pays, how often one must be right, and how it went so far. */
export function OptionReceipt({ terms, riskLimits, seconds, stake }: Props) {
  const t = useTranslations('Options');
  const locale = useLocale();
  const ratio = terms.durations.find((one) => one.seconds === seconds)?.ratio ?? '0';
  const profit = profitOf(stake, ratio);
  const typed = stake.replace(/\.$/, '');
  const amount = (value: string | null) => (value === null ? `– ${terms.quote}` : `${formatAmount(value, { locale })}\u00a0${terms.quote}`);
  const losers = useLosersText(riskLimits.losingShare);
  const { count, right, profit: earned } = riskLimits.record;
  return (
    <div className="grid grid-cols-1 gap-3">
      <div aria-live="polite">
        <Receipt>
          <ReceiptRow
            label={t('ifRight', { rate: formatPercent(ratio, { locale, decimals: 0 }) })}
            value={amount(profit === null ? null : addDecimals(typed, profit))}
          />
          <ReceiptRow label={t('ifWrong')} value={amount('0')} />
          <ReceiptRow label={t('ifEqual')} value={t('back', { amount: amount(profit === null ? null : typed) })} />
          <ReceiptRow
            isSum
            label={t('breakEven')}
            value={t('breakEvenValue', { rate: formatPercent(calculateBreakEven(ratio), { locale, decimals: 1 }) })}
          />
        </Receipt>
      </div>
      <p className="text-ink-2 text-small">
        {count < OWN_RECORD_MIN
          ? count === 0
            ? t('noRecord')
            : null
          : t('record', {
              count,
              right,
              rate: formatPercent(String(right / count), { locale, decimals: 1 }),
              profit: formatAmount(earned, { locale, sign: 'always' }),
              coin: terms.quote,
            })}{' '}
        {count === 0 && riskLimits.losingShare === null ? null : losers}
      </p>
    </div>
  );
}
