import type { LoanTerms } from '../registry/registry';
import type { Mode } from '../../../lib/protocol/wire';
import { LOAN_DAY_MS } from '../../../lib/rules/loans';

/** What is offered: `min` and `max` in USDT, `rate` in percent a day. */
export type LoanProduct = { id: string; days: number; min: string; max: string; rate: string; dayMs: number };
/** What is in force, with its version in the registry. */
export type OfferedLoans = { version: number; terms: LoanTerms };

/** A day of a minute, so that a whole loan can be walked through in a sandbox. */
const SANDBOX_PRODUCT: LoanProduct = { id: '9', days: 3, min: '10', max: '1000', rate: '0.1', dayMs: 60_000 };

/** How long an application waits before it is decided by itself. */
export const DECISION_MS = 20_000;
/** Loans of one user and mode that wait, run or are overdue at once. */
export const LOANS_OPEN_MAX = 10;
/** Applications of one user and mode in 24 hours, whatever became of them. */
export const APPLICATIONS_A_DAY_MAX = 20;
export const DAY_MS = LOAN_DAY_MS;

/** Whether a loan is about test money: everything in a sandbox is, and the demo account everywhere. */
export const isTestLoan = ({ sandbox }: { sandbox: boolean }, mode: Mode): boolean => sandbox || mode === 'demo';

/** Returns the products that can be had here. In a sandbox `sandboxDayMs` may make its short day shorter. */
export function listProducts(
  { terms }: OfferedLoans,
  { sandbox, sandboxDayMs }: { sandbox: boolean; sandboxDayMs: number | null },
): LoanProduct[] {
  const offered = terms.products.map((product) => ({ ...product, dayMs: LOAN_DAY_MS }));
  return sandbox ? [...offered, { ...SANDBOX_PRODUCT, dayMs: sandboxDayMs ?? SANDBOX_PRODUCT.dayMs }] : offered;
}
