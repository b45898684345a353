import { z } from 'zod';
import { defineCall } from './define-call';
import { decimalField, idField, messageAnswer, requestIdField } from './fields';

/** Proofs of deposits, whose module comes later; the exchange answers FEATURE_NOT_OFFERED. */

export const submitDepositProof = defineCall({
  id: 'deposits.submit',
  number: 44,
  method: 'POST',
  path: '/Finance/recharge',
  effect: 'write',
  request: z.object({
    id: idField,
    num: decimalField,
    hash: z.string().max(6).optional(),
    img: z.string().max(64).optional(),
    request_id: requestIdField,
  }),
  answer: messageAnswer,
  errors: ['SESSION_REQUIRED', 'FEATURE_NOT_OFFERED', 'DUPLICATE_REQUEST'],
  source: 'legacy-api #44; hash is the last 6 digits',
});
