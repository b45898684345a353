'use client';
import { useTranslations } from 'next-intl';
import { type ReactNode, useEffect } from 'react';
import { ErrorState } from '@/components/ui/empty-state';
import { useReadErrorText } from '@/lib/query/use-error-text';

export type Loadable<Data> = { data: Data | undefined; error: unknown; isFetching: boolean; refetch: () => Promise<unknown> };

/** How often a read that failed is tried again while its error is shown. */
const RETRY_MS = 5_000;

/** Shows what a query holds: the skeleton until the first answer, an error with "try again" if there was none (it also tries by itself), else the children; data once shown stays. */
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
  const errorText = useReadErrorText();
  const { refetch } = query;
  const hasFailed = query.data === undefined && query.error !== null && query.error !== undefined;
  useEffect(() => {
    if (!hasFailed) return;
    const timer = setInterval(() => void refetch(), RETRY_MS);
    return () => clearInterval(timer);
  }, [hasFailed, refetch]);
  if (query.data !== undefined) return <>{children(query.data)}</>;
  if (!hasFailed) return <>{skeleton}</>;
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
