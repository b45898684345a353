import type { featuresSchema, healthSchema, outboxQuerySchema, outboxSchema } from '../dto/app';
import type { nothing } from '../dto/shared';
import type { PublicRead } from './define';

/** The app itself: what is offered, health and the mails of the sandbox. */
export const features: PublicRead<typeof nothing, typeof featuresSchema> = {
  id: 'features',
  method: 'GET',
  access: 'public',
  path: '/api/features',
};
export const health: PublicRead<typeof nothing, typeof healthSchema> = {
  id: 'health',
  method: 'GET',
  access: 'public',
  path: '/api/health',
};
export const outbox: PublicRead<typeof outboxQuerySchema, typeof outboxSchema> = {
  id: 'outbox',
  method: 'GET',
  access: 'public',
  path: '/api/outbox',
};
