import { divideUp } from './decimal';

const ONE = 10n ** 8n;
/** What the insurance fund holds at least before anybody may open a position with real money: 50,000 USDT. */
export const INSURANCE_FLOOR_UNITS = 50_000n * ONE;
/** And of the open value of a market (what its longs cost) 1 %. */
export const INSURANCE_RATE = 1_000_000n;

/**
 * Returns what the insurance fund must hold for positions to be opened or enlarged in a market, in USDT units, rounded up: the floor and 1 % of
 * what the open longs of the market cost (USDT units).
 *
 * @source docs/money/liquidation.md
 * @example calculateInsuranceMin(1_000_000n * 10n ** 8n) // 60,000 USDT
 */
export function calculateInsuranceMin(openCost: bigint): bigint {
  return INSURANCE_FLOOR_UNITS + divideUp(openCost * INSURANCE_RATE, ONE);
}
