'use client';
import { useLocale, useTranslations } from 'next-intl';
import { directionOf, formatAmount, formatExact, formatPercent, formatPrice } from '@/components/money/format';
import { LocalTime } from '@/components/money/local-time';
import type { FundingPayment } from '@/lib/dto/perpetual';

/** One funding payment with what it was reckoned from. */
export function FundingRow({ payment }: { payment: FundingPayment }) {
  const t = useTranslations('Perpetual');
  const locale = useLocale();
  const [base = '', quote = ''] = payment.symbol.split('-');
  return (
    <li className="grid min-h-16 content-center gap-0.5 border-line border-b py-2">
      <span className="two-ends items-baseline font-strong">
        <span>
          {t(payment.side)} {base}/{quote}
        </span>
        <span className={`${directionOf(payment.amount) > 0 ? 'text-up' : ''}`} suppressHydrationWarning>
          {formatAmount(payment.amount, { locale, decimalsMax: 8, sign: 'always' })} {quote}
        </span>
      </span>
      <span className="two-ends text-ink-2 text-small">
        <span suppressHydrationWarning>
          {formatPercent(payment.rate, { locale, decimals: 4, sign: 'always' })} × {formatPrice(payment.markPrice, { locale })} ×{' '}
          {formatExact(payment.quantity, locale)} {base}
        </span>
        <span className="text-ink-3">
          <LocalTime iso={payment.at} locale={locale} />
        </span>
      </span>
    </li>
  );
}
