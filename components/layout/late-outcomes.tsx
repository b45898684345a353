'use client';
import { useTranslations } from 'next-intl';
import { useEffect } from 'react';
import { ApiError } from '@/lib/query/api-client';
import { useErrorText } from '@/lib/query/use-error-text';
import { LATE_OUTCOME_EVENT, type LateOutcome } from '@/lib/query/use-write';
import { Notice } from '../ui/notice';
import { useShowResult } from './result';

/** Says what was done, or was not, where the sheet or page that asked for it is gone. Stands once in the member layout. */
export function LateOutcomes() {
  const t = useTranslations('Write');
  const errorText = useErrorText();
  const showResult = useShowResult();
  useEffect(() => {
    const hear = (event: Event) => {
      const outcome = (event as CustomEvent<LateOutcome>).detail;
      const { text, error } = outcome;
      if ('href' in outcome) return showResult({ title: t('accepted'), lead: text, facts: null, href: outcome.href });
      // These have a sheet and a page of their own.
      if (error instanceof ApiError && (error.code === 'ACCOUNT_CHANGED' || error.status === 401)) return;
      showResult({ title: t('notDone'), lead: text, facts: <Notice tone="danger">{errorText(error)}</Notice> });
    };
    window.addEventListener(LATE_OUTCOME_EVENT, hear);
    return () => window.removeEventListener(LATE_OUTCOME_EVENT, hear);
  }, [t, errorText, showResult]);
  return null;
}
