import { requestBarSchema, requestInputSchema, requestOutcomeSchema } from '../dto/requests';
import { defineEndpoint, read, write } from './define-endpoint';

/** The endpoints about writes themselves, by their request number. */
export const requestEndpoints = {
  requestOutcome: defineEndpoint({
    ...read,
    shown: 'account',
    path: '/api/requests/outcome',
    input: requestInputSchema,
    output: requestOutcomeSchema,
    summary: 'What became of a write',
  }),
  requestBar: defineEndpoint({
    ...write,
    path: '/api/requests/bar',
    input: requestInputSchema,
    output: requestBarSchema,
    summary: 'Keep a write that was not done from being done',
  }),
} as const;
