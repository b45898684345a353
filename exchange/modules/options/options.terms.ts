/** What stakes and payouts are in. */
export const OPTION_ASSET = 'USDT';
/** The house account that every payout is promised from. */
export const OPTION_POOL = 'options-pool';
/** Money of the demo pool in USDT, granted once from outside when the exchange starts for the first time. */
export const OPTION_POOL_GRANT = '10000000';
