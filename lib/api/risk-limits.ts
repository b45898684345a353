import type {
  consentInputSchema,
  riskLimitsQuerySchema,
  riskLimitsSchema,
  limitsInputSchema,
  pauseInputSchema,
  testInputSchema,
} from '../dto/options';
import type { MemberRead, MemberWrite } from './define';

/** Consent, appropriateness test, breaks and limits. Breaks and limits hold for all products. */
export const riskLimits: MemberRead<typeof riskLimitsQuerySchema, typeof riskLimitsSchema> = {
  id: 'riskLimits',
  method: 'GET',
  access: 'member',
  path: '/api/risk-limits',
  topic: 'riskLimits',
  fresh: 'own',
};
export const riskLimitsConsent: MemberWrite<typeof consentInputSchema, typeof riskLimitsSchema> = {
  id: 'riskLimitsConsent',
  method: 'POST',
  access: 'member',
  path: '/api/risk-limits/consent',
  numbered: 'x.riskLimitsConsent',
  makesStale: ['riskLimits'],
};
export const riskLimitsTest: MemberWrite<typeof testInputSchema, typeof riskLimitsSchema> = {
  id: 'riskLimitsTest',
  method: 'POST',
  access: 'member',
  path: '/api/risk-limits/test',
  numbered: 'x.riskLimitsTest',
  makesStale: ['riskLimits'],
};
export const riskLimitsPause: MemberWrite<typeof pauseInputSchema, typeof riskLimitsSchema> = {
  id: 'riskLimitsPause',
  method: 'POST',
  access: 'member',
  path: '/api/risk-limits/pause',
  numbered: 'x.riskLimitsPause',
  makesStale: ['riskLimits'],
};
export const riskLimitsChange: MemberWrite<typeof limitsInputSchema, typeof riskLimitsSchema> = {
  id: 'riskLimitsChange',
  method: 'POST',
  access: 'member',
  path: '/api/risk-limits/limits',
  numbered: 'x.riskLimitsChange',
  makesStale: ['riskLimits'],
};
