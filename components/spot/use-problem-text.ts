'use client';
import { useLocale, useTranslations } from 'next-intl';
import { formatExact } from '@/components/money/format';
import type { StopField } from '@/lib/rules/spot-stops';
import type { TicketProblem } from './ticket.reading';

/** Returns the function that says what is wrong with a field, null when nothing is. */
export function useProblemText(problem: TicketProblem | null): (field: StopField) => string | null {
  const errors = useTranslations('Errors');
  const locale = useLocale();
  return (field) => {
    if (problem?.field !== field) return null;
    return errors(
      problem.code,
      Object.fromEntries(Object.entries(problem.params).map(([name, value]) => [name, formatExact(value, locale)])),
    );
  };
}
