import 'server-only';
import * as api from '../../api/security';
import * as dto from '../../dto/security';
import { doneSchema, idSchema, nothing } from '../../dto/shared';
import * as calls from '../../protocol/security';
import { serve, serveCall } from '../operation';
import { callRenewing, toIso, toIsoOrNull } from '../upstream';

export const security = serveCall(api.security, {
  input: nothing,
  output: dto.securitySchema,
  summary: 'What protects the account beside its password',
  call: calls.security,
  fields: () => ({}),
  reshape: (answer) => ({
    boundAt: toIsoOrNull(answer.bound_at),
    recoveryLeft: answer.recovery_left,
    heldUntil: toIsoOrNull(answer.held_until),
    passkeys: answer.passkeys.map((one) => ({
      id: one.id,
      name: one.name,
      addedAt: toIso(one.added_at),
      usedAt: toIsoOrNull(one.used_at),
    })),
  }),
});

export const authenticatorBegin = serveCall(api.authenticatorBegin, {
  input: nothing,
  output: dto.authenticatorSecretSchema,
  summary: 'The secret that an authenticator is to be bound with, after a confirmation',
  call: calls.twoFactorState,
  fields: () => ({}),
  reshape: ({ bound, secret, uri }) => ({ isBound: bound, secret, uri }),
});

export const authenticatorBind = serve(api.authenticatorBind, {
  input: dto.authenticatorCodeInputSchema,
  output: dto.recoveryCodesSchema,
  rate: 'signIn',
  summary: 'Bind the authenticator by its code; recovery codes are answered this once',
  run: async ({ input, session, ip }) => {
    const { recovery } = await callRenewing({ session, ip }, calls.changeTwoFactor, { code: input.code });
    return { recovery };
  },
});

export const authenticatorUnbind = serve(api.authenticatorUnbind, {
  input: dto.authenticatorCodeInputSchema,
  output: doneSchema,
  rate: 'signIn',
  summary: 'Remove the authenticator by a code or a recovery code',
  run: async ({ input, session, ip }) => {
    await callRenewing({ session, ip }, calls.changeTwoFactor, { code: input.code, delete: '1' });
    return { done: true } as const;
  },
});

export const recoveryRenew = serveCall(api.recoveryRenew, {
  input: nothing,
  output: dto.recoveryCodesSchema,
  summary: 'New recovery codes in place of the old ones, after a confirmation',
  call: calls.recoveryCodes,
  fields: () => ({}),
  reshape: ({ recovery }) => ({ recovery }),
});

export const passkeyBegin = serveCall(api.passkeyBegin, {
  input: nothing,
  output: dto.passkeyOptionsSchema,
  summary: 'What the browser makes a passkey by, after a confirmation',
  call: calls.passkeyBegin,
  fields: () => ({}),
  reshape: ({ options }) => ({ options }),
});

export const passkeyAdd = serve(api.passkeyAdd, {
  input: dto.passkeyAddInputSchema,
  output: doneSchema,
  rate: 'signIn',
  summary: 'Add the passkey that the browser made',
  run: async ({ input, session, ip }) => {
    await callRenewing({ session, ip }, calls.passkeyAdd, input);
    return { done: true } as const;
  },
});

export const passkeyRemove = serve(api.passkeyRemove, {
  input: idSchema,
  output: doneSchema,
  summary: 'Remove a passkey, after a confirmation',
  run: async ({ input, session, ip }) => {
    await callRenewing({ session, ip }, calls.passkeyRemove, input);
    return { done: true } as const;
  },
});
