import type { liabilitiesSchema, ownLiabilitiesInputSchema, ownLiabilitiesSchema } from '../dto/liabilities';
import type { nothing } from '../dto/shared';
import type { MemberRead, PublicRead } from './define';

/** The trees of hashes and sums over what members own. */
export const liabilities: PublicRead<typeof nothing, typeof liabilitiesSchema> = {
  id: 'liabilities',
  method: 'GET',
  access: 'public',
  path: '/api/liabilities',
  fresh: 'slow',
};
/** The own leaves of one of them. */
export const ownLiabilities: MemberRead<typeof ownLiabilitiesInputSchema, typeof ownLiabilitiesSchema> = {
  id: 'ownLiabilities',
  method: 'GET',
  access: 'member',
  path: '/api/liabilities/own',
};
