'use client';
import { useLocale, useTranslations } from 'next-intl';
import { Card } from '@/components/ui/card';
import type { HostingPlan } from '@/lib/dto/hosting';
import { multiplyDecimals } from '@/lib/rules/decimal';
import { formatExact } from '@/components/money/format';
import { writeList } from '@/lib/rules/punctuation';

/** The rules of a strategy, in words with its numbers; nothing where they are not known. */
export function BookRules({ rules }: { rules: HostingPlan['rules'] | undefined }) {
  const t = useTranslations('Hosting');
  const locale = useLocale();
  if (rules === undefined) return null;
  const percent = (fraction: string) => formatExact(multiplyDecimals(fraction, '100'), locale);
  return (
    <Card className="grid grid-cols-1 gap-2">
      <h2 className="font-strong">{t('rules')}</h2>
      <ul className="grid list-disc gap-2 ps-5 text-ink-2 text-small" suppressHydrationWarning>
        <li>{writeList(rules.markets, locale)}</li>
        <li>{t('ruleEnter', { rate: percent(rules.enterRate) })}</li>
        <li>{t('ruleLeave', { rate: percent(rules.leaveRate) })}</li>
        <li>{t('ruleShare', { share: percent(rules.shareMax), cash: percent(rules.cashShare) })}</li>
        <li>{t('ruleDrift', { drift: percent(rules.driftRate) })}</li>
        <li>{t('ruleMargin', { margin: percent(rules.marginLine) })}</li>
        <li>{t('ruleStale', { seconds: rules.staleMs / 1_000 })}</li>
        <li>{t('ruleStop', { stop: percent(rules.stopRate) })}</li>
      </ul>
    </Card>
  );
}
