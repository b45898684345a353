import type { PerpetualTerms, Tier } from './perpetual';

const ONE = 10n ** 8n;
const MAJOR = ['BTC-USDT', 'ETH-USDT'];

/** Upper bound in USDT, highest leverage, maintenance rate in units of 0.0001. */
type Row = readonly [notionalMax: bigint, leverageMax: number, maintenanceBps: bigint];
const MAJOR_ROWS: readonly Row[] = [
  [50_000n, 100, 40n],
  [500_000n, 50, 100n],
  [2_000_000n, 20, 250n],
  [10_000_000n, 10, 500n],
  [30_000_000n, 5, 1_000n],
  [100_000_000n, 2, 2_500n],
  [1_000_000_000n, 1, 5_000n],
];
const OTHER_ROWS: readonly Row[] = [
  [10_000n, 50, 100n],
  [100_000n, 20, 250n],
  [500_000n, 10, 500n],
  [2_000_000n, 5, 1_000n],
  [5_000_000n, 2, 2_500n],
  [100_000_000n, 1, 5_000n],
];

/** Each maintenance amount is the one before plus the tier's lower bound × (its rate − the rate before), so that nothing jumps at a bound. */
function createTiers(rows: readonly Row[]): Tier[] {
  const tiers: Tier[] = [];
  for (const [notionalMax, leverageMax, bps] of rows) {
    const before = tiers.at(-1);
    const maintenanceRate = (bps * ONE) / 10_000n;
    const maintenanceAmount =
      before === undefined ? 0n : before.maintenanceAmount + (before.notionalMax * (maintenanceRate - before.maintenanceRate)) / ONE;
    tiers.push({ notionalMax: notionalMax * ONE, leverageMax, maintenanceRate, maintenanceAmount });
  }
  return tiers;
}

/** The most that trading may cost, in units of 0.00000001: 0.02 % and 0.05 %. */
export const PERPETUAL_FEES_MAX = { makerFeeRate: 20_000n, takerFeeRate: 50_000n };

/** Returns the published perpetual terms of a market: fees of at most 0.02 % and 0.05 %, liquidation fee 0.5 %. */
export function createPerpetualTerms(market: string): PerpetualTerms {
  const tiers = createTiers(MAJOR.includes(market) ? MAJOR_ROWS : OTHER_ROWS);
  return { market, tiers, ...PERPETUAL_FEES_MAX, liquidationFeeRate: 500_000n };
}
