import { useTranslations } from 'next-intl';
import { Notice } from '../ui/notice';
import { isDecidedByPeople, type Standing } from './find-problem';

/** Says that an amount is not paid out by itself, before anything is signed. */
export function PeopleDecide({ amount, standing }: { amount: string; standing: Standing }) {
  const t = useTranslations('Loans');
  if (!isDecidedByPeople(amount, standing)) return null;
  return (
    <Notice>
      <p>{t('byPeople')}</p>
      <p>{t('next.applying')}</p>
    </Notice>
  );
}
