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
  'proofs',
  'wires',
  'presales',
] as const;
export type ClosingReason = (typeof CLOSING_REASONS)[number];

/** What is left of one coin: `amount` as a decimal. */
export type Rest = { asset: string; amount: string };
/** Coins that rests may be of; more than the ledger has. */
export const RESTS_MAX = 50;

/** Returns rests as a request names them: `BTC:0.00000012,USDT:1.5`. */
export function writeRests(rests: readonly Rest[]): string {
  return rests.map(({ asset, amount }) => `${asset}:${amount}`).join(',');
}

/** Days for which name, addresses, identity and support thread of a closed account are kept: five years. */
export const CLOSED_KEPT_DAYS = 1_827;
