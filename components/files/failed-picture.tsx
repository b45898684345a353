'use client';
import { useTranslations } from 'next-intl';
import { useReadErrorText } from '@/lib/query/use-error-text';
import { Button } from '../ui/button';

type Props = { query: { error: unknown; isFetching: boolean; refetch(): Promise<unknown> }; className?: string };

/** In place of a picture that could not be read: why, and another try. */
export function FailedPicture({ query, className = '' }: Props) {
  const t = useTranslations('Common');
  const errorText = useReadErrorText();
  return (
    <div className={`grid content-center justify-items-center gap-2 p-4 text-center ${className}`} role="alert">
      <p className="text-ink-2 text-small">{errorText(query.error)}</p>
      <Button isBusy={query.isFetching} onClick={() => void query.refetch()} size="small" variant="ghost">
        {t('tryAgain')}
      </Button>
    </div>
  );
}
