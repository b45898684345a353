'use client';
import type { StopField } from '@/lib/rules/spot-stops';
import { useCodeText } from '@/lib/query/use-code-text';
import type { TicketProblem } from './ticket.reading';

/** Returns the function that says what is wrong with a field, null when nothing is. */
export function useProblemText(problem: TicketProblem | null): (field: StopField) => string | null {
  const codeText = useCodeText();
  return (field) => (problem?.field === field ? codeText(problem.code, problem.params) : null);
}
