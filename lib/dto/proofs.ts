import { z } from 'zod';
import { pictureIdField } from '../protocol/files';
import { PROOF_ANSWERS } from '../protocol/proofs';
import { coinField, decimalField, idField, isoField, requestIdField } from './shared';

export const proofInputSchema = z.strictObject({
  /** Of one of the deposit options. */
  option: idField,
  amount: decimalField,
  /** The last six characters of the transaction's hash. */
  hashEnd: z
    .string()
    .regex(/^[0-9a-fA-F]{6}$/)
    .meta({ examples: ['0a1b2c'] })
    .nullable(),
  picture: pictureIdField.nullable(),
  requestId: requestIdField,
});
export const proofSchema = z.object({
  id: idField,
  network: z.string(),
  coin: coinField,
  amount: decimalField,
  hashEnd: z.string().nullable(),
  hasPicture: z.boolean(),
  at: isoField,
  /** `found`: the chain shows it, and `deposit` says in what state; `review`: two operators look. */
  state: z.enum(['found', 'review', 'answered']),
  deposit: z.enum(['seen', 'credited', 'orphaned']).nullable(),
  depositAt: isoField.nullable(),
  answer: z.enum(PROOF_ANSWERS).nullable(),
});
export const proofsSchema = z.object({ proofs: z.array(proofSchema) });
export type Proof = z.infer<typeof proofSchema>;
