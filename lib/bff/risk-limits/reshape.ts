import type { RiskLimits } from '../../dto/options';
import type { RiskLimitsWire } from '../../protocol/risk-limits';
import { toIso, toIsoOrNull } from '../upstream';

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
