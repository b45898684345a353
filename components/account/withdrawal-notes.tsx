'use client';
import { useLocale, useTranslations } from 'next-intl';
import { formatDuration } from '@/components/money/duration';
import { formatExact } from '@/components/money/format';
import { sentenceGap } from '@/components/ui/sentence-gap';
import type { WithdrawalTerms } from '@/lib/dto/withdrawals';
import { PAYMENT_GAS_MAX } from '@/lib/rules/withdrawals';

type Props = { channel: WithdrawalTerms['channels'][number]; terms: WithdrawalTerms };

/** What is published about a withdrawal of this kind: all that may refuse or delay it. */
export function WithdrawalNotes({ channel, terms }: Props) {
  const t = useTranslations('Withdrawals');
  const locale = useLocale();
  const { coin, network, min, max, reviewAbove, dayOutflowMax } = channel;
  const limit = terms.limits.find((each) => each.coin === coin);
  const write = (value: string) => formatExact(value, locale);
  return (
    <ul className="grid list-disc gap-1 ps-4.5 text-ink-2 text-small">
      <li>{t('range', { min: write(min), max: write(max), coin })}</li>
      {limit === undefined ? null : (
        <li>
          {t('limit', { left: write(limit.left), limit: write(limit.limit), coin })}
          {sentenceGap(locale)}
          {terms.isVerified ? null : t('limitVerified', { limit: write(limit.verifiedLimit), coin })}
        </li>
      )}
      {terms.openMax === null ? null : <li>{t('openMax', { max: write(String(terms.openMax)) })}</li>}
      <li>{t('firstWait', { time: formatDuration(terms.firstWaitSeconds, locale) })}</li>
      {network === 'ERC20' ? <li>{t('addressCost', { gas: write(String(PAYMENT_GAS_MAX)) })}</li> : null}
      <li>{t('review', { amount: write(reviewAbove), coin, time: formatDuration(terms.reviewSecondsMax, locale) })}</li>
      {dayOutflowMax === null ? null : <li>{t('dayOutflow', { amount: write(dayOutflowMax), coin, network })}</li>}
    </ul>
  );
}
