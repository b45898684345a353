import type { RiskLimitsWire } from '../../../lib/protocol/risk-limits';
import type { RiskLimit } from '../../../lib/protocol/wire';
import { fromUnits } from '../../platform/decimal';
import { DomainError } from '../../platform/domain-error';
import { getAssetScale } from '../ledger/ledger';
import type { Limit } from './risk-limits.math';
import type { Hold, Limits } from './risk-limits.repository';
import type { Usage } from './risk-limits.risk';
import { LIMITS_ASSET } from './risk-limits.terms';

const SCALE = getAssetScale(LIMITS_ASSET);
const PERIODS = ['day', 'week', 'month'] as const;

/** How one account stands before its purchases in a transaction. Stakes in base units. */
export type Standing = {
  /** @throws SESSION_REQUIRED, TRADING_PAUSED, CONSENT_REQUIRED, TEST_REQUIRED, STAKE_LIMIT, LOSS_LIMIT */
  check(stake: bigint): void;
  /** Refuses what puts more at risk without being a stake. @throws SESSION_REQUIRED, TRADING_PAUSED */
  refuseOnBreak(): void;
  /** Refuses margin that is added to what runs, where it could take losses above a limit; a break doesn't, as the position gets safer by it. @throws LOSS_LIMIT */
  checkRisk(margin: bigint): void;
  /** Counts margin that was added, for the next purchase in the same transaction. */
  addRisk(margin: bigint): void;
  /** Counts a purchase that was made, for the next one in the same transaction. */
  add(stake: bigint): void;
};

/** Returns the standing at `now` (ms). `usage` is null where no limit is set. */
export function createStanding(hold: Hold, usage: Usage | null, now: number): Standing {
  const { limits } = hold;
  let staked = 0n;
  let added = 0n;
  function checkLoss(more: bigint): void {
    // Whatever runs counts as lost until it is settled: five contracts at once can't get around the limit.
    if (usage === null) return;
    const atRisk = usage.atRisk + staked + added + more;
    for (const period of PERIODS) refuseAbove('LOSS_LIMIT', usage[`loss_${period}`] + atRisk, limits[`loss_${period}`].max);
  }
  function refuseOnBreak(): void {
    // Asked for before a freeze or the end of the account, which every session ended with.
    if (hold.isStopped) throw new DomainError('SESSION_REQUIRED');
    if (hold.pausedUntil !== null && hold.pausedUntil > now) throw new DomainError('TRADING_PAUSED');
  }
  return {
    refuseOnBreak,
    check(stake) {
      refuseOnBreak();
      if (hold.acceptedAt === null) throw new DomainError('CONSENT_REQUIRED');
      if (hold.testPassedAt === null) throw new DomainError('TEST_REQUIRED');
      if (usage === null) return;
      refuseAbove('STAKE_LIMIT', stake, limits.stake.max);
      for (const period of PERIODS) refuseAbove('STAKE_LIMIT', usage[`stake_${period}`] + staked + stake, limits[`stake_${period}`].max);
      checkLoss(stake);
    },
    checkRisk: checkLoss,
    add(stake) {
      staked += stake;
    },
    addRisk(margin) {
      added += margin;
    },
  };
}

/** Says whether what an account has used and what rests of it no longer fit its limits. */
export function isBeyondLimits(limits: Limits, usage: Usage): boolean {
  const isAbove = (amount: bigint, { max }: Limit) => max !== null && amount > max;
  return (
    isAbove(usage.restingMost, limits.stake) ||
    PERIODS.some(
      (period) =>
        isAbove(usage[`stake_${period}`], limits[`stake_${period}`]) ||
        isAbove(usage[`loss_${period}`] + usage.atRisk, limits[`loss_${period}`]),
    )
  );
}

function refuseAbove(code: 'STAKE_LIMIT' | 'LOSS_LIMIT', amount: bigint, limit: bigint | null): void {
  if (limit !== null && amount > limit) throw new DomainError(code, { params: { limit: fromUnits(limit, SCALE) } });
}

/** Returns a limit as the protocol shows it. */
export function showLimit(kind: RiskLimit, { max, later }: Limit): RiskLimitsWire['limits'][number] {
  const show = (units: bigint | null) => (units === null ? null : fromUnits(units, SCALE));
  return { kind, max: show(max), later: later === null ? null : { max: show(later.max), at: later.from } };
}
