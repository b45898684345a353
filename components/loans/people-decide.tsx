import { useLocale, useTranslations } from 'next-intl';
import { PROMISE_MS } from '@/lib/rules/promises';
import { formatDuration } from '../money/duration';
import { Notice } from '../ui/notice';
import { isDecidedByPeople, type Standing } from './find-problem';

/** Says that an amount is not paid out by itself, before anything is signed. */
export function PeopleDecide({ amount, standing }: { amount: string; standing: Standing }) {
  const t = useTranslations('Loans');
  const locale = useLocale();
  if (!isDecidedByPeople(amount, standing)) return null;
  return (
    <Notice>
      <p>{t('byPeople', { time: formatDuration(PROMISE_MS.loans / 1000, locale) })}</p>
      <p>{t('next.applying')}</p>
    </Notice>
  );
}
