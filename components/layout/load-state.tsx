'use client';
import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { ErrorState } from '@/components/ui/empty-state';
import { useErrorText } from '@/lib/query/use-error-text';

type Loadable<Data> = { data: Data | undefined; error: unknown; isFetching: boolean; refetch: () => Promise<unknown> };

/** Shows what a query holds: the skeleton until the first answer, an error with "try again" if there was none, else the children; data once shown stays. */
export function LoadState<Data>({
  query,
  skeleton,
  children,
}: {
  query: Loadable<Data>;
  skeleton: ReactNode;
  children: (data: Data) => ReactNode;
}) {
  const t = useTranslations('Common');
  const errorText = useErrorText();
  if (query.data !== undefined) return <>{children(query.data)}</>;
  if (query.error === null || query.error === undefined) return <>{skeleton}</>;
  return (
    <ErrorState
      isRetrying={query.isFetching}
      onRetry={() => void query.refetch()}
      retryLabel={t('tryAgain')}
      text={errorText(query.error)}
      title={t('loadFailed')}
    />
  );
}
