'use client';
import { useLocale, useTranslations } from 'next-intl';
import { formatDuration } from '@/components/money/duration';
import { formatAmount, formatPercent } from '@/components/money/format';
import { Card } from '@/components/ui/card';
import { Notice } from '@/components/ui/notice';
import { Receipt, ReceiptRow } from '@/components/ui/receipt';
import { Link } from '../ui/link';
import type { HostingPlan } from '@/lib/dto/hosting';

const DAY_MS = 86_400_000;

/** What a holder of a plan pays, and what can still be put in. */
export function BookTerms({ plan }: { plan: HostingPlan }) {
  const t = useTranslations('Hosting');
  const locale = useLocale();
  const percent = (rate: string) => formatPercent(rate, { locale, decimals: 2 });
  return (
    <Card className="grid grid-cols-1 gap-3">
      <Receipt>
        <ReceiptRow label={t('fee')} value={percent(plan.feeRate)} />
        <ReceiptRow label={t('exit')} value={percent(plan.exitRate)} />
        <ReceiptRow label={t('left')} value={`${formatAmount(plan.left, { locale, decimalsMin: 0, decimalsMax: 0 })}\u00a0${plan.asset}`} />
      </Receipt>
      {plan.dayMs < DAY_MS ? <Notice>{t('sandboxDay', { length: formatDuration(plan.dayMs / 1_000, locale) })}</Notice> : null}
      <Link className="inline-flex min-h-11 items-center text-accent text-small" href="/tab2?active=hosting">
        {t('toPlans')}
      </Link>
    </Card>
  );
}
