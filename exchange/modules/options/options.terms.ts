import type { DecimalString } from '../../../lib/protocol/wire';

/** What stakes and payouts are in. */
export const OPTION_ASSET = 'USDT';
/** Durations in seconds with what a right guess earns as a fraction of the stake. Published by call 24. */
export const OPTION_DURATIONS: readonly { seconds: number; ratio: DecimalString }[] = [
  { seconds: 30, ratio: '0.82' },
  { seconds: 60, ratio: '0.85' },
  { seconds: 120, ratio: '0.86' },
  { seconds: 180, ratio: '0.87' },
  { seconds: 300, ratio: '0.88' },
];
/** Stakes in USDT; the largest keeps one contract below a thousandth of the pool. */
export const OPTION_STAKE_MIN = '10';
export const OPTION_STAKE_MAX = '5000';
/** Contracts of one user and mode that may run at once, so that one account can't take the whole reserve. */
export const OPTIONS_OPEN_MAX = 20;
/** The house account that every payout is promised from. */
export const OPTION_POOL = 'options-pool';
/** Money of the demo pool in USDT, granted once from outside when the exchange starts for the first time. */
export const OPTION_POOL_GRANT = '10000000';
