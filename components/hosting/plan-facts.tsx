'use client';
import { useLocale, useTranslations } from 'next-intl';
import { formatDuration } from '@/components/money/duration';
import { formatAmount, formatExact, formatPercent } from '@/components/money/format';
import { LocalTime } from '@/components/money/local-time';
import { Notice } from '@/components/ui/notice';
import { Receipt, ReceiptRow } from '@/components/ui/receipt';
import type { HostingPlan } from '@/lib/dto/hosting';
import { writeRange } from '@/lib/rules/punctuation';

const DAY_MS = 86_400_000;

/** Bounds, quota, source and costs of a plan, and when its book is valued next. */
export function PlanFacts({ plan }: { plan: HostingPlan }) {
  const [t, ts] = [useTranslations('Hosting'), useTranslations('Staking')];
  const locale = useLocale();
  const percent = (rate: string) => formatPercent(rate, { locale, decimals: 2 });
  return (
    <div className="grid grid-cols-1 gap-3">
      <Receipt>
        <ReceiptRow
          label={ts('bounds')}
          value={`${writeRange(formatExact(plan.amountMin, locale), formatExact(plan.amountMax, locale), locale)}\u00a0${plan.asset}`}
        />
        <ReceiptRow label={t('left')} value={`${formatAmount(plan.left, { locale, decimalsMin: 0, decimalsMax: 0 })}\u00a0${plan.asset}`} />
        <ReceiptRow label={ts('paysFrom')} value={t('source')} />
        <ReceiptRow label={t('fee')} value={percent(plan.feeRate)} />
        <ReceiptRow label={t('exit')} value={percent(plan.exitRate)} />
        {plan.nextAt === null ? null : <ReceiptRow label={t('next')} value={<LocalTime iso={plan.nextAt} locale={locale} />} />}
      </Receipt>
      {plan.dayMs < DAY_MS ? <Notice>{t('sandboxDay', { length: formatDuration(plan.dayMs / 1_000, locale) })}</Notice> : null}
    </div>
  );
}

/** What was hosted: it gets its units at the next valuation, so that they and their value are not known yet. */
export function HostedReceipt({ plan, amount }: { plan: HostingPlan; amount: string }) {
  const [t, ts] = [useTranslations('Hosting'), useTranslations('Staking')];
  const locale = useLocale();
  const percent = (rate: string) => formatPercent(rate, { locale, decimals: 2 });
  return (
    <Receipt>
      {plan.nextAt === null ? null : <ReceiptRow label={t('next')} value={<LocalTime iso={plan.nextAt} locale={locale} />} />}
      <ReceiptRow label={ts('paysFrom')} value={t('source')} />
      <ReceiptRow label={t('fee')} value={percent(plan.feeRate)} />
      <ReceiptRow label={t('exit')} value={percent(plan.exitRate)} />
      <ReceiptRow isSum label={ts('principal')} value={`${formatExact(amount, locale)}\u00a0${plan.asset}`} />
    </Receipt>
  );
}
