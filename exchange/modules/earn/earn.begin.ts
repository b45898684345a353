import type { Mode } from '../../../lib/protocol/wire';
import { calculateInterest, calculateRate, RATE_SCALE, toRate } from '../../../lib/rules/staking';
import { toUnits } from '../../platform/decimal';
import { getAssetScale } from '../ledger/ledger';
import type { StakingTerm } from '../registry/registry';
import type { NewPosition } from './earn.repository';

const ONE = 10n ** BigInt(RATE_SCALE);

/** Returns the bounds of a term in base units. */
export function readBounds({ coin, amountMin, amountMax }: StakingTerm): { amountMin: bigint; amountMax: bigint } {
  const scale = getAssetScale(coin);
  return { amountMin: toUnits(amountMin, scale), amountMax: toUnits(amountMax, scale) };
}

/** Returns the daily rate that an amount gets in a term, in units of 10^-12. */
export function readRate(term: StakingTerm, amount: bigint): bigint {
  return calculateRate({ amount, ...readBounds(term), rateMin: toRate(term.rateMin), rateMax: toRate(term.rateMax) });
}

/** Returns the amount that `free` covers to the end of a term at its best rate, in base units. */
export function calculateLeft({ rateMax, days }: StakingTerm, free: bigint): bigint {
  return (free * ONE) / (toRate(rateMax) * BigInt(days));
}

type Beginning = {
  userId: string;
  mode: Mode;
  version: number;
  principal: bigint;
  rate: bigint;
  at: number;
  startsAt: number;
  renews: boolean;
};

/** Returns the position that begins in a term: what it earns, and when its first day and its end are. */
export function planPosition(term: StakingTerm, { userId, mode, version, principal, rate, at, startsAt, renews }: Beginning): NewPosition {
  return {
    userId,
    mode,
    kind: term.kind,
    term: term.id,
    version,
    asset: term.coin,
    principal,
    rate,
    ...calculateInterest({ principal, rate, days: term.days }),
    days: term.days,
    dayMs: term.dayMs,
    exitMs: term.exitDays * term.dayMs,
    subscribedAt: at,
    startsAt,
    endsAt: startsAt + term.days * term.dayMs,
    nextAt: startsAt + term.dayMs,
    renews,
  };
}
