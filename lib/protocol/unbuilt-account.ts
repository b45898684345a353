import { z } from 'zod';
import { defineCall } from './define-call';
import { coinField, decimalField, messageAnswer } from './fields';

/** Account calls whose module comes later; the exchange answers FEATURE_NOT_OFFERED. */
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
