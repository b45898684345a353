/** The accounts' face for other modules. */
export { openServiceAccount } from './accounts.opening';
export { createMarketPrices } from './accounts.prices';
