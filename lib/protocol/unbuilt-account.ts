import { z } from 'zod';
import { defineCall } from './define-call';
import { coinField, decimalField, messageAnswer, millisField, noFields } from './fields';

/** Account calls whose module comes later; the exchange answers FEATURE_NOT_OFFERED. */
export const twoFactorState = defineCall({
  id: 'account.twoFactor',
  number: 10,
  method: 'GET',
  path: '/user/ga',
  request: noFields,
  answer: z.object({ bound: z.boolean(), secret: z.string().max(64).nullable(), uri: z.string().max(300).nullable() }),
  errors: ['SESSION_REQUIRED', 'FEATURE_NOT_OFFERED'],
  source: 'legacy-api #10',
});

export const changeTwoFactor = defineCall({
  id: 'account.changeTwoFactor',
  number: 11,
  method: 'GET',
  path: '/user/gaGoogle',
  effect: 'write',
  request: z.object({ code: z.string().max(20), password: z.string().max(128).optional(), delete: z.enum(['0', '1']).optional() }),
  answer: z.object({ message: messageAnswer, recovery: z.array(z.string().max(20)).max(10) }),
  errors: ['SESSION_REQUIRED', 'TWO_FACTOR_WRONG', 'FEATURE_NOT_OFFERED'],
  source: 'legacy-api #11',
});

export const identityState = defineCall({
  id: 'account.identity',
  number: 12,
  method: 'GET',
  path: '/user/kyc1',
  request: noFields,
  answer: z.object({ idstate: z.number().int(), reason: z.string().max(300).optional(), submitted_at: millisField.optional() }),
  errors: ['SESSION_REQUIRED', 'FEATURE_NOT_OFFERED'],
  source: 'legacy-api #12; 0 none, 1 to be reviewed, 2 verified, 3 rejected',
});

const imageId = z.string().max(64);
export const submitIdentity = defineCall({
  id: 'account.submitIdentity',
  number: 13,
  method: 'POST',
  path: '/User/kyc1_Handle',
  effect: 'write',
  request: z.object({
    country: z.string().max(2),
    first_name: z.string().max(100),
    last_name: z.string().max(100),
    type: z.enum(['id', 'passport', 'licence']),
    number: z.string().max(60),
    front: imageId,
    back: imageId.optional(),
    hold: imageId,
    email: z.string().max(254),
    mailcode: z.string().max(12),
  }),
  answer: messageAnswer,
  errors: ['SESSION_REQUIRED', 'MAIL_CODE_WRONG', 'FEATURE_NOT_OFFERED'],
  source: 'legacy-api #13',
});

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
