import type { invitationSchema, invitedListSchema, invitedQuerySchema, inviterInputSchema } from '../dto/invitations';
import type { doneSchema, nothing } from '../dto/shared';
import type { MemberRead, MemberWrite } from './define';

/** Invitations: one's code, who came by it, and whose code brought oneself. */
export const invitation: MemberRead<typeof nothing, typeof invitationSchema> = {
  id: 'invitation',
  method: 'GET',
  access: 'member',
  path: '/api/invitations',
  topic: 'rewards',
  fresh: 'own',
};
export const invitedList: MemberRead<typeof invitedQuerySchema, typeof invitedListSchema> = {
  id: 'invitedList',
  method: 'GET',
  access: 'member',
  path: '/api/invitations/people',
  topic: 'rewards',
  fresh: 'own',
};
export const setInviter: MemberWrite<typeof inviterInputSchema, typeof doneSchema> = {
  id: 'setInviter',
  method: 'POST',
  access: 'member',
  path: '/api/invitations/inviter',
  makesStale: ['rewards'],
};
