'use client';
import { useTranslations } from 'next-intl';
import { useCallback } from 'react';
import { ApiError } from './api-client';
import { OfflineError } from './write';

/** Returns a function from whatever a read or a write threw to one calm sentence in the user's language. */
export function useErrorText(): (error: unknown) => string {
  const t = useTranslations('Errors');
  return useCallback(
    (error: unknown) => {
      if (error instanceof OfflineError) return t('OFFLINE');
      if (!(error instanceof ApiError)) return t('LEGACY_UNREACHABLE');
      // The backend's own words are shown only where no code of ours says it better.
      if (error.code === 'LEGACY_UNKNOWN' && error.upstreamMessage !== null) return error.upstreamMessage;
      return t.has(error.code) ? t(error.code, error.params) : t('INTERNAL');
    },
    [t],
  );
}
