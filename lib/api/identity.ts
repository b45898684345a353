import type { identityCodeInputSchema, identityInputSchema, identitySchema } from '../dto/identity';
import type { doneSchema, nothing } from '../dto/shared';
import type { MemberRead, MemberWrite } from './define';

/** Who the user is. */
export const identity: MemberRead<typeof nothing, typeof identitySchema> = {
  id: 'identity',
  method: 'GET',
  access: 'member',
  path: '/api/identity',
  topic: 'identity',
  fresh: 'own',
};
export const identitySubmit: MemberWrite<typeof identityInputSchema, typeof doneSchema> = {
  id: 'identitySubmit',
  method: 'POST',
  access: 'member',
  path: '/api/identity',
  makesStale: ['identity'],
};
export const identityCode: MemberWrite<typeof identityCodeInputSchema, typeof doneSchema> = {
  id: 'identityCode',
  method: 'POST',
  access: 'member',
  path: '/api/identity/code',
};
