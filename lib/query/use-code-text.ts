'use client';
import { useLocale, useTranslations } from 'next-intl';
import { useCallback } from 'react';
import { readErrorValues, type ValuedCode } from '../i18n/error-values';
import type { ErrorCode } from '../protocol/errors';

type Params = Readonly<Record<string, string>>;

/** Returns the function that says what a code means in the user's language, with its values where they are known; an unknown code as it stands. */
export function useCodeText(): (code: string, params?: Params) => string {
  const plain = useTranslations('Errors');
  const valued = useTranslations('ErrorValues');
  const locale = useLocale();
  return useCallback(
    (code, params) => {
      const values = readErrorValues(code, params, locale);
      if (values !== null) return valued(code as ValuedCode, values);
      return plain.has(code as ErrorCode) ? plain(code as ErrorCode, params) : code;
    },
    [plain, valued, locale],
  );
}
