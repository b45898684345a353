import type { Contract, Guard } from '../../dto/options';
import type { ContractWire, GuardWire } from '../../protocol/options';
import { toIso } from '../upstream';

const toIsoOrNull = (ms: number | null): string | null => (ms === null ? null : toIso(ms));

/** Returns a seconds contract. */
export function reshapeContract(wire: ContractWire): Contract {
  return {
    id: wire.id,
    symbol: wire.market,
    direction: wire.type,
    stake: wire.num,
    seconds: wire.time,
    ratio: wire.ratio,
    profit: wire.profit,
    state: wire.state,
    reason: wire.reason,
    acceptedAt: toIso(wire.accepted),
    strike: wire.price,
    strikeAt: toIsoOrNull(wire.price_time),
    deliversAt: toIsoOrNull(wire.delivers),
    delivery: wire.delivery,
    paid: wire.paid,
    settledAt: toIsoOrNull(wire.settled),
  };
}

const reshapeLimits = (wire: GuardWire['limits']) => ({ stakeMax: wire.stake_max, lossDayMax: wire.loss_day_max });

/** Returns consent, limits and record. */
export function reshapeGuard(wire: GuardWire): Guard {
  return {
    isOffered: wire.offered,
    acceptedAt: toIsoOrNull(wire.accepted),
    losingShare: wire.losing_share,
    limits: reshapeLimits(wire.limits),
    waiting: wire.waiting === null ? null : { ...reshapeLimits(wire.waiting), from: toIso(wire.waiting.at) },
    lossToday: wire.loss_today,
    record: wire.record,
  };
}
