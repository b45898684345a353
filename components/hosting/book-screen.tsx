'use client';
import { useLocale, useTranslations } from 'next-intl';
import { LoadState } from '@/components/layout/load-state';
import { formatAmount, formatPercent } from '@/components/money/format';
import { LocalTime } from '@/components/money/local-time';
import { Card } from '@/components/ui/card';
import { Notice } from '@/components/ui/notice';
import { Receipt, ReceiptRow } from '@/components/ui/receipt';
import { SkeletonRows } from '@/components/ui/skeleton';
import * as hostingApi from '@/lib/api/hosting';
import type { HostingBook } from '@/lib/dto/hosting';
import { useRead } from '@/lib/query/use-read';
import { writeRange } from '@/lib/rules/punctuation';
import { BookDays } from './book-days';
import { BookMade } from './book-made';
import { BookOrders } from './book-orders';
import { BookParts } from './book-parts';
import { BookPast } from './book-past';
import { BookRules } from './book-rules';
import { BookTerms } from './book-terms';
import { Highs } from './book-highs';
import { useOpenBook } from './use-open-book';

/** The open book of a plan: what was, day by day, and what it consists of. Nothing here is a forecast. */
export function BookScreen({ plan }: { plan: string }) {
  const t = useTranslations('Hosting');
  const book = useOpenBook(plan);
  const plans = useRead(hostingApi.hostingPlans, {});
  const offer = plans.data?.plans.find(({ id }) => id === plan);
  return (
    <LoadState query={book} skeleton={<SkeletonRows count={8} label={t('loading')} />}>
      {(data) => (
        <div className="pair">
          <div className="stack">
            {data.state === 'live' ? null : <Notice tone="warn">{t(`bookStates.${data.state}`)}</Notice>}
            <Figures book={data} />
            <Highs book={data} stopRate={(data.rules ?? offer?.rules)?.stopRate} />
            {data.made === null ? null : <BookMade made={data.made} />}
            <BookDays book={data} plan={plan} />
            <BookParts book={data} plan={plan} />
            {data.past === null ? null : <BookPast past={data.past} />}
          </div>
          <div className="stack">
            <BookRules rules={data.rules ?? offer?.rules} />
            {offer === undefined ? null : <BookTerms plan={offer} />}
            <BookOrders plan={plan} />
            <p className="text-ink-3 text-micro">{t('notGuaranteed')}</p>
          </div>
        </div>
      )}
    </LoadState>
  );
}

function Figures({ book: { record, fees, nextAt } }: { book: HostingBook }) {
  const t = useTranslations('Hosting');
  const locale = useLocale();
  // Before its first valuation a book has no figures.
  const percent = (value: string) => (record.days === 0 ? '–' : formatPercent(value, { locale, decimals: 2, sign: 'auto' }));
  return (
    <Card className="grid grid-cols-1 gap-3">
      <Receipt>
        <ReceiptRow label={t('thisBook')} value={percent(record.result)} />
        <ReceiptRow label={t('heldUsdt')} value={percent('0')} />
        {record.btc === null ? null : <ReceiptRow label={t('heldBtc')} value={percent(record.btc)} />}
        <ReceiptRow label={t('liveDays')} value={String(record.days)} />
        <ReceiptRow label={t('largestFall')} value={percent(record.largestFall)} />
        <ReceiptRow label={t('worstDay')} value={percent(record.worstDay)} />
        <ReceiptRow label={t('losingDays')} value={percent(record.losingDays)} />
        <ReceiptRow label={t('feesTaken')} value={`${formatAmount(fees, { locale })}\u00a0USDT`} />
        {nextAt === null ? null : <ReceiptRow label={t('next')} value={<LocalTime iso={nextAt} locale={locale} />} />}
        <ReceiptRow
          label={t('range')}
          value={record.range === null ? t('rangeHidden') : writeRange(percent(record.range.low), percent(record.range.high), locale)}
        />
      </Receipt>
      {record.range === null ? null : <p className="text-ink-3 text-micro">{t('rangeText')}</p>}
    </Card>
  );
}
