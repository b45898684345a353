'use client';
import { useLocale, useTranslations } from 'next-intl';
import { formatPercent } from '@/components/money/format';
import { Notice } from '@/components/ui/notice';
import { sentenceGap } from '@/components/ui/sentence-gap';
import type { TicketWarning } from './ticket.warnings';

const TEXTS = { far: 'warnFar', large: 'warnLarge', slippage: 'warnSlippage' } as const;

/** What is unusual about the order; `isAsking` after the first tap. */
export function TicketWarnings({ warnings, isAsking }: { warnings: readonly TicketWarning[]; isAsking: boolean }) {
  const t = useTranslations('Spot');
  const locale = useLocale();
  const gap = sentenceGap(locale);
  if (warnings.length === 0) return null;
  return (
    <Notice isAlert={isAsking} tone="warn">
      {warnings.map(({ code, fraction }) => t(TEXTS[code], { percent: formatPercent(fraction, { locale }) })).join(gap)}
      {isAsking ? `${gap}${t('warnAgain')}` : ''}
    </Notice>
  );
}
