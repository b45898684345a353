'use client';
import { useCallback } from 'react';
import { ApiError } from './api-client';
import { useCodeText } from './use-code-text';
import { OfflineError } from './write-state';

/** Returns a function from whatever a read or a write threw to one calm sentence in the user's language. */
export function useErrorText(): (error: unknown) => string {
  const codeText = useCodeText();
  return useCallback(
    (error: unknown) => {
      if (error instanceof OfflineError) return codeText('OFFLINE');
      if (!(error instanceof ApiError)) return codeText('LEGACY_UNREACHABLE');
      // The backend's own words are shown only where no code of ours says it better.
      if (error.code === 'LEGACY_UNKNOWN' && error.upstreamMessage !== null) return error.upstreamMessage;
      const text = codeText(error.code, error.params);
      return text === error.code ? codeText('INTERNAL') : text;
    },
    [codeText],
  );
}

/** The same for a read: it moved nothing, so there is nothing to look after where the answer came too late. */
export function useReadErrorText(): (error: unknown) => string {
  const errorText = useErrorText();
  return useCallback(
    (error: unknown) => {
      const isLate = error instanceof ApiError && error.code === 'LEGACY_TIMEOUT';
      return errorText(isLate ? new ApiError('LEGACY_UNREACHABLE', error.status) : error);
    },
    [errorText],
  );
}
