'use client';
import { useLocale, useTranslations } from 'next-intl';
import { formatExact, formatPercent } from '@/components/money/format';
import { Card } from '@/components/ui/card';
import { Receipt, ReceiptRow } from '@/components/ui/receipt';
import type { HostingBook } from '@/lib/dto/hosting';
import { multiplyDecimals } from '@/lib/rules/decimal';
import { DayCalendar } from './book-days';
import { listChanges } from './day-changes';
import { UnitCurve } from './unit-curve';

/** What the rules made of simulated prices before the book was opened: apart from what was, with what it leaves out. */
export function BookPast({ past: { record, days, funding } }: { past: NonNullable<HostingBook['past']> }) {
  const t = useTranslations('Hosting');
  const locale = useLocale();
  const percent = (value: string) => formatPercent(value, { locale, decimals: 2, sign: 'auto' });
  return (
    <Card className="grid grid-cols-1 gap-3 border border-line border-dashed">
      <h2 className="two-ends items-baseline font-strong">
        <span>{t('past')}</span>
        <span className="rounded-control bg-warn-soft px-2 py-1 text-micro text-warn">{t('simulated')}</span>
      </h2>
      <p className="text-ink-2 text-small" suppressHydrationWarning>
        {t('pastText', { rate: formatExact(multiplyDecimals(funding, '100'), locale) })}
      </p>
      <Receipt>
        <ReceiptRow label={t('simulatedBook')} value={percent(record.result)} />
        <ReceiptRow label={t('heldUsdt')} value={percent('0')} />
        {record.btc === null ? null : <ReceiptRow label={t('heldBtc')} value={percent(record.btc)} />}
        <ReceiptRow label={t('simulatedDays')} value={String(record.days)} />
        <ReceiptRow label={t('largestFall')} value={percent(record.largestFall)} />
        <ReceiptRow label={t('worstDay')} value={percent(record.worstDay)} />
        <ReceiptRow label={t('losingDays')} value={percent(record.losingDays)} />
      </Receipt>
      <UnitCurve isDashed points={days} />
      <details className="grid gap-2">
        <summary className="flex min-h-11 items-center font-strong text-accent text-small">{t('simulatedCalendar')}</summary>
        <DayCalendar cells={listChanges(days)} />
      </details>
    </Card>
  );
}
