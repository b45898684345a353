import type { LimitedProduct } from '../../../lib/protocol/wire';

/** What limits are in. */
export const LIMITS_ASSET = 'USDT';
/** A loosened limit waits this long (decision 2.7). */
export const LIMIT_WAIT_MS = 24 * 3_600_000;
/** The user's own record of a product counts this many of their last results. */
export const RECORD_LENGTH = 40;
/** Right answers of the appropriateness tests in the order of their questions; the browser never sees them. */
export const TEST_KEYS: Record<LimitedProduct, string> = { option: 'yynyn', perpetual: 'ynyny' };
/** A failed test blocks this long. */
export const TEST_WAIT_MS = 24 * 3_600_000;
