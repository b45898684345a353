import {
  consentInputSchema,
  riskLimitsQuerySchema,
  riskLimitsSchema,
  limitsInputSchema,
  pauseInputSchema,
  testInputSchema,
} from '../dto/options';
import { defineEndpoint, read, write } from './define-endpoint';

/** The endpoints of what guards users of leveraged and binary products: consent, test, breaks and limits. */
export const riskLimitsEndpoints = {
  riskLimits: defineEndpoint({
    ...read,
    path: '/api/risk-limits',
    input: riskLimitsQuerySchema,
    output: riskLimitsSchema,
    summary: 'Consent, limits and record of a leveraged or binary product',
  }),
  riskLimitsConsent: defineEndpoint({
    ...write,
    path: '/api/risk-limits/consent',
    input: consentInputSchema,
    output: riskLimitsSchema,
    summary: 'Accept the risk disclosure of a product',
  }),
  riskLimitsTest: defineEndpoint({
    ...write,
    path: '/api/risk-limits/test',
    input: testInputSchema,
    output: riskLimitsSchema,
    summary: 'Answers of the appropriateness test; a failed one blocks for 24 hours',
  }),
  riskLimitsPause: defineEndpoint({
    ...write,
    path: '/api/risk-limits/pause',
    input: pauseInputSchema,
    output: riskLimitsSchema,
    summary: 'Take a break from seconds and perpetual contracts; it is never shortened',
  }),
  riskLimitsChange: defineEndpoint({
    ...write,
    path: '/api/risk-limits/limits',
    input: limitsInputSchema,
    output: riskLimitsSchema,
    summary: 'Own limits: tighter at once, looser after 24 hours',
  }),
} as const;
