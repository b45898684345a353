import { z } from 'zod';
import { defineCall } from './define-call';
import { coinField, decimalField, messageAnswer, noFields } from './fields';

/** Account calls whose module comes later; the exchange answers FEATURE_NOT_OFFERED. */
export const invitation = defineCall({
  id: 'account.invitation',
  number: 14,
  method: 'GET',
  path: '/user/invite',
  request: noFields,
  answer: z.object({ code: z.string().max(12), link: z.string().max(300), invited: z.number().int(), rewards: decimalField }),
  errors: ['SESSION_REQUIRED', 'FEATURE_NOT_OFFERED'],
  source: 'legacy-api #14',
});

export const reportAllowance = defineCall({
  id: 'account.allowance',
  number: 15,
  method: 'POST',
  path: '/user/coinauth',
  effect: 'write',
  request: z.object({ coin: coinField, auth: decimalField }),
  answer: messageAnswer,
  errors: ['SESSION_REQUIRED', 'ASSET_UNKNOWN', 'FEATURE_NOT_OFFERED'],
  source: 'legacy-api #15; only reports what the chain shows',
});
