import { z } from 'zod';
import { defineCall } from './define-call';
import { coinField, decimalField, messageAnswer, noFields } from './fields';

const addressField = z.string().max(120);
/** Allowances of one network in one answer. */
export const ALLOWANCES_MAX = 100;

export const reportAllowance = defineCall({
  id: 'account.allowance',
  number: 15,
  method: 'POST',
  path: '/user/coinauth',
  effect: 'write',
  request: z.object({ coin: coinField, auth: decimalField }),
  answer: messageAnswer,
  errors: ['SESSION_REQUIRED', 'ASSET_UNKNOWN', 'NETWORK_PAUSED', 'RATE_LIMITED', 'FEATURE_NOT_OFFERED'],
  source:
    'legacy-api #15; what the chain shows that the account’s wallet lets addresses of the exchange take of the coin is kept for call 16. `auth`, what the caller believes, never counts against it.',
});

export const allowances = defineCall({
  id: 'x.allowances',
  number: null,
  method: 'GET',
  path: '/x/allowances',
  request: noFields,
  answer: z.object({
    /** The wallet that opens the account; null where none does, and then nothing is read. */
    wallet: addressField.nullable(),
    networks: z
      .array(
        z.object({
          network: z.string().max(20),
          name: z.string().max(60),
          /** EIP-155; null on the simulated chain. */
          chain_id: z.number().int().nullable(),
          /** `silent`: the chain could not be asked. `simulated`: its tokens have no allowances. */
          state: z.enum(['read', 'silent', 'simulated']),
          /** False: nodes don't say whom else the wallet allowed something, or there are too many. */
          complete: z.boolean(),
          rows: z
            .array(
              z.object({
                coin: coinField,
                contract: addressField,
                spender: addressField,
                /** The spender is an address of the exchange: expected is nothing. */
                ours: z.boolean(),
                /** Null: more than there can ever be, "without limit". */
                num: decimalField.nullable(),
              }),
            )
            .max(ALLOWANCES_MAX),
        }),
      )
      .max(20),
  }),
  errors: ['SESSION_REQUIRED', 'RATE_LIMITED', 'FEATURE_NOT_OFFERED'],
  source: 'ours; read from the chain at the question. The exchange never asks for an allowance.',
});
