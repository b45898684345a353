/** The accounts' face for other modules. */
export { OUTGOING_HELD_MS } from './accounts.freeze';
export { openServiceAccount } from './accounts.opening';
export { createMarketPrices } from './accounts.prices';
export type { Mailer } from './accounts.mail';
export type { AccountsService } from './accounts.service';
export { type Prices, valueBalances } from './accounts.valuation';
