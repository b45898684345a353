import type { closeAccountSchema, closingSchema } from '../dto/closing';
import type { doneSchema, nothing } from '../dto/shared';
import type { MemberRead, MemberWrite } from './define';

/** Closing the own account. */
export const closing: MemberRead<typeof nothing, typeof closingSchema> = {
  id: 'closing',
  method: 'GET',
  access: 'member',
  path: '/api/account/closing',
  topic: 'closing',
  fresh: 'own',
};
export const closeAccount: MemberWrite<typeof closeAccountSchema, typeof doneSchema> = {
  id: 'closeAccount',
  method: 'POST',
  access: 'member',
  path: '/api/account/close',
  makesStale: ['closing'],
};
