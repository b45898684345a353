import type {
  authenticatorCodeInputSchema,
  authenticatorSecretSchema,
  passkeyAddInputSchema,
  passkeyOptionsSchema,
  recoveryCodesSchema,
  securitySchema,
} from '../dto/security';
import type { doneSchema, idSchema, nothing } from '../dto/shared';
import type { MemberRead, MemberWrite } from './define';

/** What protects an account beside its password. */
export const security: MemberRead<typeof nothing, typeof securitySchema> = {
  id: 'security',
  method: 'GET',
  access: 'member',
  path: '/api/security',
  topic: 'security',
  fresh: 'own',
};
export const authenticatorBegin: MemberWrite<typeof nothing, typeof authenticatorSecretSchema> = {
  id: 'authenticatorBegin',
  method: 'POST',
  access: 'member',
  path: '/api/security/authenticator/begin',
};
export const authenticatorBind: MemberWrite<typeof authenticatorCodeInputSchema, typeof recoveryCodesSchema> = {
  id: 'authenticatorBind',
  method: 'POST',
  access: 'member',
  path: '/api/security/authenticator/bind',
  makesStale: ['security'],
};
export const authenticatorUnbind: MemberWrite<typeof authenticatorCodeInputSchema, typeof doneSchema> = {
  id: 'authenticatorUnbind',
  method: 'POST',
  access: 'member',
  path: '/api/security/authenticator/unbind',
  makesStale: ['security'],
};
export const recoveryRenew: MemberWrite<typeof nothing, typeof recoveryCodesSchema> = {
  id: 'recoveryRenew',
  method: 'POST',
  access: 'member',
  path: '/api/security/recovery-codes',
  makesStale: ['security'],
};
export const passkeyBegin: MemberWrite<typeof nothing, typeof passkeyOptionsSchema> = {
  id: 'passkeyBegin',
  method: 'POST',
  access: 'member',
  path: '/api/security/passkeys/begin',
};
export const passkeyAdd: MemberWrite<typeof passkeyAddInputSchema, typeof doneSchema> = {
  id: 'passkeyAdd',
  method: 'POST',
  access: 'member',
  path: '/api/security/passkeys/add',
  makesStale: ['security'],
};
export const passkeyRemove: MemberWrite<typeof idSchema, typeof doneSchema> = {
  id: 'passkeyRemove',
  method: 'POST',
  access: 'member',
  path: '/api/security/passkeys/remove',
  makesStale: ['security'],
};
