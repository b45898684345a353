import type { Loan } from '@/lib/dto/loans';
import { WRITE_OFF_DAYS, withdrawalEndsAt } from '@/lib/rules/loans';

export type LoanEnd = { name: 'withdrawUntil' | 'due' | 'writtenOffAt'; iso: string };
const isoOf = (at: number) => new Date(at).toISOString();

/** Returns until when a loan may be withdrawn and when it is written off, while anything is owed, and when it is or was due; the first of them first. */
export function listEnds({ state, paidOutAt, dueAt, dayMs }: Pick<Loan, 'state' | 'paidOutAt' | 'dueAt' | 'dayMs'>): LoanEnd[] {
  const ends: LoanEnd[] = [];
  if (paidOutAt !== null && (state === 'running' || state === 'overdue')) {
    ends.push({ name: 'withdrawUntil', iso: isoOf(withdrawalEndsAt({ paidOutAt: Date.parse(paidOutAt), dayMs })) });
  }
  if (dueAt !== null) ends.push({ name: 'due', iso: dueAt });
  if (dueAt !== null && state === 'overdue') ends.push({ name: 'writtenOffAt', iso: isoOf(Date.parse(dueAt) + WRITE_OFF_DAYS * dayMs) });
  return ends.sort((a, b) => Date.parse(a.iso) - Date.parse(b.iso));
}
