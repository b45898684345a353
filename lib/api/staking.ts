import type { nothing } from '../dto/shared';
import type {
  redeemInputSchema,
  renewalInputSchema,
  stakingDoneSchema,
  stakingPositionsQuerySchema,
  stakingPositionsSchema,
  stakingTermsSchema,
  stakingTotalsSchema,
  subscribeInputSchema,
} from '../dto/staking';
import { CREDIT, EARNING, type MemberRead, type MemberWrite } from './define';

/** Staking: terms, positions, and what they have earned. */
export const stakingTerms: MemberRead<typeof nothing, typeof stakingTermsSchema> = {
  id: 'stakingTerms',
  method: 'GET',
  access: 'member',
  path: '/api/staking/terms',
  // What a pool can still take on is one account's business as little as another's; it changes with each subscription.
  topic: 'staking',
  fresh: 'own',
};
export const stakingTotals: MemberRead<typeof nothing, typeof stakingTotalsSchema> = {
  id: 'stakingTotals',
  method: 'GET',
  access: 'member',
  path: '/api/staking/totals',
  topic: 'staking',
  fresh: 'own',
};
export const stakingPositions: MemberRead<typeof stakingPositionsQuerySchema, typeof stakingPositionsSchema> = {
  id: 'stakingPositions',
  method: 'GET',
  access: 'member',
  path: '/api/staking/positions',
  topic: 'staking',
  fresh: 'own',
};
export const subscribeStaking: MemberWrite<typeof subscribeInputSchema, typeof stakingDoneSchema> = {
  id: 'subscribeStaking',
  method: 'POST',
  access: 'member',
  path: '/api/staking/positions',
  numbered: 'staking.subscribe',
  makesStale: [...EARNING, ...CREDIT],
};
export const redeemStaking: MemberWrite<typeof redeemInputSchema, typeof stakingDoneSchema> = {
  id: 'redeemStaking',
  method: 'POST',
  access: 'member',
  path: '/api/staking/redemptions',
  numbered: 'staking.redeem',
  makesStale: [...EARNING, ...CREDIT],
};
export const renewStaking: MemberWrite<typeof renewalInputSchema, typeof stakingDoneSchema> = {
  id: 'renewStaking',
  method: 'POST',
  access: 'member',
  path: '/api/staking/renewals',
  numbered: 'staking.renewal',
  makesStale: [...EARNING],
};
