/** The accounts' face for other modules. */
export { openServiceAccount } from './accounts.opening';
export type { Prices } from './accounts.valuation';
