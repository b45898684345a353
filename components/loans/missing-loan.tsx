import { useTranslations } from 'next-intl';
import { buttonClass } from '../ui/button';
import { EmptyState } from '../ui/empty-state';
import { Link } from '../ui/link';

/** In place of a loan that the account in use doesn't have. */
export function MissingLoan() {
  const [t, errors] = [useTranslations('Loans'), useTranslations('Errors')];
  return (
    <EmptyState
      action={
        <Link className={buttonClass({ size: 'small' })} href="/tab3">
          {t('list')}
        </Link>
      }
      icon="loan"
      text={t('missingText')}
      title={errors('LOAN_NOT_FOUND')}
    />
  );
}
