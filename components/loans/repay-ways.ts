import type { Loan } from '@/lib/dto/loans';

export type Way = 'all' | 'part' | 'withdraw';

/** Returns the key of `Loans.wayTexts` that says what a way to pay back comes to: of an overdue loan all of it has late fees, and adds nothing to the score. */
export function textOfWay(way: Way, state: Loan['state']): Way | 'overdue' {
  return way === 'all' && state === 'overdue' ? 'overdue' : way;
}
