import { toScaled } from './decimal';
import { PERPETUAL_SCALE, type PerpetualTerms, type Tier } from './perpetual';

const ONE = 10n ** 8n;

/** The most that trading may cost, in units of 0.00000001: 0.02 % and 0.05 %. */
export const PERPETUAL_FEES_MAX = { makerFeeRate: 20_000n, takerFeeRate: 50_000n };

/** One tier as the registry has it: upper bound of the notional in whole USDT, highest leverage, maintenance rate as a fraction. */
export type TierRow = readonly [notionalMax: string, leverageMax: number, maintenanceRate: string];

const units = (text: string) => toScaled(text, PERPETUAL_SCALE) ?? 0n;

/** Each maintenance amount is the one before plus the tier's lower bound × (its rate − the rate before), so that nothing jumps at a bound. */
function createTiers(rows: readonly TierRow[]): Tier[] {
  const tiers: Tier[] = [];
  for (const [notionalMax, leverageMax, rate] of rows) {
    const before = tiers.at(-1);
    const maintenanceRate = units(rate);
    const maintenanceAmount =
      before === undefined ? 0n : before.maintenanceAmount + (before.notionalMax * (maintenanceRate - before.maintenanceRate)) / ONE;
    tiers.push({ notionalMax: units(notionalMax), leverageMax, maintenanceRate, maintenanceAmount });
  }
  return tiers;
}

/** Returns the terms of a market in units, with the most that trading may cost. `tiers` ascend by their bounds; the fee is a fraction. */
export function createPerpetualTerms(input: { market: string; tiers: readonly TierRow[]; liquidationFeeRate: string }): PerpetualTerms {
  const { market, tiers, liquidationFeeRate } = input;
  return { market, tiers: createTiers(tiers), ...PERPETUAL_FEES_MAX, liquidationFeeRate: units(liquidationFeeRate) };
}
