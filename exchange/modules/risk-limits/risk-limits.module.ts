import type { LimitedProduct } from '../../../lib/protocol/wire';
import type { ExchangeModule } from '../../composition/module';
import type { Platform } from '../../platform/app';
import { breakStarted, limitsChanged } from './risk-limits.events';
import { createRiskLimitsCalls } from './risk-limits.handlers';
import type { ProductRisk } from './risk-limits.risk';
import type { ReadCountry } from './risk-limits.offered';
import { type ConfirmLoosening, createRiskLimitsService } from './risk-limits.service';

/** Wires consent, test, breaks and limits; each product's own module says what it knows about risk. */
export function createRiskLimitsModule(
  platform: Platform,
  { risks, ...given }: { risks: Record<LimitedProduct, ProductRisk>; readCountry?: ReadCountry; confirmLoosening: ConfirmLoosening },
) {
  const riskLimits = createRiskLimitsService(platform, risks, given);
  const module = {
    name: 'risk-limits',
    events: [breakStarted, limitsChanged],
    calls: createRiskLimitsCalls(riskLimits),
  } satisfies ExchangeModule;
  return { ...module, riskLimits };
}
