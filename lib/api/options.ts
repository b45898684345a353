import type { marketQuerySchema } from '../dto/market';
import type {
  buyContractInputSchema,
  contractAnswerSchema,
  contractsQuerySchema,
  contractsSchema,
  optionTermsSchema,
  proofSchema,
} from '../dto/options';
import type { idSchema } from '../dto/shared';
import { type MemberRead, type MemberWrite, type PublicRead, TRADING } from './define';

/** Seconds contracts. */
export const optionTerms: PublicRead<typeof marketQuerySchema, typeof optionTermsSchema> = {
  id: 'optionTerms',
  method: 'GET',
  access: 'public',
  path: '/api/options/terms',
  // The registry changes them while the app is open, and a purchase at others is refused.
  fresh: 'live',
};
export const contracts: MemberRead<typeof contractsQuerySchema, typeof contractsSchema> = {
  id: 'contracts',
  method: 'GET',
  access: 'member',
  path: '/api/options/contracts',
  topic: 'orders',
  fresh: 'own',
};
export const optionProof: MemberRead<typeof idSchema, typeof proofSchema> = {
  id: 'optionProof',
  method: 'GET',
  access: 'member',
  path: '/api/options/proofs/{id}',
  topic: 'orders',
  fresh: 'own',
};
export const buyContract: MemberWrite<typeof buyContractInputSchema, typeof contractAnswerSchema> = {
  id: 'buyContract',
  method: 'POST',
  access: 'member',
  path: '/api/options/contracts',
  numbered: 'option.place',
  makesStale: [...TRADING, optionTerms.id],
};
