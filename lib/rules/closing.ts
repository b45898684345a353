/** What keeps an account open: each is to be ended by its owner first, where the page says. */
export const CLOSING_REASONS = [
  'balances',
  'orders',
  'positions',
  'contracts',
  'stakes',
  'hosting',
  'loans',
  'withdrawals',
  'deposits',
  'presales',
  'rewards',
] as const;
export type ClosingReason = (typeof CLOSING_REASONS)[number];
