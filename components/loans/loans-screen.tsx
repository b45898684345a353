'use client';
import { useLocale, useTranslations } from 'next-intl';
import * as api from '@/lib/api/loans';
import type { LoanRow } from '@/lib/dto/loans';
import { useRead } from '@/lib/query/use-read';
import { useAccountEvents } from '@/lib/stream/hooks';
import { LoadState } from '../layout/load-state';
import { formatExact } from '../money/format';
import { EmptyState } from '../ui/empty-state';
import { Link } from '../ui/link';
import { SkeletonRows } from '../ui/skeleton';
import { CreditLimit } from './credit-limit';
import { LoanCalculator } from './loan-calculator';
import { LoanStateText } from './loan-state';

/** Loans: what one may borrow, what it costs, and what one has borrowed. */
export function LoansScreen() {
  useAccountEvents();
  return (
    <div className="pair">
      <div className="stack">
        <CreditLimit />
        <LoanCalculator />
      </div>
      <OwnLoans />
    </div>
  );
}

function OwnLoans() {
  const t = useTranslations('Loans');
  const query = useRead(api.loans, {});
  return (
    <section>
      <h2 className="text-title">{t('list')}</h2>
      <LoadState query={query} skeleton={<SkeletonRows count={3} label={t('loading')} />}>
        {({ loans }) =>
          loans.length === 0 ? (
            <EmptyState icon="loan" text={t('emptyText')} title={t('empty')} />
          ) : (
            <ul>
              {loans.map((loan) => (
                <LoanLine key={loan.id} loan={loan} />
              ))}
            </ul>
          )
        }
      </LoadState>
    </section>
  );
}

function LoanLine({ loan }: { loan: LoanRow }) {
  const t = useTranslations('Loans');
  const locale = useLocale();
  return (
    <li className="border-line border-b last:border-0">
      <Link className="flex min-h-14 flex-wrap items-center justify-between gap-x-4 gap-y-1 py-3" href={`/setloandetails?id=${loan.id}`}>
        <span className="font-strong" suppressHydrationWarning>
          {t('row', { amount: formatExact(loan.amount, locale), days: loan.days })}
        </span>
        <LoanStateText ending={loan.ending} state={loan.state} />
      </Link>
    </li>
  );
}
