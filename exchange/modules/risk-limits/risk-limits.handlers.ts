import { riskLimitsConsent, riskLimits, riskLimitsChange, riskLimitsPause, riskLimitsTest } from '../../../lib/protocol/risk-limits';
import { type LimitedProduct, RISK_LIMITS } from '../../../lib/protocol/wire';
import { handle, type RegisteredCall, sessionOf } from '../../http/register-call';
import type { Owner } from './risk-limits.risk';
import type { AskedLimits, RiskLimits } from './risk-limits.service';

/** The extensions about consent, test, breaks and limits; without a product they mean seconds contracts. */
export function createRiskLimitsCalls(service: RiskLimits): RegisteredCall[] {
  return [
    handle(riskLimits, ({ product }, context) => service.read(ownerOf(context), product ?? 'option')),
    handle(riskLimitsConsent, (input, context) => service.accept(ownerOf(context), askedOf(input))),
    handle(riskLimitsTest, (input, context) => service.takeTest(ownerOf(context), { ...askedOf(input), answers: input.answers })),
    handle(riskLimitsPause, (input, context) => service.pause(ownerOf(context), { ...askedOf(input), days: input.days })),
    handle(riskLimitsChange, (input, context) => {
      const asked = Object.fromEntries(RISK_LIMITS.map((kind) => [kind, input[`${kind}_max`] ?? null])) as AskedLimits;
      return service.setLimits({ ...ownerOf(context), sessionId: sessionOf(context).sessionId }, { ...askedOf(input), asked });
    }),
  ];
}

function askedOf({ product, request_id }: { product?: LimitedProduct | undefined; request_id: string }) {
  return { product: product ?? ('option' as const), requestId: request_id };
}

function ownerOf(context: Parameters<typeof sessionOf>[0]): Owner {
  const { userId, mode } = sessionOf(context);
  return { userId, mode };
}
