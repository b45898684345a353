import { readLoanFacts } from '../modules/loans/loans';
import { type ActionName, ActionRefused } from '../modules/operators/operators';
import type { Database } from '../platform/db';

export const LOAN_USAGE = `  loan approve <loan> | loan reject <loan> <reason>
                                        pay an application out (a second operator agrees), or reject it: its owner reads the reason
`;

const NUMBER = /^[1-9][0-9]{0,17}$/;

/** Decides about an application; null for a word that is no decision. @throws ActionRefused where there is no such loan */
export async function decideLoan<C extends { words: readonly string[]; db: Database }, R>(
  call: C,
  act: (call: C, name: ActionName, input: unknown) => Promise<R>,
): Promise<R | null> {
  const [word, loan = '', ...reason] = call.words;
  if (word !== 'approve' && word !== 'reject') return null;
  const facts = NUMBER.test(loan) ? await readLoanFacts(call.db.read, loan) : null;
  if (facts === null) throw new ActionRefused('INPUT_INVALID', `There is no loan ${loan}.`);
  return word === 'approve' ? act(call, 'loans.approve', facts) : act(call, 'loans.reject', { ...facts, reason: reason.join(' ') });
}
