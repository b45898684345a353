'use client';
import { useTranslations } from 'next-intl';
import { useCallback } from 'react';

/** Returns a function from a journal code to its words; a code of a newer backend is shown as it is, made readable. */
export function useRecordText(): (code: string) => string {
  const t = useTranslations('Records');
  return useCallback(
    (code: string) => {
      const key = `codes.${code}`;
      return t.has(key as never) ? t(key as never) : code.toLowerCase().replaceAll('_', ' ');
    },
    [t],
  );
}
