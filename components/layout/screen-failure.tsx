'use client';
import { useTranslations } from 'next-intl';
import { useRouter } from 'next/navigation';
import { useEffect, useTransition } from 'react';
import * as accountApi from '@/lib/api/account';
import { ApiError, readApi } from '@/lib/query/api-client';
import { useReadErrorText } from '@/lib/query/use-error-text';
import { ErrorState } from '../ui/empty-state';
import { AutoRetry } from './auto-retry';

/** `isTitled`: the frame around it has the page's heading already. */
type Props = { code: ApiError['code']; status: number; isTitled: boolean };

/** Stands where a screen could not be shown, and asks for it again by itself. */
export function ScreenFailure({ code, status, isTitled }: Props) {
  const t = useTranslations('Common');
  const errorText = useReadErrorText();
  const router = useRouter();
  const [isRetrying, startRetry] = useTransition();
  // A page can't remove a cookie: the first answer of a handler ends a session that the exchange no longer knows, and says so.
  useEffect(() => {
    if (status === 401) readApi(accountApi.account, {}).catch(() => undefined);
  }, [status]);
  return (
    <>
      <ErrorState
        isPage={!isTitled}
        isRetrying={isRetrying}
        onRetry={() => startRetry(() => router.refresh())}
        retryLabel={t('tryAgain')}
        text={errorText(new ApiError(code, status))}
        title={t('loadFailed')}
      />
      <AutoRetry />
    </>
  );
}
