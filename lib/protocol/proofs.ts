import { z } from 'zod';
import { defineCall } from './define-call';
import { coinField, decimalField, idField, messageAnswer, millisField, noFields, requestIdField } from './fields';
import { pictureIdField } from './files';

/** What operators answer. */
export const PROOF_ANSWERS = ['not-found', 'other-network', 'other-address', 'other-coin', 'credited'] as const;
/** Proofs of one answer, newest first. */
export const PROOFS_MAX = 20;

export const submitDepositProof = defineCall({
  id: 'deposits.submit',
  number: 44,
  method: 'POST',
  path: '/Finance/recharge',
  effect: 'write',
  request: z.object({
    id: idField,
    num: decimalField,
    hash: z
      .string()
      .regex(/^[0-9a-fA-F]{6}$/)
      .meta({ examples: ['0a1b2c'] })
      .optional(),
    img: pictureIdField.optional(),
    request_id: requestIdField,
  }),
  answer: messageAnswer,
  errors: [
    'SESSION_REQUIRED',
    'REAL_ACCOUNT_ONLY',
    'AMOUNT_INVALID',
    'AMOUNT_PRECISION',
    'ASSET_UNKNOWN',
    'PROOF_EMPTY',
    'PICTURE_UNKNOWN',
    'PROOFS_TOO_MANY',
    'WIRE_NOT_FOUND',
    'NOT_DONE_IN_TIME',
    'REQUEST_PENDING',
    'DUPLICATE_REQUEST',
  ],
  source:
    'legacy-api #44; `id` is one of call 43, `hash` the last 6 digits, `img` an id of call 45. A proof moves no money. `id` 900001 is a bank transfer, whose `hash` is the end of its reference.',
});

export const depositProofs = defineCall({
  id: 'x.depositProofs',
  number: null,
  method: 'GET',
  path: '/x/deposit-proofs',
  request: noFields,
  answer: z
    .array(
      z.object({
        id: idField,
        network: z.string().max(30),
        coin: coinField,
        num: decimalField,
        hash: z.string().max(6).nullable(),
        picture: z.boolean(),
        time: millisField,
        state: z.enum(['found', 'review', 'answered']),
        /** Of what the chain shows: waiting for its confirmations, credited, or replaced. */
        deposit: z.enum(['seen', 'credited', 'orphaned']).nullable(),
        /** When that deposit was credited, else seen; left out by backends that don't say it. */
        deposit_time: millisField.nullable().optional(),
        answer: z.enum(PROOF_ANSWERS).nullable(),
      }),
    )
    .max(PROOFS_MAX),
  errors: ['SESSION_REQUIRED'],
  source:
    'ours; the own proofs. `found`: it is matched with what the chain shows, whose state is `deposit`, by the hash, else by the amount within days; `review`: two operators look.',
});
