import type { statusInputSchema, statusSchema } from '../dto/status';
import type { PublicRead } from './define';

/** How the exchange is, and what was not as it should be. */
export const status: PublicRead<typeof statusInputSchema, typeof statusSchema> = {
  id: 'status',
  method: 'GET',
  access: 'public',
  path: '/api/status',
  fresh: 'live',
};
