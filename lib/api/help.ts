import type { externalLinkSchema, feesSchema, rewardTermsSchema } from '../dto/help';
import type { nothing } from '../dto/shared';
import type { PublicRead } from './define';

/** Help: what isn't a text of the app itself. */
export const externalLink: PublicRead<typeof nothing, typeof externalLinkSchema> = {
  id: 'externalLink',
  method: 'GET',
  access: 'public',
  path: '/api/external-link',
  fresh: 'slow',
};
/** What is charged beside trading. */
export const fees: PublicRead<typeof nothing, typeof feesSchema> = {
  id: 'fees',
  method: 'GET',
  access: 'public',
  path: '/api/fees',
  fresh: 'slow',
};
/** What memberships and invitations bring. */
export const rewardTerms: PublicRead<typeof nothing, typeof rewardTermsSchema> = {
  id: 'rewardTerms',
  method: 'GET',
  access: 'public',
  path: '/api/reward-terms',
  fresh: 'slow',
};
