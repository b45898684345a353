import type { Contract, RiskLimits } from '../../dto/options';
import type { RiskLimitsWire } from '../../protocol/risk-limits';
import type { ContractWire } from '../../protocol/options';
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

/** Returns consent, test, break, limits and record. */
export function reshapeRiskLimits(wire: RiskLimitsWire): RiskLimits {
  return {
    isOffered: wire.offered,
    acceptedAt: toIsoOrNull(wire.accepted),
    testPassedAt: toIsoOrNull(wire.test.passed),
    testFrom: toIsoOrNull(wire.test.next),
    pausedUntil: toIsoOrNull(wire.paused_until),
    losingShare: wire.losing_share,
    limits: wire.limits.map(({ kind, max, later }) => ({
      kind,
      max,
      later: later === null ? null : { max: later.max, from: toIso(later.at) },
    })),
    lossToday: wire.loss_today,
    record: wire.record,
  };
}
