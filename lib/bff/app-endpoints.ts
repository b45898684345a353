import { featuresSchema, healthSchema, outboxQuerySchema, outboxSchema } from '../dto/app';
import { defineEndpoint, nothing, publicRead } from './define-endpoint';

/** The endpoints of the app itself: what is offered, health and the mails of the sandbox. */
export const appEndpoints = {
  features: defineEndpoint({
    ...publicRead,
    path: '/api/features',
    input: nothing,
    output: featuresSchema,
    summary: 'What the exchange offers',
  }),
  health: defineEndpoint({
    ...publicRead,
    path: '/api/health',
    input: nothing,
    output: healthSchema,
    summary: 'Whether this process serves',
  }),
  outbox: defineEndpoint({
    method: 'GET',
    access: 'public',
    rate: 'signIn',
    path: '/api/outbox',
    input: outboxQuerySchema,
    output: outboxSchema,
    summary: 'Mails of the sandbox to one address',
  }),
} as const;
