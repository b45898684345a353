import { z } from 'zod';
import { defineCall } from './define-call';
import { clientFields } from './sign-in';
import { idField, ipField, isCsField, messageAnswer, millisField, noFields } from './fields';

const codeField = z.string().min(1).max(40);
const recoveryField = z.array(z.string().max(20)).max(10);
const FACTOR_ERRORS = ['SESSION_REQUIRED', 'FEATURE_NOT_OFFERED', 'TWO_FACTOR_FORMAT', 'TWO_FACTOR_WRONG', 'LOGIN_WAIT'] as const;

export const twoFactorState = defineCall({
  id: 'account.twoFactor',
  number: 10,
  method: 'GET',
  path: '/user/ga',
  effect: 'write',
  request: noFields,
  answer: z.object({ bound: z.boolean(), secret: z.string().max(64).nullable(), uri: z.string().max(300).nullable() }),
  errors: ['SESSION_REQUIRED', 'FEATURE_NOT_OFFERED', 'STEP_UP_REQUIRED', 'SETTINGS_LOCKED', 'FACTOR_CONTESTED'],
  source: 'legacy-api #10. Ours: each look needs a confirmation and shows a new secret; the one before is void.',
});

export const changeTwoFactor = defineCall({
  id: 'account.changeTwoFactor',
  number: 11,
  method: 'GET',
  path: '/user/gaGoogle',
  effect: 'write',
  isPosted: true,
  request: z.object({ code: codeField, password: z.string().max(128).optional(), delete: z.enum(['0', '1']).optional() }),
  answer: z.object({ message: messageAnswer, recovery: recoveryField }),
  errors: [...FACTOR_ERRORS, 'SETTINGS_LOCKED', 'FACTOR_CONTESTED', 'TWO_FACTOR_EXPIRED', 'TWO_FACTOR_BOUND'],
  source:
    'legacy-api #11; binds by a code of the secret that was shown, unbinds by a code or a recovery code. `password` is not looked at.',
});

export const recoveryCodes = defineCall({
  id: 'x.recoveryCodes',
  number: null,
  method: 'POST',
  path: '/x/recovery-codes',
  effect: 'write',
  request: noFields,
  answer: z.object({ recovery: recoveryField }),
  errors: ['SESSION_REQUIRED', 'FEATURE_NOT_OFFERED', 'STEP_UP_REQUIRED', 'SETTINGS_LOCKED', 'FACTOR_CONTESTED', 'TWO_FACTOR_WRONG'],
  source: 'ours; makes ten new recovery codes in place of the old ones',
});

export const security = defineCall({
  id: 'x.security',
  number: null,
  method: 'GET',
  path: '/x/security',
  request: noFields,
  answer: z.object({
    /** Since when an authenticator is bound. */
    bound_at: millisField.nullable(),
    recovery_left: z.number().int().min(0),
    /** No money leaves the account before. */
    held_until: millisField.nullable(),
    passkeys: z
      .array(z.object({ id: idField, name: z.string().max(40), added_at: millisField, used_at: millisField.nullable() }))
      .max(10)
      .default([]),
  }),
  errors: ['SESSION_REQUIRED', 'FEATURE_NOT_OFFERED'],
  source: 'ours; what protects the account',
});

/** What a browser gives and takes (WebAuthn), as JSON. */
const credentialField = z.string().max(12_000);
const optionsAnswer = z.object({ options: z.string().max(12_000) });

export const passkeyBegin = defineCall({
  id: 'x.passkeyBegin',
  number: null,
  method: 'POST',
  path: '/x/passkey-begin',
  effect: 'write',
  request: noFields,
  answer: optionsAnswer,
  errors: ['SESSION_REQUIRED', 'STEP_UP_REQUIRED', 'SETTINGS_LOCKED', 'FACTOR_CONTESTED'],
  source: 'ours; what a browser makes a passkey by, after a confirmation',
});

export const passkeyAdd = defineCall({
  id: 'x.passkeyAdd',
  number: null,
  method: 'POST',
  path: '/x/passkey-add',
  effect: 'write',
  request: z.object({ name: z.string().min(1).max(40), response: credentialField }),
  answer: messageAnswer,
  errors: ['SESSION_REQUIRED', 'SETTINGS_LOCKED', 'FACTOR_CONTESTED', 'PASSKEY_WRONG', 'PASSKEYS_TOO_MANY'],
  source: 'ours; adds what the browser made; each challenge once, within five minutes',
});

export const passkeyRemove = defineCall({
  id: 'x.passkeyRemove',
  number: null,
  method: 'POST',
  path: '/x/passkey-remove',
  effect: 'write',
  request: z.object({ id: idField }),
  answer: messageAnswer,
  errors: ['SESSION_REQUIRED', 'STEP_UP_REQUIRED', 'SETTINGS_LOCKED', 'FACTOR_CONTESTED', 'NOT_FOUND'],
  source: 'ours; money stays in for a day',
});

export const passkeyOptions = defineCall({
  id: 'x.passkeyOptions',
  number: null,
  method: 'POST',
  path: '/x/passkey-options',
  access: 'public',
  effect: 'write',
  request: noFields,
  answer: optionsAnswer,
  errors: [],
  source: 'ours; what a browser signs in by; nothing is stored until it is answered',
});

export const passkeyLogin = defineCall({
  id: 'x.passkeyLogin',
  number: null,
  method: 'POST',
  path: '/x/passkey-login',
  access: 'public',
  effect: 'write',
  request: z.object({ response: credentialField, ip: ipField.optional(), is_cs: isCsField, ...clientFields }),
  answer: messageAnswer,
  errors: ['PASSKEY_WRONG', 'ACCOUNT_FROZEN', 'ACCOUNT_FROZEN_BY_HOUSE', 'ACCOUNT_CLOSED', 'FEATURE_NOT_OFFERED'],
  source: 'ours; signs in by a passkey; the person was verified by the device',
});
