import 'server-only';
import * as api from '../../api/risk-limits';
import * as dto from '../../dto/options';
import * as calls from '../../protocol/risk-limits';
import { serveCall } from '../operation';
import { reshapeRiskLimits } from './reshape';

/** Without a product, seconds contracts are meant. */
export const riskLimits = serveCall(api.riskLimits, {
  input: dto.riskLimitsQuerySchema,
  output: dto.riskLimitsSchema,
  summary: 'Consent, limits and record of a leveraged or binary product',
  call: calls.riskLimits,
  fields: ({ product }) => ({ product }),
  reshape: reshapeRiskLimits,
});

export const riskLimitsConsent = serveCall(api.riskLimitsConsent, {
  input: dto.consentInputSchema,
  output: dto.riskLimitsSchema,
  summary: 'Accept the risk disclosure of a product',
  call: calls.riskLimitsConsent,
  fields: ({ product, requestId }) => ({ product, request_id: requestId }),
  reshape: reshapeRiskLimits,
});

export const riskLimitsTest = serveCall(api.riskLimitsTest, {
  input: dto.testInputSchema,
  output: dto.riskLimitsSchema,
  summary: 'Answers of the appropriateness test; a failed one blocks for 24 hours',
  call: calls.riskLimitsTest,
  fields: ({ product, answers, requestId }) => ({
    product,
    answers: answers.map((isYes) => (isYes ? 'y' : 'n')).join(''),
    request_id: requestId,
  }),
  reshape: reshapeRiskLimits,
});

export const riskLimitsPause = serveCall(api.riskLimitsPause, {
  input: dto.pauseInputSchema,
  output: dto.riskLimitsSchema,
  summary: 'Take a break from seconds and perpetual contracts, on both accounts; it is never shortened',
  call: calls.riskLimitsPause,
  fields: ({ product, days, requestId }) => ({ product, days, request_id: requestId }),
  reshape: reshapeRiskLimits,
});

export const riskLimitsChange = serveCall(api.riskLimitsChange, {
  input: dto.limitsInputSchema,
  output: dto.riskLimitsSchema,
  summary: 'Own limits: tighter at once, looser after 24 hours',
  call: calls.riskLimitsChange,
  fields: ({ product, limits, requestId }) => ({
    ...Object.fromEntries(Object.entries(limits).map(([kind, max]) => [`${kind}_max`, max ?? undefined])),
    product,
    request_id: requestId,
  }),
  reshape: reshapeRiskLimits,
});
