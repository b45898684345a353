'use client';
import { useLocale, useTranslations } from 'next-intl';
import { useState } from 'react';
import * as api from '@/lib/api/loans';
import type { Loan } from '@/lib/dto/loans';
import { useRead } from '@/lib/query/use-read';
import { addDecimals } from '@/lib/rules/decimal';
import { formatExact } from '../money/format';
import { RecordLink } from '../money/record-link';
import { Receipt, ReceiptRow } from '../ui/receipt';
import { Skeleton } from '../ui/skeleton';

const REPAYMENTS: readonly string[] = ['repaid_part', 'repaid', 'withdrawn'];

/** Returns the last repayment of a loan, undefined where there is none. */
function findLast({ entries }: Loan): Loan['entries'][number] | undefined {
  return entries
    .filter(({ kind }) => REPAYMENTS.includes(kind))
    .reduce<Loan['entries'][number] | undefined>((last, entry) => (last === undefined || entry.n > last.n ? entry : last), undefined);
}

/** The receipt of a repayment, as it was booked: read after it, since what is owed grows by the minute. Nothing where it can't be read. */
export function RepaidFacts({ id }: { id: string }) {
  const t = useTranslations('Loans');
  const locale = useLocale();
  const [from] = useState(() => Date.now());
  const { data, dataUpdatedAt, isError } = useRead(api.loan, { id });
  if (data === undefined || dataUpdatedAt < from) return isError ? null : <Skeleton className="h-36 rounded-card" />;
  const paid = findLast(data);
  if (paid === undefined) return null;
  const money = (text: string) => `${formatExact(text, locale)}\u00a0USDT`;
  const { principal, interest, fee } = paid;
  return (
    <>
      <Receipt>
        <ReceiptRow label={t('amount')} value={money(principal)} />
        {interest === '0' ? null : <ReceiptRow label={t('interestToDate')} value={money(interest)} />}
        {fee === '0' ? null : <ReceiptRow label={t('lateFees', { days: data.lateDays })} value={money(fee)} />}
        <ReceiptRow isSum label={t('entries.repaid')} value={money(addDecimals(addDecimals(principal, interest), fee))} />
        <ReceiptRow label={t('left')} value={money(data.principal)} />
      </Receipt>
      <RecordLink reference={`loan:${id}:${paid.n}`}>{t('toRecord')}</RecordLink>
    </>
  );
}
