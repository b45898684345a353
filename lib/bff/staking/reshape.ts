import type { z } from 'zod';
import type { StakingPosition, StakingTerm } from '../../dto/staking';
import type { positionFields, termFields } from '../../protocol/staking';
import { percentToRate } from '../rates';
import { toIso, toIsoOrNull } from '../upstream';

/** Returns a term; the wire has percent. */
export function reshapeTerm(wire: z.infer<typeof termFields>): StakingTerm {
  return {
    id: wire.id,
    kind: wire.kind,
    asset: wire.coin,
    days: wire.tian,
    dayMs: wire.day,
    rateMin: percentToRate(wire.rate_min),
    rateMax: percentToRate(wire.rate_max),
    amountMin: wire.stnum,
    amountMax: wire.maxstrnum,
    place: wire.place,
    left: wire.quota,
    waitMs: wire.wait,
    exitMs: wire.exit,
    isSandbox: wire.sandbox === '1',
    coveredUntil: toIsoOrNull(wire.covered),
    terms: wire.terms,
  };
}

/** Returns what is staked. */
export function reshapePosition(wire: z.infer<typeof positionFields>): StakingPosition {
  return {
    id: wire.id,
    kind: wire.kind,
    asset: wire.coin,
    principal: wire.num,
    rate: percentToRate(wire.rate),
    daily: wire.daily,
    total: wire.total,
    days: wire.tian,
    dayMs: wire.day,
    exitMs: wire.exit ?? null,
    daysPaid: wire.days_paid,
    daysLeft: wire.days_left,
    paid: wire.shouyi,
    returned: wire.returned,
    state: wire.state,
    begunAt: toIso(wire.begun),
    startsAt: toIso(wire.starts),
    endsAt: toIso(wire.ends),
    nextAt: toIsoOrNull(wire.next),
    overAt: toIsoOrNull(wire.over),
    renews: wire.renew === '1',
    isRenewed: wire.renewed !== null,
    notRenewed: wire.not_renewed,
  };
}
