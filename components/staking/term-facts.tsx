'use client';
import { useLocale, useTranslations } from 'next-intl';
import { formatDuration } from '@/components/money/duration';
import { formatAmount, formatExact, formatPercent } from '@/components/money/format';
import { LocalTime } from '@/components/money/local-time';
import { Notice } from '@/components/ui/notice';
import { Receipt, ReceiptRow } from '@/components/ui/receipt';
import type { StakingTerm } from '@/lib/dto/staking';
import { writeRange } from '@/lib/rules/punctuation';
import { yearlyOf } from '@/lib/rules/staking';

const DAY_MS = 86_400_000;
const RATE_DECIMALS = 4;

/** Rate range and bounds of a term, who pays it and until when that is covered, and what is special about it. */
export function TermFacts({ term }: { term: StakingTerm }) {
  const t = useTranslations('Staking');
  const locale = useLocale();
  const [lowest, highest] = [yearlyOf(term.rateMin), yearlyOf(term.rateMax)];
  const range = (min: string, max: string, decimals: number) => {
    const [low, high] = [formatPercent(min, { locale, decimals }), formatPercent(max, { locale, decimals })];
    return low === high ? low : writeRange(low, high, locale);
  };
  const isEther = term.kind !== 'term';
  return (
    <div className="grid grid-cols-1 gap-3">
      <Receipt>
        <ReceiptRow label={t('rateRange')} value={range(term.rateMin, term.rateMax, RATE_DECIMALS)} />
        <ReceiptRow label={t('apr')} value={range(lowest.apr, highest.apr, 2)} />
        <ReceiptRow label={t('apy')} value={range(lowest.apy, highest.apy, 2)} />
        <ReceiptRow
          label={t('bounds')}
          value={`${writeRange(formatExact(term.amountMin, locale), formatExact(term.amountMax, locale), locale)}\u00a0${term.asset}`}
        />
        <ReceiptRow label={t('left')} value={`${formatAmount(term.left, { locale, decimalsMin: 0, decimalsMax: 0 })}\u00a0${term.asset}`} />
        <ReceiptRow label={t('paysFrom')} value={t('pool')} />
        <ReceiptRow
          label={t('coveredAll')}
          value={term.coveredUntil === null ? t('coveredNone') : <LocalTime iso={term.coveredUntil} locale={locale} />}
        />
        {isEther ? <ReceiptRow label={t('wait')} value={t('days', { days: term.waitMs / term.dayMs })} /> : null}
        {isEther ? <ReceiptRow label={t('exit')} value={t('days', { days: term.exitMs / term.dayMs })} /> : null}
      </Receipt>
      {isEther ? <Notice>{t('etherSource')}</Notice> : null}
      {term.dayMs < DAY_MS ? <Notice>{t('sandboxDay', { length: formatDuration(term.dayMs / 1_000, locale) })}</Notice> : null}
    </div>
  );
}
