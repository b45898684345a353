import type { ActionName } from '../modules/operators/operators';

export const LOAN_USAGE = `  loan approve <loan> | loan reject <loan> <reason>
                                        pay an application out (a second operator agrees), or reject it: its owner reads the reason
`;

/** Decides about an application; null for a word that is no decision. */
export async function decideLoan<C extends { words: readonly string[] }, R>(
  call: C,
  act: (call: C, name: ActionName, input: unknown) => Promise<R>,
): Promise<R | null> {
  const [word, loan = '', ...reason] = call.words;
  if (word === 'approve') return act(call, 'loans.approve', { loan });
  return word === 'reject' ? act(call, 'loans.reject', { loan, reason: reason.join(' ') }) : null;
}
