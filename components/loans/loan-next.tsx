'use client';
import { useLocale, useTranslations } from 'next-intl';
import type { Loan } from '@/lib/dto/loans';
import { formatScaled, toScaled } from '@/lib/rules/decimal';
import { LOAN_SCALE, nextLateFee } from '@/lib/rules/loans';
import { promiseOf } from '@/lib/rules/promises';
import { DecisionDue } from '../layout/decision-due';
import { formatExact } from '../money/format';
import { Notice } from '../ui/notice';

const units = (text: string) => toScaled(text, LOAN_SCALE) ?? 0n;

/** What becomes of a loan from here: whether anything is owed, what a day too late costs, and how it ends without its owner. */
export function LoanNext({ loan }: { loan: Loan }) {
  const t = useTranslations('Loans');
  const locale = useLocale();
  const { state, ending, reason, isAuto } = loan;
  const money = (amount: bigint) => `${formatExact(formatScaled(amount, LOAN_SCALE), locale)}\u00a0USDT`;
  const cap = units(loan.interest);
  const fee = nextLateFee({ principal: units(loan.principal), rate: loan.rate, charged: units(loan.fee), cap });
  const costs = { fee: money(fee), cap: money(cap) };
  const auto = isAuto ? t('next.auto') : null;
  if (state === 'applying') return <Says due={promiseOf('loans', loan.appliedAt)} texts={[t('deciding'), t('next.applying')]} />;
  if (state === 'running') return <Says texts={[t('next.running', costs), auto]} />;
  if (state === 'overdue') return <Says isBad texts={[t(fee === 0n ? 'next.overdueFull' : 'next.overdue', costs), auto]} />;
  if (state === 'rejected') {
    return (
      <Says isBad texts={reason === 'lapsed' ? [t('lapsed')] : [t('rejectedBecause', { reason: reason ?? '' }), t('next.rejected')]} />
    );
  }
  return ending === 'written_off' ? <Says isBad texts={[t('writtenOffText')]} /> : <Says texts={[t('next.over')]} />;
}

/** Each text on lines of its own: how sentences are joined differs from language to language. */
function Says({ texts, due = null, isBad = false }: { texts: readonly (string | null)[]; due?: string | null; isBad?: boolean }) {
  return (
    <div className="pb-3">
      <Notice tone={isBad ? 'danger' : 'info'}>
        {texts.map((text) => (text === null ? null : <p key={text}>{text}</p>))}
        <DecisionDue iso={due} />
      </Notice>
    </div>
  );
}
