import { consentInputSchema, guardQuerySchema, guardSchema, limitsInputSchema, pauseInputSchema, testInputSchema } from '../dto/options';
import { defineEndpoint, read, write } from './define-endpoint';

/** The endpoints of what guards users of leveraged and binary products: consent, test, breaks and limits. */
export const guardEndpoints = {
  guardState: defineEndpoint({
    ...read,
    path: '/api/guard',
    input: guardQuerySchema,
    output: guardSchema,
    summary: 'Consent, limits and record of a leveraged or binary product',
  }),
  guardConsent: defineEndpoint({
    ...write,
    path: '/api/guard/consent',
    input: consentInputSchema,
    output: guardSchema,
    summary: 'Accept the risk disclosure of a product',
  }),
  guardTest: defineEndpoint({
    ...write,
    path: '/api/guard/test',
    input: testInputSchema,
    output: guardSchema,
    summary: 'Answers of the appropriateness test; a failed one blocks for 24 hours',
  }),
  guardPause: defineEndpoint({
    ...write,
    path: '/api/guard/pause',
    input: pauseInputSchema,
    output: guardSchema,
    summary: 'Take a break from seconds and perpetual contracts; it is never shortened',
  }),
  guardLimits: defineEndpoint({
    ...write,
    path: '/api/guard/limits',
    input: limitsInputSchema,
    output: guardSchema,
    summary: 'Own limits: tighter at once, looser after 24 hours',
  }),
} as const;
