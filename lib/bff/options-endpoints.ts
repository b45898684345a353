import { z } from 'zod';
import { marketQuerySchema } from '../dto/market';
import {
  buyContractInputSchema,
  contractAnswerSchema,
  contractsQuerySchema,
  contractsSchema,
  optionTermsSchema,
  proofSchema,
} from '../dto/options';
import { idField } from '../dto/shared';
import { defineEndpoint, publicRead, read, write } from './define-endpoint';

/** The endpoints of seconds contracts. */
export const optionsEndpoints = {
  optionTerms: defineEndpoint({
    ...publicRead,
    path: '/api/options/terms',
    input: marketQuerySchema,
    output: optionTermsSchema,
    summary: 'Durations, payouts and stakes of seconds contracts',
  }),
  contracts: defineEndpoint({
    ...read,
    path: '/api/options/contracts',
    input: contractsQuerySchema,
    output: contractsSchema,
    summary: 'Seconds contracts, newest first',
  }),
  buyContract: defineEndpoint({
    ...write,
    path: '/api/options/contracts',
    input: buyContractInputSchema,
    output: contractAnswerSchema,
    summary: 'Buy a seconds contract',
  }),
  optionProof: defineEndpoint({
    ...read,
    path: '/api/options/proofs/{id}',
    input: z.strictObject({ id: idField }),
    output: proofSchema,
    summary: 'The prints that settled a seconds contract',
  }),
} as const;
