import 'server-only';
import type { z } from 'zod';
import type {
  consentInputSchema,
  RiskLimits,
  riskLimitsQuerySchema,
  limitsInputSchema,
  pauseInputSchema,
  testInputSchema,
} from '../dto/options';
import { riskLimitsConsent, riskLimits, riskLimitsChange, riskLimitsPause, riskLimitsTest } from '../protocol/risk-limits';
import { type Caller, callAs } from './upstream';
import { reshapeRiskLimits } from './options/reshape';

/** Returns the user's consent, limits and record of a product (seconds contracts without one) in the session's mode. */
export async function getRiskLimits(caller: Caller, { product }: z.infer<typeof riskLimitsQuerySchema> = {}): Promise<RiskLimits> {
  return reshapeRiskLimits(await callAs(caller, riskLimits, { product }));
}

/** Notes that the risk disclosure was accepted. @throws OPTION_NOT_OFFERED_HERE */
export async function acceptDisclosure(caller: Caller, { product, requestId }: z.infer<typeof consentInputSchema>): Promise<RiskLimits> {
  return reshapeRiskLimits(await callAs(caller, riskLimitsConsent, { product, request_id: requestId }));
}

/** Sends the answers of the appropriateness test. @throws OPTION_NOT_OFFERED_HERE, TEST_LATER */
export async function takeTest(caller: Caller, { product, answers, requestId }: z.infer<typeof testInputSchema>): Promise<RiskLimits> {
  const letters = answers.map((isYes) => (isYes ? 'y' : 'n')).join('');
  return reshapeRiskLimits(await callAs(caller, riskLimitsTest, { product, answers: letters, request_id: requestId }));
}

/** Begins a break on both accounts; it can be made longer, never shorter. */
export async function takeBreak(caller: Caller, { product, days, requestId }: z.infer<typeof pauseInputSchema>): Promise<RiskLimits> {
  return reshapeRiskLimits(await callAs(caller, riskLimitsPause, { product, days, request_id: requestId }));
}

/** Sets all limits; null is none. Tighter holds at once, looser after 24 hours. */
export async function setLimits(caller: Caller, { product, limits, requestId }: z.infer<typeof limitsInputSchema>): Promise<RiskLimits> {
  const fields = Object.fromEntries(Object.entries(limits).map(([kind, max]) => [`${kind}_max`, max ?? undefined]));
  return reshapeRiskLimits(await callAs(caller, riskLimitsChange, { ...fields, product, request_id: requestId }));
}
