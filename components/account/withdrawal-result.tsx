'use client';
import { useLocale, useTranslations } from 'next-intl';
import { useCallback } from 'react';
import { useShowResult } from '@/components/layout/result';
import { formatExact, formatTime } from '@/components/money/format';
import { Receipt, ReceiptRow } from '@/components/ui/receipt';
import type { Withdrawal } from '@/lib/dto/withdrawals';
import { useCodeText } from '@/lib/query/use-code-text';
import { REVIEW_REASONS } from '@/lib/rules/withdrawals';
import { MarkedAddress } from './withdraw-confirm';

/** Returns what says why a withdrawal waits or was refused; null where there is nothing to say. An operator's own words are shown as they are. */
export function useReasonText(): (withdrawal: Pick<Withdrawal, 'reason' | 'until'>) => string | null {
  const t = useTranslations('Withdrawals');
  const codeText = useCodeText();
  return useCallback(
    ({ reason, until }) => {
      const review = REVIEW_REASONS.find((one) => one === reason);
      if (reason === null) return null;
      return t('reason', {
        reason: review === undefined ? codeText(reason, until === null ? {} : { until }) : t(`reviewReasons.${review}`),
      });
    },
    [t, codeText],
  );
}

/** Returns what shows where a withdrawal is that was asked for: what arrives where, and when it goes on. */
export function useShowWithdrawal(): (withdrawal: Withdrawal) => void {
  const t = useTranslations('Withdrawals');
  const locale = useLocale();
  const reasonText = useReasonText();
  const showResult = useShowResult();
  return useCallback(
    (withdrawal) => {
      const { amount, coin, state, until } = withdrawal;
      const reason = reasonText(withdrawal);
      const next =
        until === null ? [] : [t(state === 'waiting' ? 'untilWaiting' : 'until', { time: formatTime(until, { locale, style: 'full' }) })];
      showResult({
        title: t('asked', { amount: `${formatExact(amount, locale)}\u00a0${coin}` }),
        lead: [t(`steps.${state}`), ...next].join(' · '),
        facts: <WithdrawalReceipt reason={reason} withdrawal={withdrawal} />,
        href: '/record?active=2',
        more: t('list'),
      });
    },
    [t, locale, reasonText, showResult],
  );
}

function WithdrawalReceipt({ withdrawal, reason }: { withdrawal: Withdrawal; reason: string | null }) {
  const t = useTranslations('Withdrawals');
  const locale = useLocale();
  const { amount, arrives, coin, network, address } = withdrawal;
  return (
    <>
      {reason === null ? null : <p className="text-ink-2 text-small">{reason}</p>}
      <Receipt>
        <ReceiptRow label={t('amount')} value={`${formatExact(amount, locale)}\u00a0${coin}`} />
        <ReceiptRow isSum label={t('arrives')} value={`${formatExact(arrives, locale)}\u00a0${coin}`} />
      </Receipt>
      <div className="rounded-field bg-surface-2 px-4 py-3">
        <p className="text-ink-2 text-small">{t('address', { network })}</p>
        <MarkedAddress address={address} />
      </div>
    </>
  );
}
