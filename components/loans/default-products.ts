import type { LoanProduct } from '@/lib/dto/loans';
import { LOAN_DAY_MS } from '@/lib/rules/loans';

/** What the specification shows before the server has answered. */
export const DEFAULT_PRODUCTS: readonly LoanProduct[] = [
  { id: '1', days: 15, min: '10000', max: '100000000', rate: '2', dayMs: LOAN_DAY_MS },
  { id: '2', days: 7, min: '1000', max: '1000000', rate: '0.15', dayMs: LOAN_DAY_MS },
  { id: '3', days: 3, min: '5000', max: '5000000', rate: '0.18', dayMs: LOAN_DAY_MS },
];
