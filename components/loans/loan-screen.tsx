'use client';
import { useLocale, useTranslations } from 'next-intl';
import { type ReactNode, useEffect, useState } from 'react';
import * as api from '@/lib/api/loans';
import type { Loan } from '@/lib/dto/loans';
import { useRead } from '@/lib/query/use-read';
import { useAccountEvents } from '@/lib/stream/hooks';
import { useServerNow } from '@/lib/stream/use-server-now';
import { addDecimals } from '@/lib/rules/decimal';
import { calculateYearlyRate } from '@/lib/rules/loans';
import { writePercent } from '@/lib/rules/percent';
import { AskSupport } from '../layout/ask-support';
import { LoadState } from '../layout/load-state';
import { formatExact } from '../money/format';
import { LocalTime } from '../money/local-time';
import { Card } from '../ui/card';
import { Receipt, ReceiptRow } from '../ui/receipt';
import { Skeleton } from '../ui/skeleton';
import { LoanDocument } from './loan-document';
import { showCosts } from './loan-costs';
import { listEnds } from './loan-ends';
import { LoanNext } from './loan-next';
import { LoanStateText } from './loan-state';
import { RepayForm } from './repay-form';
import { type ShownDebt, showDebt } from './show-debt';

/** One loan: what is owed by the minute, its dates, paying back, the agreement, and each step. */
export function LoanScreen({ id }: { id: string }) {
  useAccountEvents();
  const query = useRead(api.loan, { id });
  return (
    <LoadState query={query} skeleton={<Skeleton className="h-96 rounded-card" />}>
      {(loan) => <LoanParts loan={loan} />}
    </LoadState>
  );
}

function LoanParts({ loan }: { loan: Loan }) {
  const t = useTranslations('Loans');
  // Until the stream says the time the device's clock does, from when the page is taken over: at the payout nothing but the amount is owed.
  const [openedAt, setOpenedAt] = useState<number | null>(null);
  useEffect(() => setOpenedAt(Date.now()), []);
  const now = useServerNow() ?? openedAt ?? Date.parse(loan.paidOutAt ?? loan.appliedAt);
  const debt = showDebt(loan, now);
  return (
    <div className="grid grid-cols-1 gap-5">
      <Card>
        <div className="flex flex-wrap items-center justify-between gap-2 pb-3">
          <h2 className="text-title">{t('loanTitle', { id: loan.id })}</h2>
          <LoanStateText ending={loan.ending} state={loan.state} />
        </div>
        <LoanNext loan={loan} />
        <Owed debt={debt} loan={loan} />
      </Card>
      {debt === null ? null : <RepayForm debt={debt} loan={loan} now={now} />}
      <Schedule loan={loan} />
      <LoanDocument hash={loan.hash} id={loan.id} isPaidOut={loan.paidOutAt !== null} />
      <History loan={loan} />
      <AskSupport about="loan" id={loan.id} />
    </div>
  );
}

function Owed({ loan, debt }: { loan: Loan; debt: ShownDebt | null }) {
  const t = useTranslations('Loans');
  const locale = useLocale();
  const money = (text: string) => `${formatExact(text, locale)}\u00a0USDT`;
  const costs = showCosts(loan);
  return (
    <Receipt className="pt-2">
      <ReceiptRow label={t('amount')} value={money(loan.amount)} />
      <ReceiptRow label={t('dailyRate')} value={writePercent(loan.rate, locale)} />
      <ReceiptRow label={t('yearly')} value={writePercent(calculateYearlyRate(loan.rate), locale)} />
      {costs === null ? null : <ReceiptRow label={t('annual')} value={writePercent(String(costs.annualRate), locale)} />}
      <ReceiptRow label={t('interest')} value={money(loan.interest)} />
      <ReceiptRow label={t('total')} value={money(addDecimals(loan.amount, loan.interest))} />
      {debt === null ? null : (
        <>
          <ReceiptRow label={t('principal')} value={money(debt.principal)} />
          <ReceiptRow label={t('interestToDate')} value={money(debt.interest)} />
          {debt.fee === '0' ? null : <ReceiptRow label={t('lateFees', { days: loan.lateDays })} value={money(debt.fee)} />}
          <ReceiptRow isSum label={t('owedNow')} value={money(debt.total)} />
        </>
      )}
    </Receipt>
  );
}

function Line({ label, children }: { label: string; children: ReactNode }) {
  return <ReceiptRow label={label} value={children} />;
}

function Schedule({ loan }: { loan: Loan }) {
  const t = useTranslations('Loans');
  const locale = useLocale();
  const { paidOutAt } = loan;
  const time = (iso: string) => <LocalTime iso={iso} locale={locale} />;
  return (
    <Card>
      <h2 className="pb-2 font-strong">{t('schedule')}</h2>
      <Receipt>
        <Line label={t('entries.applied')}>{time(loan.appliedAt)}</Line>
        {paidOutAt === null ? null : <Line label={t('entries.paid_out')}>{time(paidOutAt)}</Line>}
        {listEnds(loan).map(({ name, iso }) => (
          <Line key={name} label={t(name)}>
            {time(iso)}
          </Line>
        ))}
        <Line label={t('auto')}>{loan.isAuto ? t('yes') : t('no')}</Line>
      </Receipt>
    </Card>
  );
}

const KINDS = ['applied', 'paid_out', 'rejected', 'repaid_part', 'repaid', 'withdrawn', 'late_day', 'written_off'] as const;

function History({ loan }: { loan: Loan }) {
  const t = useTranslations('Loans');
  const locale = useLocale();
  return (
    <section>
      <h2 className="text-title">{t('history')}</h2>
      <ol className="text-small">
        {loan.entries.map((entry) => {
          const kind = KINDS.find((known) => known === entry.kind);
          const parts = [entry.principal, entry.interest, entry.fee].filter((part) => part !== '0');
          return (
            <li
              className="flex flex-wrap items-baseline justify-between gap-x-4 border-line border-b py-2.5 last:border-0"
              key={`${entry.kind}:${entry.n}`}
            >
              <span className="grid">
                <b>{kind === undefined ? entry.kind : t(`entries.${kind}`)}</b>
                <span className="text-ink-2 text-micro">
                  <LocalTime iso={entry.at} locale={locale} />
                </span>
              </span>
              {parts.length === 0 ? null : (
                <span suppressHydrationWarning>{parts.map((part) => formatExact(part, locale)).join(' + ')} USDT</span>
              )}
            </li>
          );
        })}
      </ol>
    </section>
  );
}
