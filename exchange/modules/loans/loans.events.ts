import { z } from 'zod';
import { defineEvent } from '../../platform/event-kinds';

const text = z.string().max(60);
const loan = text;
const amount = text;

/** A loan was paid out. `due` in ms. */
export const loanPaidOut = defineEvent('loan.paid-out', z.object({ loan, amount, due: z.number() }));
/** An application was rejected. */
export const loanRejected = defineEvent('loan.rejected', z.object({ loan, amount, reason: z.string().max(300) }));
/** The due time comes; `owed` is what is owed then. */
export const loanDueSoon = defineEvent('loan.due-soon', z.object({ loan, hours: z.number(), owed: text, due: z.number() }));
/** The due time is over (`days` 0), or another day is; `fee` is what late days cost so far. */
export const loanOverdue = defineEvent('loan.overdue', z.object({ loan, days: z.number(), owed: text, fee: text }));
/** Something was paid back; `left` is what is left of the amount. */
export const loanRepaid = defineEvent(
  'loan.repaid',
  z.object({ loan, how: z.enum(['part', 'all', 'automatic', 'withdrawn']), paid: text, left: text }),
);
/** What was not paid back was written off. */
export const loanWrittenOff = defineEvent('loan.written-off', z.object({ loan, amount }));

export const LOAN_EVENTS = [loanPaidOut, loanRejected, loanDueSoon, loanOverdue, loanRepaid, loanWrittenOff];
